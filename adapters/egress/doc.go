// Package egress is the one way by which rendering engines reach the network: forward proxies on loopback,
// one [ports.Session] for each tab and each process, that share one policy, one set of connections and one key.
// The composition root makes an [Egress] and gives it to the engines; nobody else should need this package.
//
// # What passes
//
// GET and HEAD of http and https addresses. A name is resolved here, every address of it is decided on, and
// what was decided on is what is dialled, and checked once more as the socket connects: a name that changes
// its answer in between (DNS rebinding) gains nothing. The engine follows redirects itself, so each hop is a
// request of its own and is decided like any other. Public addresses pass, on ports 80 and 443; loopback,
// private, link-local, shared (CGNAT), multicast, reserved, documentation, benchmarking, tunnelled (6to4,
// Teredo, NAT64, IPv4-mapped and -compatible) addresses do not, nor do those of this machine's own interfaces.
// [Config.Allow] makes exceptions. Whatever cannot be decided is refused.
//
// # TLS
//
// A CONNECT is answered by ending TLS here, with a key made at start that engines trust by [Egress.SPKIHash]; the
// real server is verified here too, against the system's roots and [Config.CAFile]. So a bad certificate is a
// failed resource on every engine, also on one that ignores TLS errors, and each resource is seen by itself. A
// CONNECT alone reaches nobody: only the requests inside it are sent on. Inside, engines get HTTP/2 if they offer it.
// That is part of the guard: wkhtmltopdf (Qt 5.15) offers it, and goes past its proxy to a host that declines.
//
// # A resource comes whole or not at all
//
// An answer is read to its end, decompressed, within [Config.Timeout] and [Config.MaxBytes], before the engine
// is given any of it: never half an image, never a decompression bomb that was not counted. What fails
// (refused, no such name, no connection, a bad certificate, too slow, too large, broken off, any status but
// success or a redirect) is answered with an error status and no body, so that nothing of ours, and no server's
// error page, is ever printed; it is told by [ports.Session.Take].
//
// Little goes through. To the server: what the engine accepts and its User-Agent, by which font services choose
// the format; no cookies, credentials, origin or referrer. To the engine: the body, its type and its framing
// policy; no cookies, challenges, caching, preloads, refreshes or policies for other requests. Every answer may
// be used from any origin, since documents have none: web fonts need that.
//
// One print fetches 32 resources at once, and one document has its share of requests and bytes, however often it is
// printed for its headers: [Config.MaxRequests], [Config.MaxTotal] and [ports.Session.Begin]. Connections to servers
// are kept for all documents, those of engines are not.
//
// # Whose traffic it is
//
// A connection belongs to the document during which it was opened, and ends with it: Take closes them all, used
// or idle. So a late request of one document never counts for the next. What was under way at Take counts as a
// request, and not as a failure: the document was printed without waiting for it. The same goes for a request
// that the engine gave up. What an engine refuses by itself (file addresses, Chrome's list of unsafe ports) never
// comes here and is not counted. Any process of this machine can use an exit, and would be counted.
//
// # An upstream proxy
//
// Where the only way out is another proxy, [Config.UpstreamProxy] names it. The decision stays here: the name
// is resolved and decided on as ever, and the upstream is asked with CONNECT for the decided address, for plain
// HTTP too. (An absolute-form request for an address would not do: RFC 9112, section 3.2.2, has proxies put the
// address into the Host field, and shared hosts then answer for another site.) The upstream must allow CONNECT
// to 443, and to 80 if plain HTTP is wanted; Squid's default denies the latter. Where the network here does not
// resolve public names, or the upstream filters by name, [Config.UpstreamDNS] sends it names instead; the
// upstream itself must then refuse those that lead inside. What Config.Allow names is reached directly.
//
// # Why not a proxy library
//
// This was to be elazarl/goproxy. Its requests inside CONNECT are read without bound on their headers and
// served without deadlines on connections that nobody tracks; a body that breaks off under chunked encoding is
// ended as if it were whole; and what it adds over net/http, tunnels and hooks for every case, is what this
// package must not have. net/http serves both the outer and the inner connections here. The list of addresses
// that are not public is code.dny.dev/ssrf's, which is generated from IANA's registries.
package egress
