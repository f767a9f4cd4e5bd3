// Package engines_test tests the differences between engines, and what they have in common, from outside: the README's table of
// engines, lengths on paper, and processes and files under load.
package engines_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	registry "platen/adapters/engines"
	"platen/domain"
	"platen/integration/harness"
)

func TestMain(m *testing.M) { harness.Main(m) }

// engines are the names of all engines in the configuration.
var engines = registry.All().Names()

const mm = domain.Millimetre

// start starts a service for an engine, with settings. All tests that have none share one.
func start(t *testing.T, engine string, settings ...string) *harness.Service {
	t.Helper()
	if len(settings) == 0 {
		return harness.Shared(t, "PLATEN_ENGINE="+engine)
	}
	return harness.Start(t, append([]string{"PLATEN_ENGINE=" + engine}, settings...)...)
}

// print prints a document without margins of its own.
func print(t *testing.T, service *harness.Service, html string) []byte {
	t.Helper()
	return request(t, service, map[string]string{"html": "<!doctype html><style>body{margin:0}</style>" + html})
}

// request prints a request of these fields.
func request(t *testing.T, service *harness.Service, fields map[string]string) []byte {
	t.Helper()
	body, err := json.Marshal(fields)
	require.NoError(t, err)
	return service.PDF(t, body).Body
}
