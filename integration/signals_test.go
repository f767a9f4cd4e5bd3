package integration_test

import (
	"encoding/json"
	"encoding/pem"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/adapters/keyfile"
	"platen/integration/harness"
	"platen/ports/machine"
)

// readiness is the answer of /readyz.
type readiness struct {
	Ready  bool              `json:"ready"`
	Checks map[string]string `json:"checks"`
}

// ready requests /readyz; the status must match the answer.
func ready(t *testing.T, s *harness.Service) (r readiness) {
	t.Helper()
	response, err := http.Get(s.Admin + "/readyz")
	require.NoError(t, err)
	defer response.Body.Close()
	require.NoError(t, json.NewDecoder(response.Body).Decode(&r))
	want := http.StatusServiceUnavailable
	if r.Ready {
		want = http.StatusOK
	}
	require.Equal(t, want, response.StatusCode)
	return r
}

// TestReadyz: the parts of the service are listed one by one. With a broken keys file, clients with keys are still served.
func TestReadyz(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "keys.yaml")
	_, line, err := keyfile.NewKey("other", time.Time{})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, []byte(line+"\n"), 0o600))
	s := harness.Start(t, quick, "PLATEN_AUTH_KEYS_FILE="+file)
	require.Equal(t, readiness{true, map[string]string{"service": "ok", "engine": "ok", "keys": "ok", "temporary folder": "ok"}}, ready(t, s))

	require.NoError(t, os.WriteFile(file, []byte("not: a list"), 0o600))
	require.NoError(t, s.Signal(syscall.SIGHUP))
	require.Eventually(t, func() bool { return ready(t, s).Checks["keys"] != "ok" }, patience, 20*time.Millisecond)
	require.Contains(t, ready(t, s).Checks["keys"], file)
	require.True(t, ready(t, s).Ready)
}

// TestHealth: `platen health` asks where the settings have the admin listener, and its exit code is the health check of the image.
func TestHealth(t *testing.T) {
	t.Parallel()
	_, port, err := net.SplitHostPort(machine.FreeAddress(t))
	require.NoError(t, err)
	s := harness.Start(t, quick, "PLATEN_ADMIN_ADDR=:"+port)
	for addr, want := range map[string]int{":" + port: 0, "127.0.0.1:" + port: 0, "[::]:" + port: 0, machine.FreeAddress(t): 1, "": 2} {
		got := start(t, "", []string{"PLATEN_ADMIN_ADDR=" + addr}, "health")
		require.Equal(t, want, got.exit, "%s: %s", addr, got.err)
		require.Equal(t, want == 0, strings.Contains(got.out, `"ready":true`), got.out)
	}
	require.NoError(t, s.Signal(syscall.SIGTERM))
	require.Eventually(t, func() bool { return start(t, "", []string{"PLATEN_ADMIN_ADDR=:" + port}, "health").exit == 1 }, patience, 20*time.Millisecond)
}

// TestLogWithoutReader: a service whose log's reader ended, as a collector that crashed, still serves.
func TestLogWithoutReader(t *testing.T) {
	t.Parallel()
	temp := t.TempDir()
	command := harness.Command(t, append(harness.Settings(temp), quick), "serve")
	command.Path, command.Args = "/bin/bash", append([]string{"bash", "-c", `exec "$0" "$@" 2> >(true)`, command.Path}, command.Args[1:]...)
	s := harness.StartProcess(t, command, temp)
	for range 3 {
		s.PDF(t, []byte(`{"html": "x"}`))
	}
}

// TestReload: SIGHUP does not affect the requests under way, and reads the keys again.
func TestReload(t *testing.T) {
	t.Parallel()
	web := openSite(t)
	file := filepath.Join(t.TempDir(), "keys.yaml")
	_, before, err := keyfile.NewKey("before", time.Time{})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, []byte(before+"\n"), 0o600))
	authority := httptest.NewTLSServer(nil)
	defer authority.Close()
	roots := filepath.Join(t.TempDir(), "roots.pem")
	certificate := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: authority.Certificate().Raw})
	require.NoError(t, os.WriteFile(roots, certificate, 0o600))
	s := harness.Start(t, quick, "PLATEN_AUTH_KEYS_FILE="+file, "PLATEN_EGRESS_CA_FILE="+roots, web.allowed(), "PLATEN_EGRESS_TIMEOUT=1m")
	asked, release := web.hold("/reload")
	underWay := waitingFor(web, "/reload").send(t.Context(), s)
	within(t, patience, asked)

	secret, after, err := keyfile.NewKey("after", time.Time{})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, []byte(after+"\n"), 0o600))
	require.NoError(t, s.Signal(syscall.SIGHUP))
	require.Eventually(t, func() bool {
		answer := call{body: "{}", header: map[string]string{"Authorization": "Bearer " + secret}}.to(t, s)
		return answer.Status == http.StatusBadRequest
	}, patience, time.Millisecond)
	require.Eventually(t, func() bool { return strings.Contains(s.Log(), "keys and certificates were read again") }, patience, time.Millisecond)
	require.NoError(t, os.WriteFile(roots, []byte("no certificate"), 0o600))
	require.NoError(t, s.Signal(syscall.SIGHUP))
	require.Eventually(t, func() bool { return strings.Contains(s.Log(), `"setting":"egress.ca_file"`) }, patience, time.Millisecond)
	close(release)
	got := within(t, patience, underWay)
	require.NoError(t, got.err)
	delivered(t, got.Answer)
}

// TestDrainDelay: /readyz answers 503 at once, and new requests are served until the delay is over.
func TestDrainDelay(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, quick, "PLATEN_HTTP_DRAIN_DELAY=1h")
	require.NoError(t, s.Signal(syscall.SIGTERM))
	require.Eventually(t, func() bool { return !ready(t, s).Ready }, patience, 20*time.Millisecond)
	require.Equal(t, "shutting down", ready(t, s).Checks["service"])
	delivered(t, call{}.to(t, s))
	require.NoError(t, s.Terminate(t), "a second signal ends it at once")
}

// TestSecondSignal ends a service at once while a request would take an hour. The service leaves nothing and exits with 0.
func TestSecondSignal(t *testing.T) {
	t.Parallel()
	for _, engine := range both {
		t.Run(engine, func(t *testing.T) {
			web := openSite(t)
			s := harness.Start(t, "PLATEN_ENGINE="+engine, web.allowed(), "PLATEN_EGRESS_TIMEOUT=1h", "PLATEN_RENDER_TIMEOUT=2h", "PLATEN_HTTP_DRAIN_TIMEOUT=2h")
			asked, _ := web.hold("/second")
			underWay := waitingFor(web, "/second").send(t.Context(), s)
			within(t, patience, asked)
			processes := s.Processes()
			require.NoError(t, s.Signal(syscall.SIGTERM))
			require.Eventually(t, func() bool { return !ready(t, s).Ready }, patience, 20*time.Millisecond)
			require.Eventually(t, func() bool {
				return call{body: "{}"}.to(t, s).Status == http.StatusServiceUnavailable
			}, patience, time.Millisecond, "new requests")

			require.NoError(t, s.Terminate(t), "the exit code and the files that are left")
			cut := within(t, patience, underWay)
			require.True(t, cut.err != nil || cut.Status == http.StatusServiceUnavailable, "%v", cut)
			// The service waits until killed processes have closed their files; on a busy machine they end a moment later.
			require.Eventually(t, func() bool { return !slices.ContainsFunc(processes, machine.Process.Running) },
				patience, 20*time.Millisecond, "%v", processes)
		})
	}
}
