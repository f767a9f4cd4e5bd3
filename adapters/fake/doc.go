// Package fake is the service without an engine, for the tests of those who call it: a ports.Generator that makes a
// valid PDF at once, and failures on request.
//
// [Generator] follows the service's rules for requests and placeholders, and lays text out in lines of one font. It
// knows no CSS but page breaks and @page. [Director] decides how a request is answered: by its header Platen-Fake, or
// by a script. It gives its decisions to the generator, to a [Limiter] and to the connection.
package fake
