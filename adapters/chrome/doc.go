// Package chrome prints documents with headless Chrome over the DevTools protocol (CDP).
//
// One browser runs at a time. It is replaced when it ends or does not answer. Tabs are opened ahead in it, each in a
// browser context, with a renderer process and an egress session of its own. [Renderer] leases a tab, prints in it and
// releases it. Behind the answer, the tab is then reset if the document could have left state behind, or replaced:
// after an error, a deadline, some hundreds of documents, or when it holds too much memory.
//
// Each failure costs as little as possible. A renderer process that ends, hangs or is stopped costs its tab. A browser
// or a network process that ends or does not answer costs the browser; the documents in it fail with
// ports.ErrEngineLost and are rendered again.
//
// CDP runs over a pipe, not a port: nobody else on the machine can reach the browser, and it ends itself when the
// service is gone.
//
// With chrome.url, the browser is one that somebody else has started, reached over a WebSocket. Its processes cannot be
// looked at or killed from here: chrome.max_memory does not hold, a stopped renderer is noticed by its document's deadline,
// and a document that is tried alone is alone in its renderer process, not in its browser. What has a call instead of a flag
// is set by calls; flags that have none are checked.
//
// # Facts about the engine
//
// Measured with Chromium 156 on Debian 12.
//
//   - Memory: a new tab holds about 40 MiB. A table of two columns and 15,000 rows needs 1.1 to 1.8 GiB, and a used tab
//     keeps as much until its garbage is collected. HeapProfiler.collectGarbage alone takes seconds and returns
//     half; after about:blank it returns everything, but the collection and the growth after it cost a third more
//     processor time for each 95-page document. So tabs above half of chrome.max_memory are replaced, others not.
//   - Runtime.getHeapUsage does not count most of that memory, and CDP does not name the process of a tab. See
//     findProcess.
//   - chromium puts frames of other sites into processes of their own, chromium-headless-shell does not. See flags.
//   - The network process can end while a document loads: the document then comes without its pictures and the browser
//     tells nothing. Storage.getCookies is answered by that process, so that it serves as a question to it.
//   - Page sizes have no upper limit in Chrome (50 m tried). PDF readers agree on 14,400 points, 5.08 m.
//   - chromium makes a socket below its TMPDIR, whose path must stay below 108 bytes; chromium-headless-shell makes none.
//   - Places of links within a document count from the edges of the content instead of the paper's: a link to an element
//     leads one top margin above it. Links of headers to ids of the body use the same places.
//   - printToPDF's paper and margins are defaults; the document's own @page rules win, as far as they apply.
//
// # rod
//
// Of go-rod/rod, this package uses the protocol types (lib/proto) and the messages (lib/cdp), not the client. Over a
// pipe transport of our own, rod's cdp.Client 0.116 would work, and the transport could bound the size of a message.
// Four things speak against it, by its source:
//
//   - It panics, in a goroutine of its own, on a message that is not JSON: a confused browser would end the service.
//   - Call sends without a look at the caller's context: a stopped browser that reads nothing blocks its callers.
//   - It reads each message twice as JSON, and the base64 of a PDF after that. cdpConn decodes a PDF while it arrives
//     and skips answers that nobody waits for.
//   - It escapes the HTML of a document for script elements, which makes the message half as long again.
//
// cdpConn is 270 lines without these. rod's Page and Browser would come on top of the client only.
package chrome
