// Package keyfile knows API keys from a file of hashes and from the configuration: the Keyring of an installation
// that has a handful of clients and no identity provider.
//
// The file is a YAML or JSON list, in which every key has the name of its client and the SHA-256 hash of the
// secret, in hexadecimal:
//
//   - {name: "billing", sha256: "(64 hexadecimal digits)"}
//
// NewKey makes such a line, so `platen keys new billing >> keys.yaml` adds a client. A name may stand there several
// times: while clients change over to a new key, the old one still holds. The file is read again when it
// changes, whether it is written in place, replaced by renaming, or exchanged through symbolic links as Kubernetes
// does with secrets. One that is broken changes nothing but the log.
package keyfile
