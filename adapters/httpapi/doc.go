// Package httpapi is the public listener: POST /api/pdf/external.
//
// It implements sections 1 and 5 of the HTTP contract (CONTRACT.md): the order in which a request is checked, the statuses,
// the header fields, and a JSON answer for every failure, including those of net/http itself. Package domain parses the
// request; a ports.Generator makes the document.
//
// [New] makes a [Server]; [Server.Handler] is its handler without a listener, for tests.
package httpapi
