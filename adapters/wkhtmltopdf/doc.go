// Package wkhtmltopdf prints documents with wkhtmltopdf as Debian packages it, with unpatched Qt 5.15 WebKit.
//
// It is for installations that want a small engine without a browser. An [Engine] has a pool of processes (package workers), each
// of which reads the arguments of each document as a line from standard input, so that a page costs a tenth of a cold start. A
// process has a folder, an environment and an egress session of its own, and is also replaced after a document that used the
// network. A process that ends or is stopped by a signal during a print loses its document with ports.ErrEngineLost, which is then
// rendered again.
//
// Package polyfill makes up for what a browser does and this engine does not: lengths, links within the document, right
// to left text and more.
//
// # go-wkhtmltopdf
//
// The library knows every option of the program, and writes them in the order that the program wants: it builds the
// command lines (see printLine), without looking for the program. Three things of it are not used, for reasons:
//
//   - PDFGenerator.Create starts a process for each document. That is 260 ms, 200 of which are the default
//     javascript-delay, and 63 ms without; a line to a process that runs already takes 12 to 18 ms. The library has the
//     option read-args-from-stdin, but no way to write such a line: see quote.
//   - Create gives the process the service's environment, secrets included, no process group, no working folder and no
//     limit for files, and keeps the command to itself, so that its end cannot be told from a failed document's.
//   - NewPDFGenerator looks for the program by itself, also beside the service's own, and keeps the path in a global
//     variable. Config.Find does that by the configuration, and asks the program for its version.
//
// # Facts about the engine
//
// Measured with wkhtmltopdf 0.12.6-2 on Debian 12.
//
//   - Unpatched Qt ignores every header, footer, outline and table-of-contents option, --disable-smart-shrinking,
//     --print-media-type and --viewport-size with a warning, and takes one document at a time.
//   - @page is ignored. Size and margins are options. Qt rounds papers to whole points, and takes a paper that is within
//     a few points of a standard size for that size: A5 is 595 points high, not 595.28. See wholePoints.
//   - All pages have the same margins, to which the content is clipped. So pages whose margins differ are cut out of larger
//     paper: see page.CommonPrint.
//   - What stands above the content of the first page is not painted. A border of the root makes space there. See
//     polyfill/userstyle.go, firstTop.
//   - --dpi and --zoom change nothing. A box of 100 mm measures 76.84 mm. See polyfill/userstyle.go.
//   - Without --proxy-hostname-lookup the engine resolves names itself. It honours --proxy, and ignores TLS errors.
//   - A bad option, an empty line or a missing file ends the process with exit code 1, and later lines are lost. A failed
//     resource does not. Only Done on standard error marks the end of a print, and -q suppresses it.
//   - Exit code 1 comes with a complete PDF after some failed resources, and 0 after others. The PDF's end decides.
//   - Cookies do not survive a document, but the memory cache does. So a process is replaced after network use.
//   - A process has 87 MB, of which 20 are its own; that did not grow in 450 documents.
//   - With --disable-javascript and --javascript-delay 0 no script runs, and no refresh takes effect before the print.
//   - An element with opacity becomes a picture of 96 dots per inch, and its text is not text. Words in web fonts are
//     outlines.
//   - Links in SVG are no links in the PDF. Named destinations are never written: links mark the places of fragments. See
//     polyfill/anchors.go.
//   - No page breaks between the lines or items of a flexible box. So such a box is moved as a whole (see polyfill/declarations.go); one
//     that is taller than a page is cut, through lines too.
//   - Neither rows of tables nor items of flexible boxes begin a page, and floats and positioned boxes contain no page breaks. A box that
//     bottom places upon the end of a page is cut, and so is a row of a table that has several bodies.
//   - Rows of a table, and items of flexible boxes, are laid out where they stood in the layout before, that of the loading. A row that was
//     at the end of a page there is taller, wherever it is. See polyfill/viewport.go, screenWidth.
//   - Vertical text without a height breaks after each word, and table columns do not grow for it.
//   - Resources on some ports fail without any report. See polyfill/unreported.go.
package wkhtmltopdf
