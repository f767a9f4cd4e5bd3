// Package egress gives rendering engines their only access to the network: forward proxies on loopback, one [ports.Session] for
// each tab and each process, that share one policy, one set of connections to servers and one certificate. The
// composition root makes an [Egress] and gives it to the engine, which opens sessions, and to the generator, which opens a
// scope for each document. No other package should use this one.
//
// # What is allowed
//
// GET requests for http and https addresses. A name is resolved here, each of its addresses is checked, and a checked
// address is dialled, and checked once more when the socket connects. So a name that changes its answer in between (DNS
// rebinding) gains nothing. The engine follows redirects itself, so that each hop is a request of its own and is checked like
// any other. Public addresses are allowed, on ports 80 and 443. Loopback, private, link-local, shared (CGNAT), multicast,
// reserved, documentation, benchmarking and tunnelled (6to4, Teredo, NAT64, IPv4-mapped and -compatible) addresses are refused,
// and so are those of this machine's own interfaces. [Config.Allow] makes exceptions. What cannot be checked is refused.
//
// # TLS
//
// A CONNECT is answered by terminating TLS here. The engine receives a certificate without a host, which is made at start and whose key
// exists only in this process. An engine trusts it by the hash of its key ([Egress.SPKIHash]), or not at all. The real server is verified
// here, against the system's roots and [Config.CAFile]. So a bad certificate is a failed resource on every engine, even if the engine
// ignores TLS errors, and each resource is counted separately. A CONNECT alone connects to no server: only the requests inside it are sent
// on. Inside, engines get HTTP/2 if they offer it: Qt 5.15 offers it, and bypasses its proxy for a host that declines.
//
// # A resource is complete or missing
//
// An answer is read to its end and decompressed, within [Config.Timeout] and [Config.MaxBytes], before the engine receives any
// of it. So an engine never sees half an image or a decompression bomb. A failure (refused, no such name, no connection, a bad
// certificate, too slow, too large, broken off, any status but success or a redirect) is answered with an error status and no
// body, so that neither our text nor a server's error page is printed. [ports.Session.Drain] reports it.
//
// Few headers pass. The server receives what the engine accepts and its User-Agent, by which font services choose the format; no
// cookies, credentials, origin or referrer. Where the service reads a style sheet before the engine does, it sends the same. The engine
// receives the body, its type and its framing policy; no cookies, challenges, caching, preloads, refreshes or policies for other
// requests. Every answer may be used from any origin, since documents have no origin and web fonts need one.
//
// # One document
//
// A document is printed several times: its header, its footer, its body, and the body again if the header grew or the
// engine crashed. What its prints share is a scope ([Egress.OpenScope]):
//
//   - Each address is fetched once, and every print receives the same answer or the same failure. Bodies stay in memory
//     until the document is finished. Engines send no credentials and no cookies, so that the address alone identifies
//     the answer.
//   - [Config.MaxRequests] and [Config.MaxTotal] bound the addresses and the bytes of a document. What an engine
//     abandoned, for example by a crash, does not count.
//   - The network may use half of the time that the document has left when it starts. After two time-outs in a row, a
//     host's other requests fail at once. So a server that hangs costs a document its pictures only.
//   - 32 resources are fetched at once.
//
// Connections to servers are kept for all documents; connections of engines are not.
//
// # Whose traffic it is
//
// A connection belongs to the print during which it was opened, and ends with it: Drain closes them all, used or idle. So
// a late request of one document never counts for the next. A request under way at Drain counts as a request, and not as a
// failure: the document was printed without waiting for it. The same is true of a request that the engine cancelled. Requests
// that an engine refuses itself (file addresses, a list of unsafe ports) never arrive here and are not counted. Any process
// of this machine can use a session, and would be counted.
//
// # An upstream proxy
//
// If all requests must go through another proxy, [Config.UpstreamProxy] names it. Addresses are still checked here: the name is
// resolved and checked as always, and the upstream receives CONNECT for the checked address, for plain HTTP too. (An
// absolute-form request for an address would not do: RFC 9112, section 3.2.2, has proxies put the address into the Host
// field, and shared hosts then answer for another site.) The upstream must allow CONNECT to 443, and to 80 if plain HTTP
// is wanted; Squid's default denies the latter. If the network here does not resolve public names, or the upstream
// filters by name, [Config.UpstreamDNS] sends it names instead; the upstream itself must then refuse those that lead to
// internal addresses. Hosts in Config.Allow are reached directly.
//
// # Why not a proxy library
//
// elazarl/goproxy, the best-kept forward proxy, reads requests inside CONNECT without a bound on their headers, and serves
// them without deadlines on untracked connections. It ends a body that breaks off under chunked encoding as if it were
// complete. And what it adds to net/http, tunnels and hooks for every case, must not exist in this package.
// net/http serves both the outer and the inner connections here. The list of addresses that are not public is
// code.dny.dev/ssrf's, which is generated from IANA's registries.
package egress
