// Package contract holds any server to the HTTP contract: sections 1 to 5 as named cases, each a few requests and
// what is expected of the answers. It knows the contract only, and nothing of this service's code.
//
// The suite is safe against a production service: it sends its requests one after the other, waits where the
// service's RateLimit fields say so, and leaves out what needs a full queue or a spent limit unless it is asked
// for it.
package contract
