// Package contract tests the conformance suite of platen contract: that it has a case for each statement of the
// contract that is given, finds nothing on the service and its fake, and finds each fault of a table of mutants.
package contract
