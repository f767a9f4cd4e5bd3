// Package httpapi is the public face of the service: POST /api/pdf/external, and nothing else.
//
// It keeps sections 1 and 5 of the HTTP contract: the order in which a request is checked, the statuses, the
// header fields, and an answer in JSON for every failure, those of net/http itself included. What a request
// means is the domain's to say, and what comes of it the ports.Generator's.
//
// Whoever wires the service makes a [Server] with [New]; whoever only needs the handler, as tests do, takes
// [Server.Handler].
package httpapi
