// Package rootstyle computes what page rules inherit from the root element of a document: custom properties, the font size
// and the direction of text (CSS Paged Media 3, section 6; CSS Variables 1).
package rootstyle
