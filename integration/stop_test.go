package integration_test

import (
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/integration/harness"
)

// TestStopWithIdleClient: a client that neither sends nor reads does not prevent the service from cleaning up.
func TestStopWithIdleClient(t *testing.T) {
	t.Parallel()
	for _, engine := range both {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			s := harness.Start(t, "PLATEN_ENGINE="+engine, "PLATEN_HTTP_DRAIN_TIMEOUT=1s")
			idler := dial(t, s)
			idler.send(head("Content-Length: 1000", "Expect: 100-continue"))
			line, err := idler.reader.ReadString('\n') // the service waits for the body
			require.NoError(t, err)
			require.Contains(t, line, "100 Continue")
			require.NoError(t, s.Terminate(t), "the exit code and what is left")
			require.Contains(t, s.Log(), "cut off by the shutdown")
		})
	}
}

// TestStopWhileStarting ends the service as soon as its engine has begun to start.
func TestStopWhileStarting(t *testing.T) {
	t.Parallel()
	for _, engine := range both {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			temp := t.TempDir()
			service := harness.Command(t, []string{
				"PLATEN_HTTP_ADDR=127.0.0.1:0", "PLATEN_ADMIN_ADDR=", "PLATEN_AUTH_KEYS=tests=" + harness.Key, "PLATEN_ENGINE=" + engine, "TMPDIR=" + temp,
			}, "serve")
			require.NoError(t, service.Start())
			require.Eventually(t, func() bool { return len(entries(t, temp)) > 0 }, patience, time.Millisecond)
			require.NoError(t, service.Process.Signal(syscall.SIGTERM))
			_ = service.Wait() // an error if it had not started
			require.Empty(t, entries(t, temp))
		})
	}
}

func entries(t *testing.T, folder string) []os.DirEntry {
	t.Helper()
	found, err := os.ReadDir(folder)
	require.NoError(t, err)
	return found
}
