package security_test

import (
	"testing"

	"platen/integration/harness"
	"platen/integration/security/disarmed"
)

func TestMain(m *testing.M) {
	disarmed.Main()
	harness.Main(m)
}

// TestThereAreEnoughRows counts an attack on one engine as a row.
func TestThereAreEnoughRows(t *testing.T) {
}
