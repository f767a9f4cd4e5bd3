// Package domain defines a document without knowing any tool.
//
// A client's [Request] becomes a [PrintJob] for a rendering engine, which prints a [PDF], and at last the [Document] of
// the answer. A failure is an [Error], whose [Code] and message are for the client.
//
// The steps between are packages of their own: template fills the placeholders, htmldoc edits the author's HTML, page
// knows its pages, and headerfooter repeats a header or footer for each page.
package domain
