// Package chrome prints documents with headless Chrome over the DevTools protocol (CDP).
//
// One browser runs at a time. It is replaced when it ends or does not answer. Tabs are opened in it in advance, each in a browser
// context, with a renderer process and an egress session of its own. [Renderer] leases a tab, prints a document in it and releases
// it. The answer does not wait for what follows: the tab is reset if the document could have left state behind, and replaced after an
// error, after some hundreds of documents, or when it holds too much memory.
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
//     app/generate refuses larger pages.
//   - chromium makes a socket in its TMPDIR, whose path must be shorter than 108 bytes; chromium-headless-shell makes none.
//   - A page margin below −5,080 mm or so makes a page 0.7 mm wide or high, and two opposite ones crash the renderer process. See
//     pagecss.Geometry.ClampMargins.
//   - Destinations of links within a document are relative to the page's content area instead of the paper: a link to an element
//     leads one top margin above it. Links of headers to ids of the body use the same destinations.
//   - printToPDF's paper and margins are defaults; the document's own @page rules win, as far as they apply.
//
// # rod
//
// Of go-rod/rod, this package uses the protocol types (lib/proto) and the messages (lib/cdp). Its client, Browser and
// Page 0.116 were tried in place of cdpConn, over a transport that bounds messages, checks that they are JSON and decodes the PDF
// while it arrives. Measured in alternation with cdpConn, over HTTP, on two cores:
//
//	document, clients   wall time   user CPU of the service
//	1 page, 1           1.05        1.16 (1.47 ms, not 1.38; the ratio is the median of pairs)
//	1 page, 4           1.01        1.15
//	95 pages, 1         1.00        0.97
//	95 pages, 4         0.99        1.04
//
// The speed is similar, but bounds are lost:
//
//   - Call does not watch the caller's context while it sends: a stopped browser, which reads nothing, blocks its caller for ever.
//     TestStoppedBrowser did not end.
//   - Browser.PageFromTarget holds a lock while the page answers, and its context is that of the page's whole life. So one renderer
//     process that hangs while its tab opens keeps all other tabs from opening: TestRendererFailsWhileTabOpens failed.
//   - Browser keeps the parameters of each session's last call of each method, so the last document of each closed tab, until the
//     browser ends.
//   - Each page gets the events of all pages, through queues without a bound, and later than answers that followed them. But it must
//     be known whether a document navigated when its PDF arrives.
//   - Browser.Incognito cannot set the proxy of a context, and a message of an unexpected form is a panic in a goroutine of the client.
//
// cdpConn, without these faults, is 300 lines.
package chrome
