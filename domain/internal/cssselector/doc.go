// Package cssselector matches selectors with the root element of a document (Selectors 4). It has no parent and no
// siblings, so its tag, its attributes and the selector tell nearly all; what depends on its content is unknown.
package cssselector
