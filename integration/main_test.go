// Package integration_test has the tests of the whole program, which runs as a process and is used over HTTP, with documents from
// testdata.
package integration_test

import (
	"testing"

	"platen/integration/harness"
	"platen/ports/machine"
)

func TestMain(m *testing.M) { harness.Main(m) }

// quick is the engine that starts soonest, for tests of what no engine affects.
const quick = "PLATEN_ENGINE=wkhtmltopdf"

// shared is a service for an engine, with the default settings, that all tests share.
func shared(t *testing.T, engine string) *harness.Service {
	t.Helper()
	return harness.Shared(t, "PLATEN_ENGINE="+engine)
}

// needEngines ends a test of commands that start all engines, on a machine without one of them.
func needEngines(t testing.TB) {
	t.Helper()
	machine.Program(t, "chromium-headless-shell")
	machine.Program(t, "wkhtmltopdf")
}
