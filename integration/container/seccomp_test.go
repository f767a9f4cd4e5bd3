package container_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/engines"
	"platen/integration/harness"
	"platen/ports/machine"
	"platen/ports/pdfcheck"
)

// TestSandboxInContainer: every engine prints with the profile of configs/deploy, and Chrome's sandbox is on.
func TestSandboxInContainer(t *testing.T) {
	for _, engine := range engines.All().Names() {
		t.Run(engine, func(t *testing.T) {
			c := newContainer(t)
			c.seccomp(t)
			command := c.command(t, append(harness.Settings("/tmp"), "PLATEN_ENGINE="+engine, "PLATEN_CHROME_SANDBOX=on"), program, "serve")
			service := harness.StartProcess(t, command, t.TempDir())
			answer := service.PDF(t, []byte(`{"html": "<p>Hello</p>", "headerHtml": "<p>Header</p>"}`))
			pdfcheck.In(t, answer.Body, pdfcheck.Whole(), pdfcheck.Text("Hello", "Header"))
			for _, p := range service.Processes() {
				if strings.Contains(p.Command, "--type=renderer") {
					requireConfined(t, p)
				}
			}
		})
	}
}

// requireConfined checks that a renderer is in the namespaces of Chrome's sandbox, under its filter as well as the container's.
func requireConfined(t *testing.T, renderer machine.Process) {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", renderer.PID))
	require.NoError(t, err)
	for _, line := range []string{"Uid:\t10001\t", "CapEff:\t0000000000000000", "NoNewPrivs:\t1", "Seccomp_filters:\t2"} {
		require.Contains(t, string(status), line)
	}
	for _, namespace := range []string{"user", "pid", "net"} {
		own, err := os.Readlink(fmt.Sprintf("/proc/%d/ns/%s", renderer.PID, namespace))
		require.NoError(t, err)
		tests, err := os.Readlink("/proc/self/ns/" + namespace)
		require.NoError(t, err)
		require.NotEqual(t, tests, own)
	}
}

// TestDoctorInContainer: doctor says whether the sandbox works. With Docker's default profile it does not.
func TestDoctorInContainer(t *testing.T) {
	for name, test := range map[string]struct {
		profile func(*container, *testing.T)
		fails   bool
		told    string
	}{
		"the profile of configs/deploy": {(*container).seccomp, false, `/chromium-headless-shell +\S+ +on +`},
		"Docker's default profile":      {(*container).dockersSeccomp, true, "a seccomp profile that permits clone and unshare"},
	} {
		t.Run(name, func(t *testing.T) {
			c := newContainer(t)
			test.profile(c, t)
			out, err := c.command(t, harness.Settings("/tmp"), program, "doctor").CombinedOutput()
			require.Equal(t, test.fails, err != nil, "%s", out)
			require.Regexp(t, test.told, string(out))
		})
	}
}

// TestProfileRefuses: of the namespaces that every user may make, the profile allows those that Chrome's sandbox needs. The kernel allows
// all of them.
func TestProfileRefuses(t *testing.T) {
	for namespace, refused := range map[string]bool{
		"--mount": true, "--uts": true, "--ipc": true, "--cgroup": true, "--time": true, "--net": false, "--pid": false,
	} {
		t.Run(namespace, func(t *testing.T) {
			command := []string{"unshare", "--user", "--map-root-user", namespace, "--fork", "true"}
			without := newContainer(t)
			out, err := without.command(t, nil, command...).CombinedOutput()
			require.NoError(t, err, "%s", out)
			with := newContainer(t)
			with.seccomp(t)
			out, err = with.command(t, nil, command...).CombinedOutput()
			require.Equal(t, refused, err != nil, "%s", out)
			require.Equal(t, refused, strings.Contains(string(out), "Operation not permitted"), "%s", out)
		})
	}
}
