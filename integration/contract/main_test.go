// Package contract_test tests the conformance suite of platen contract: it has a case for each given statement of the contract, finds
// nothing on the service and its fake, and finds each fault of a table of mutants.
package contract_test

import (
	"testing"

	"platen/integration/harness"
)

func TestMain(m *testing.M) { harness.Main(m) }
