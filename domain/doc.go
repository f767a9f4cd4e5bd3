// Package domain says what a document is, without knowing any tool.
//
// A client's [Request] is validated, its placeholders are filled by a [Template], and it is assembled into
// a [Sheet]: one HTML document on one paper, which is all that a rendering engine ever sees. What goes wrong
// on the way is an [Error], whose [Code] is the client's to read.
//
// The package imports the standard library, an HTML tokenizer and a CSS tokenizer, and nothing else.
package domain
