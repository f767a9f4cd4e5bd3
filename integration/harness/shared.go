package harness

import (
	"errors"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/integration/program"
	"platen/ports/machine"
)

// shared are the services of Shared.
var shared = sharedServices{services: map[string]*Service{}}

type sharedServices struct {
	mu       sync.Mutex
	services map[string]*Service // by their settings
}

// Shared returns a service with two workers and settings of its own that all tests of the package share, since a start costs more than
// most documents. The first test that asks for it starts it. Main ends it after the last test, and fails if it left anything behind. A
// test that ends, signals or fills up its service, or counts what it does, needs Start.
func Shared(t testing.TB, settings ...string) *Service {
	t.Helper()
	shared.mu.Lock()
	defer shared.mu.Unlock()
	name := strings.Join(settings, "\n")
	if s := shared.services[name]; s != nil {
		return s
	}
	temp, err := os.MkdirTemp("", "shared-service-") //nolint:usetesting // it outlives the test
	require.NoError(t, err)
	started, err := program.Start(Command(t, append(append(Settings(temp), "PLATEN_RENDER_CONCURRENCY=2"), settings...), "serve"), temp)
	if err != nil {
		_ = os.RemoveAll(temp)
		machine.Started(t, err)
		t.Fatalf("the service did not start: %v", err)
	}
	s := &Service{started}
	shared.services[name] = s
	return s
}

// stop ends all of them.
func (all *sharedServices) stop() (err error) {
	all.mu.Lock()
	defer all.mu.Unlock()
	for _, s := range all.services {
		err = errors.Join(err, s.Discard())
	}
	return err
}
