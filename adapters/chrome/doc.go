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
// Of go-rod/rod, this package uses the protocol types (lib/proto) and the messages (lib/cdp). Its client, Browser and
// Page 0.116 were tried in place of cdpConn: over a transport of ours that bounds a message, checks that it is JSON and
// decodes the PDF while it arrives. In turns with cdpConn, over HTTP, on two cores:
//
//	document, clients   wall time   user CPU of the service
//	1 page, 1           1.05        1.16 (1.47 ms, not 1.38; the ratio is the median of pairs)
//	1 page, 4           1.01        1.15
//	95 pages, 1         1.00        0.97
//	95 pages, 4         0.99        1.04
//
// So speed hardly decides, but bounds are lost:
//
//   - Call sends without a look at the caller's context: a stopped browser that reads nothing holds its caller for ever.
//     TestStoppedBrowser did not end.
//   - Browser.PageFromTarget holds a lock while the page answers, and its context is that of the page's whole life. So one
//     renderer that hangs while its tab opens keeps all others from being opened: TestRendererFailsWhileTabOpens
//     failed.
//   - Browser keeps the parameters of each session's last call of each method, thus a closed tab's last document, until
//     it ends itself.
//   - Each page gets the events of all pages, through queues that have no bound, and after the answers that they preceded:
//     whether a document navigated must be known when its PDF arrives.
//   - Browser.Incognito cannot set a context's proxy, and a message of an unexpected shape is a panic in a goroutine of
//     the client's.
//
// cdpConn is 300 lines without these.
package chrome
