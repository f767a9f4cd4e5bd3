// Package polyfill makes up for what a browser does and wkhtmltopdf with unpatched Qt WebKit does not: it edits a
// document before the engine reads it, adds a user's style sheet, and edits the PDF. It is for package wkhtmltopdf.
//
// Each entry is a fault, with the file that mends it. To see a fault, print the example with the bare command
// (QT_QPA_PLATFORM=offscreen wkhtmltopdf --disable-javascript in.html out.pdf), or take the edit away and run the test
// of the same name in package wkhtmltopdf.
//
//   - userstyle.go: a length comes out at 77 % of its size, and fonts have whole pixels only.
//     <div style="width:100mm;background:red"> measures 76.84 mm.
//   - userstyle.go: a family is found by its exact name only. Where Arial is not installed, <p style="font-family:Arial">
//     is not set in Liberation Sans, which has the same widths.
//   - page.go: relative addresses and "#" become file:///… addresses of the server in the PDF.
//     <a href="x.html">
//   - anchors.go: links within the document lead nowhere, and the PDF has no named
//     destinations. <a href="#end">…<h1 id="end">
//   - svg.go: with a base URL, references to SVG gradients, clip paths, masks and markers find nothing, and
//     href without xlink: is not known. <rect fill="url(#g)">, <use href="#s">
//   - svg.go: SVG in a frame makes the whole page empty. <object type="image/svg+xml" data="…">
//   - bidi.go: text from right to left is drawn upon other text. <p dir="rtl">שלום 2026 abc</p>
//   - viewport.go: the viewport is 0 wide and high, and rules for print are not applied while resources load.
//     @media (max-width: 600px) applies, 50vw is 0, @media print { p { background: url(…) } } loads nothing, and rows of a table are
//     taller here and there.
//   - breaks.go: a page break before the first or after the last element makes an empty page, and so does the margin of the
//     last element.
//     <h1 style="page-break-before:always">
//   - declarations.go: logical properties, inset, writing-mode, fit-content, text-decoration with a style and colours without commas are
//     not known, a gradient behind a border is white, and a straight gradient as a tile is not painted.
//     <p style="inset:5mm;padding-block:1mm;color:rgb(0 0 0 / 50%)">
//   - tiles.go: by the zoom of userstyle.go, repeated pictures are too small, and patterns of SVG too large. This file edits the PDF.
//     <div style="background:url(dots.png)">
//   - unreported.go: resources on ports of other protocols, blob: addresses, and data: addresses without an image, fail without a report.
//     <img src="http://example.com:22/x.png">
//   - rewriter.go: resources are loaded without the user and the password in their address, where browsers load none.
//     <img src="http://user:password@example.com/x.png">
//
// css.go, rewriter.go and page.go have what they share. Everything takes time in proportion to the document's size, and ends
// early when its context does.
package polyfill
