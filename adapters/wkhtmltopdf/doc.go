// Package wkhtmltopdf prints sheets with wkhtmltopdf as Debian packages it: Qt 5.15 WebKit, unpatched.
//
// It is for installations that want a small engine without a browser. A [Renderer] keeps a pool of processes
// that read one line of arguments per document from standard input, so that a page costs a tenth of a cold
// start. Each process has a folder, an environment and an exit to the network of its own; each prints one
// sheet at a time. It is replaced, in the background, after a document that used the network (its memory cache
// would show the next one what was fetched), after any error, and after some hundred documents.
//
// The engine's own idea of a length is off by a quarter and its font sizes are whole pixels; style.go says how
// both are mended, fonts.go how its text gets the same fonts as Chrome's.
package wkhtmltopdf
