// Package pagecss reads the @page rules of a document's style sheets.
//
// [NewGeometry] computes, once for a document, the size and the margins of its pages: of the page that no selector
// matches, of the first, the left and the right pages, and of named pages. [Geometry.ReserveMargins] writes page rules
// that enlarge the margins so that a header and a footer fit in.
//
// Page rules inherit from the root element: its custom properties, its font size and its direction.
//
// The grammar is that of CSS Syntax 3, the rules are those of CSS Paged Media 3 and CSS Cascade 5.
package pagecss
