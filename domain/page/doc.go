// Package page holds the geometry of a document's pages: their sizes and margins, and what the author's page rules say of
// header and footer.
//
// An engine that follows page rules is asked for it: it prints a specimen, which has the document's root element and style
// sheets and one empty page of each kind, and its PDF says where the content of each page stands. So this package reads of
// page rules only which pages they tell apart, and the properties that steer header and footer. A declared length that it
// knows takes the place of the engine's, which is in whole pixels. On other engines it computes the pages from sizes and
// margins in lengths and calc(), var() of the root element, @media and simple @supports.
package page
