// Package chrome prints documents with headless Chrome over the DevTools protocol (CDP).
//
// One browser runs at a time. It is replaced when it ends or does not answer. Its tabs are the processes of a pool (package workers),
// each in a browser context, with a renderer process and an egress session of its own. The answer does not wait for what follows a
// document: its tab is reset if the document could have left state behind, and replaced after an error, after some hundreds of
// documents, or when it holds too much memory.
//
// A failure costs no more than the process that fails. A renderer process that ends, hangs or is stopped costs its tab. A browser or a
// network process that ends or does not answer costs the browser; the documents in it fail with ports.ErrEngineLost and are rendered
// again.
//
// CDP uses a pipe, not a port: no other program on the machine can reach the browser, and the browser ends when the service does.
//
// With chrome.url, the browser is started by somebody else and reached over a WebSocket. The service cannot inspect or kill its
// processes: chrome.max_memory does not bound them, a stopped renderer process is noticed by its document's deadline only, and an
// isolated document has a renderer process of its own, not a browser. Settings that have a call and a flag are set by the call; flags
// without a call are checked.
//
// # Facts about the engine
//
// Measured with Chromium 156 on Debian 12.
//
//   - A new tab holds about 40 MiB. A table of two columns and 15,000 rows needs 1.1 to 1.8 GiB, and the tab keeps that memory until
//     its garbage is collected. HeapProfiler.collectGarbage takes seconds and frees half. After about:blank it frees everything, but
//     the collection and the growth after it cost each 95-page document a third more processor time. So only tabs above half of
//     chrome.max_memory are replaced.
//   - Runtime.getHeapUsage does not count most of that memory, and CDP does not name the process of a tab; see findProcess.
//   - chromium puts frames of other sites into processes of their own, chromium-headless-shell does not. See flags.
//   - If the network process ends while a document loads, the document is printed without its pictures, and the browser reports
//     nothing. Storage.getCookies is answered by that process, so it is used to check it.
//   - Chrome has no upper limit of page sizes (50 m was tried). PDF readers agree on 14,400 points, 5.08 m;
//     package page refuses larger pages.
//   - chromium makes a socket in its TMPDIR, whose path must be shorter than 108 bytes; chromium-headless-shell makes none.
//   - A page margin below −5,080 mm or so makes a page 0.7 mm wide or high, and two opposite ones crash the renderer process.
//     Package page refuses them.
//   - Destinations of links within a document are relative to the page's content area instead of the paper: a link to an element
//     leads one top margin above it. Links of headers to ids of the body use the same destinations.
//   - The controls of media are pictures that arrive at any time after the load event; see scriptsFlag. An indeterminate progress element
//     moves with time, so its prints differ.
//   - Resources with a user in their address are refused without a request. Network events tell of those, of ports, schemes and
//     undecodable data, the log of files and of frames with a user. No event of any domain tells of data: images that cannot be
//     decoded, nor of addresses that cannot be parsed; see addUnreported, which finds elements, not what only styles name.
//   - printToPDF's paper and margins are defaults; the document's own @page rules win, as far as they apply.
//
// # rod
//
// Of go-rod/rod, this package uses the protocol types (lib/proto) and the messages (lib/cdp). Its client, Browser and Page 0.116 were
// tried in place of cdpConn. They are as fast for long documents and take 15 % more CPU of the service for short ones, and bounds are lost:
//
//   - Call does not watch the caller's context while it sends: a stopped browser blocks its caller for ever (TestStoppedBrowser).
//   - Browser.PageFromTarget holds a lock while the page answers: one renderer process that hangs while its tab opens keeps all other
//     tabs from opening (TestRendererFailsWhileTabOpens).
//   - Browser keeps the last document of each closed tab until the browser ends.
//   - Each page gets the events of all pages, through queues without a bound, and later than answers that followed them.
//   - Browser.Incognito cannot set the proxy of a context, and a message of an unexpected form is a panic in a goroutine of the client.
package chrome
