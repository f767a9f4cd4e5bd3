// Package page holds the geometry of a document's pages: their sizes and margins, and what the author's page rules say of
// header and footer.
//
// An engine that follows page rules is asked for it: it prints a specimen, which has the document's root element and style
// sheets and one empty page of each kind, and its PDF says where the content of each page stands. So this package reads of
// page rules only which pages they tell apart, and the properties that steer header and footer. A declared length that it
// knows takes the place of the engine's, which is in whole pixels. On other engines it computes the pages from sizes and
// margins in lengths and calc(), var() of the root element, @media and simple @supports.
//
// # How a PDF shows the box of a page
//
// Measured with Chromium 156. A link with "position: fixed" is repeated on each page, and the rectangle of its
// annotation is clipped to the page's content box: the one within the margins, borders and paddings of @page, in whole CSS
// pixels. That holds for layers, conditions, calc(), var(), round(), lh, html{zoom}, negative margins, writing modes, text from
// right to left, columns, and pages that page-orientation turns.
//
//   - "inset: 0" is right on pages of the first page's size only: on others, the box has the first page's width and height.
//     A box that reaches far beyond the page is clipped to the right one on each page. Across lines it may reach as far as it
//     likes. Along the pages it makes a rectangle for each page that it reaches, on every page: it reaches four pages.
//   - An ancestor with transform, filter, contain, will-change or perspective holds the box. The link is put before the body,
//     so only the root element can be one; such a document gets no link (its offsetParent tells). A specimen resets its root.
//   - In the top layer (popover) the box is right below such a root element too, but a document whose last element has
//     "break-after: page" gets one page more.
//   - Rules such as a[href]::after{content:attr(href)} do not reach into a shadow root. With aria-hidden, a tagged PDF
//     has no structure for the link.
//   - html{display:none} and html{content-visibility:hidden} have no box: the document has one empty page.
//
// A margin in per cent of the page's height is independent of html{zoom}, which multiplies all other lengths in page rules.
package page
