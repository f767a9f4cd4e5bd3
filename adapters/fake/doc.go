// Package fake is the service without an engine, for the tests of its clients: a ports.Generator that makes a valid PDF without
// delay, and failures on request.
//
// [Generator] follows the service's rules for requests and placeholders, and lays text out in lines of one font. Of CSS it supports
// page breaks and @page only. [Director] decides how a request is answered: by the request's header Platen-Fake, or by a script.
// It passes its decisions to the generator, to a [Limiter] and to the connection.
package fake
