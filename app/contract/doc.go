// Package contract tests any server against the HTTP contract: sections 1 to 5 as named cases, each with a few requests and
// the expected answers. It depends on the contract only, not on this service's code.
//
// The suite is safe to run against a production service: it sends its requests one after the other, and waits if the RateLimit
// fields say so. Cases that need a full queue or a used-up limit run only on request.
package contract
