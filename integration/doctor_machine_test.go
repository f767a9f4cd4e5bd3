package integration_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/adapters/keyfile"
	"platen/adapters/shadowfolder"
	"platen/domain"
	"platen/integration/harness"
	"platen/ports/machine"
	"platen/ports/rendertest"
)

// namespaces are those of each machine.
const namespaces = syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS

// namespace is one in which a script changes the machine and then runs "$0" doctor.
type namespace struct {
	user     int    // the user id there
	script   string // run by sh; empty: nothing changes
	settings []string
	told     []string
	fails    bool
}

// TestDoctorOfMachines: doctor reports each thing that an installation lacks, with its remedy, and nothing else.
func TestDoctorOfMachines(t *testing.T) {
	t.Parallel()
	needEngines(t)
	machine.Namespaces(t, namespaces)
	keys := func(mode os.FileMode) string {
		path := filepath.Join(t.TempDir(), "keys.yaml")
		_, line, err := keyfile.NewKey("other", time.Time{})
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(path, []byte(line+"\n"), 0o600))
		require.NoError(t, os.Chmod(path, mode))
		return path
	}
	unreadable, shared := keys(0), keys(0o644)
	unwritable, taken := t.TempDir(), t.TempDir()
	require.NoError(t, os.Chmod(unwritable, 0o500))
	other, err := shadowfolder.Open(taken, domain.MiB)
	require.NoError(t, err)
	t.Cleanup(func() { _ = other.Close() })
	redis, proxy := rendertest.DeadAddress(t), rendertest.DeadAddress(t)
	for name, n := range map[string]namespace{
		"no sandbox": {
			script: `echo 1 > /proc/sys/user/max_user_namespaces; exec unshare --user --map-user=1000 --map-group=1000 "$0" doctor`,
			told:   []string{"! chrome: the kernel does not let Chrome set up its sandbox", "sysctl", "chrome.sandbox to off"}, fails: true,
		},
		"root's sandbox": {
			settings: []string{"PLATEN_CHROME_SANDBOX=on"},
			told:     []string{"! chrome: the sandbox of Chrome does not work for root", "auto or off"}, fails: true,
		},
		"a read-only temporary folder": {
			script: `mount -t tmpfs -o ro tmpfs "$TMPDIR"; exec "$0" doctor`,
			told:   []string{"cannot be written to", "read-only", "TMPDIR"}, fails: true,
		},
		"a full temporary folder": {
			script:   `mount -t tmpfs -o size=64k tmpfs "$TMPDIR"; head -c 65536 /dev/zero > "$TMPDIR/full"; exec "$0" doctor`,
			settings: []string{quick, noChrome},
			told:     []string{"the temporary folder", "0 MiB free", "make room, or set TMPDIR"}, fails: true,
		},
		// Of these, none keeps the service from starting, and none hides another.
		"what a service can do without": {
			script: `ulimit -n 700; exec "$0" doctor`,
			settings: []string{
				"PLATEN_RATE_LIMIT_REDIS_URL=redis://:secret@" + redis,
				"PLATEN_EGRESS_UPSTREAM_PROXY=http://me:secret@" + proxy,
				"PLATEN_AUTH_KEYS_FILE=" + shared,
			},
			told: []string{
				"! 700 file descriptors are too few", "LimitNOFILE=",
				"! rate_limit.redis_url: ", redis + ": connect: connection refused", "start Redis",
				"! egress.upstream_proxy: ", proxy + ": connect: connection refused", "start the proxy",
				"! auth.keys_file: every user", "chmod o-rwx " + shared,
			},
		},
		"a port for root": {
			user: 1, settings: []string{quick, noChrome, "PLATEN_HTTP_ADDR=127.0.0.1:80"},
			told: []string{" daemon\n", "! http.addr: ", "permission denied", "ports below 1024 are for root or CAP_NET_BIND_SERVICE"}, fails: true,
		},
		"a limited address space": {
			script: `ulimit -v 8000000; exec "$0" doctor`,
			told:   []string{"! an address space of 7812 MiB is too little", "remove LimitAS or ulimit -v"}, fails: true,
		},
		"unreadable keys": {
			user: 1000, settings: []string{quick, noChrome, "PLATEN_AUTH_KEYS_FILE=" + unreadable},
			told: []string{"permission denied", "chmod 600 " + unreadable}, fails: true,
		},
		"an unwritable folder of a shadow": {
			user: 1000, settings: []string{quick, noChrome, "PLATEN_SHADOW_ENGINE=chrome", "PLATEN_SHADOW_DIR=" + unwritable},
			told: []string{"! shadow.dir: ", "permission denied; let the user of the service write to it\n"}, fails: true,
		},
		"another instance's folder of a shadow": {
			settings: []string{quick, noChrome, "PLATEN_SHADOW_ENGINE=chrome", "PLATEN_SHADOW_DIR=" + taken},
			told:     []string{"! shadow.dir: ", "in use by another instance: give each a folder of its own\n"}, fails: true,
		},
	} {
		t.Run(name, func(t *testing.T) {
			out, err := n.run(t)
			require.Equal(t, n.fails, err != nil, out)
			for _, part := range n.told {
				require.Contains(t, out, part)
			}
			require.NotContains(t, out, "secret")
		})
	}
}

// run returns the output of doctor there.
func (n namespace) run(t *testing.T) (string, error) {
	t.Helper()
	settings := slices.Concat(only("chrome", "wkhtmltopdf"), []string{
		"TMPDIR=" + t.TempDir(), "PLATEN_AUTH_KEYS=tests=" + harness.Key, "PLATEN_HTTP_ADDR=127.0.0.1:0", "PLATEN_ADMIN_ADDR=127.0.0.1:0",
	}, n.settings)
	command := harness.Command(t, settings, "doctor")
	command.SysProcAttr.Cloneflags = namespaces
	command.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: n.user, HostID: os.Geteuid(), Size: 1}}
	command.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: n.user, HostID: os.Getegid(), Size: 1}}
	if n.script != "" {
		command.Args = []string{"sh", "-ec", n.script, command.Path}
		command.Path = "/bin/sh"
	}
	var out bytes.Buffer
	command.Stdout, command.Stderr = &out, &out
	err := command.Run()
	return out.String(), err
}
