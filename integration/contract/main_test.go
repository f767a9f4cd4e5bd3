package contract_test

import (
	"testing"

	"platen/integration/harness"
)

func TestMain(m *testing.M) { harness.Main(m) }
