// Package contract tests the conformance suite of platen contract: it has a case for each given statement of the contract, finds
// nothing on the service and its fake, and finds each fault of a table of mutants.
package contract
