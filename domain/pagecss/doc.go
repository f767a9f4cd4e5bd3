// Package pagecss computes the geometry of a document's pages from its @page rules (CSS Paged Media 3).
//
// [NewGeometry] computes, once for a document, the size and the margins of its pages: of the page that no selector
// matches, of the first, the left and the right pages, and of named pages. [Geometry.ReserveMargins] writes page rules
// that enlarge the margins so that a header and a footer fit in.
//
// The packages below domain/internal read the rules: pagerule reads them and orders their declarations, rootstyle computes
// what they inherit from the root element, cssvalue computes lengths, csscondition evaluates @media and @supports,
// csscascade orders layers, and cssselector matches selectors.
package pagecss
