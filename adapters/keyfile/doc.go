// Package keyfile implements ports.Keyring with keys from a file of hashes and from the configuration, for installations with a
// handful of clients and no identity provider.
//
// The file is a YAML or JSON list. Each key has the name of its client and the SHA-256 hash of the secret, in
// hexadecimal. It may have a time at which it expires, and a rate limit of its own:
//
//   - {name: "billing", sha256: "(64 hexadecimal digits)"}
//   - name: "crm"
//     sha256: "(64 hexadecimal digits)"
//     expires: 2027-01-01T00:00:00Z
//     rate_limit: {requests: 6000, window: 1m, burst: 600}
//
// NewKey makes such a line, so `platen keys new billing >> keys.yaml` adds a client. A name may occur several times: while a
// client changes to a new key, the old one is still valid.
//
// The file is read every half a second, and used if its text has changed. Reading notices every kind of change: a file written in
// place, replaced by renaming, exchanged through symbolic links as Kubernetes does with secrets, in a folder that was removed
// and made again, or on a network file system that reports no events. A broken file changes no key; it is logged, and Problem
// and Failures report it.
package keyfile
