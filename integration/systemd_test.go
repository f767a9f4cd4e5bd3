package integration_test

import (
	"net"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/integration/harness"
	"platen/ports/machine"
)

// hardening does in a mount namespace what systemd does for the options of the unit, as far as a namespace can. System call filters are
// tried by integration/container.
var hardening = []struct{ option, script string }{
	{"", `mount --make-rprivate /; mount -t tmpfs -o mode=755 tmpfs /run; install -m 755 "$0" /run/platen`},
	{"PrivateDevices=yes", `mkdir -m 755 /run/dev; cd /run/dev; mknod -m 666 null c 1 3; mknod -m 666 zero c 1 5; mknod -m 666 full c 1 7
		mknod -m 666 random c 1 8; mknod -m 666 urandom c 1 9; mkdir -m 1777 shm; cd /; mount --bind /run/dev /dev`},
	{"PrivateTmp=yes", `mount -t tmpfs -o mode=1777 tmpfs /tmp; mount -t tmpfs -o mode=1777 tmpfs /var/tmp`},
	{"ProtectHome=yes", `mount -t tmpfs -o ro tmpfs /root; mount -t tmpfs -o ro tmpfs /home`},
	{"ProtectKernelTunables=yes", `mount --bind /proc/sys /proc/sys; mount -o remount,bind,ro /proc/sys`},
	{"ProtectControlGroups=yes", `if [ -d /sys/fs/cgroup ]; then mount --bind /sys/fs/cgroup /sys/fs/cgroup; mount -o remount,bind,ro /sys/fs/cgroup; fi`},
	{"ProtectSystem=strict", `mount -o remount,bind,ro /`},
	{"UMask=0077", `umask 077`},
	{"NoNewPrivileges=yes", ""},
	{"CapabilityBoundingSet=\n", ""},
	{"User=platen", `exec setpriv --reuid 64000 --regid 64000 --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all /run/platen serve`},
}

// TestSystemdUnit: the service prints under the unit's hardening with Chrome's sandbox on, and tells systemd its states.
func TestSystemdUnit(t *testing.T) {
	t.Parallel()
	machine.Root(t)
	machine.Namespaces(t, syscall.CLONE_NEWNS|syscall.CLONE_NEWUSER) // the sandbox of Chrome needs the latter, which no chroot has
	unit, err := os.ReadFile("../configs/deploy/systemd/platen.service")
	require.NoError(t, err)
	var script strings.Builder
	for _, step := range hardening {
		require.Contains(t, string(unit), step.option)
		script.WriteString(step.script + "\n")
	}
	systemd, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: "@" + t.Name() + time.Now().String()})
	require.NoError(t, err)
	defer systemd.Close()
	require.NoError(t, systemd.SetReadDeadline(time.Now().Add(patience)))
	requireTold := func(state string) {
		message := make([]byte, 100)
		n, err := systemd.Read(message)
		require.NoError(t, err)
		require.Equal(t, state, string(message[:n]))
	}
	for _, engine := range both {
		temp := t.TempDir()
		command := harness.Command(t, append(harness.Settings(temp), "TMPDIR=/tmp", "HOME=/home/platen", "PLATEN_ENGINE="+engine,
			"PLATEN_CHROME_SANDBOX=on", "NOTIFY_SOCKET="+systemd.LocalAddr().String()))
		command.SysProcAttr.Cloneflags = syscall.CLONE_NEWNS
		command.Args, command.Path = []string{"sh", "-ec", script.String(), command.Path}, "/bin/sh"
		s := harness.StartProcess(t, command, temp)
		requireTold("READY=1")
		delivered(t, call{}.to(t, s))
		s.Stop(t)
		requireTold("STOPPING=1")
	}
}
