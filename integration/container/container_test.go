// Package container_test runs the service in a container, as configs/deploy starts it: a user of its own without capabilities, a
// read-only root file system, and the seccomp profile. Docker is not needed: runc starts the container from this machine's files, and
// Docker's own library translates the profiles.
package container_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/moby/profiles/seccomp"
	"github.com/opencontainers/runtime-spec/specs-go"
	"github.com/stretchr/testify/require"

	"platen/integration/harness"
	"platen/ports/machine"
)

func TestMain(m *testing.M) { harness.Main(m) }

// program is the path of the program in a container.
const program = "/platen"

// container is a container that is not running yet.
type container struct {
	folder string
	spec   *specs.Spec
}

// newContainer makes a container like that of compose.yaml. It shares the network of this machine.
func newContainer(t *testing.T) *container {
	t.Helper()
	requireRuntime(t)
	path, err := os.Executable()
	require.NoError(t, err)
	c := &container{folder: t.TempDir()}
	c.spec = &specs.Spec{
		Version: "1.0.2", // Debian 12 has a runc that knows no later one
		Root:    &specs.Root{Path: c.makeRoot(t), Readonly: true},
		Process: &specs.Process{
			Cwd: "/", NoNewPrivileges: true, User: specs.User{UID: 10001, GID: 10001}, Capabilities: &specs.LinuxCapabilities{},
		},
		Mounts: []specs.Mount{
			{Destination: "/proc", Type: "proc", Source: "proc"},
			{Destination: "/dev", Type: "tmpfs", Source: "tmpfs", Options: []string{"nosuid", "mode=755", "size=64k"}},
			{Destination: "/dev/shm", Type: "tmpfs", Source: "shm", Options: []string{"nosuid", "noexec", "nodev", "mode=1777", "size=64m"}},
			{Destination: "/tmp", Type: "tmpfs", Source: "tmpfs", Options: []string{"nosuid", "nodev", "mode=1777", "size=1g"}},
			{Destination: "/usr", Type: "bind", Source: "/usr", Options: []string{"rbind", "ro"}},
			{Destination: "/etc", Type: "bind", Source: "/etc", Options: []string{"rbind", "ro"}},
			{Destination: program, Type: "bind", Source: path, Options: []string{"bind", "ro"}},
		},
		Linux: &specs.Linux{
			Namespaces: []specs.LinuxNamespace{{Type: specs.PIDNamespace}, {Type: specs.IPCNamespace}, {Type: specs.UTSNamespace}, {Type: specs.MountNamespace}},
			// Docker's own.
			MaskedPaths:   []string{"/proc/acpi", "/proc/kcore", "/proc/keys", "/proc/timer_list", "/proc/sched_debug", "/proc/scsi"},
			ReadonlyPaths: []string{"/proc/bus", "/proc/fs", "/proc/irq", "/proc/sys", "/proc/sysrq-trigger"},
		},
	}
	return c
}

// requireRuntime ends the test on a machine that cannot start containers.
func requireRuntime(t *testing.T) {
	t.Helper()
	machine.Program(t, "runc")
	machine.Root(t)
	machine.Path(t, "/sys/fs/cgroup/*")
	machine.Namespaces(t, syscall.CLONE_NEWNS)
}

// makeRoot makes a root file system whose files are those of this machine.
func (c *container) makeRoot(t *testing.T) string {
	t.Helper()
	root := filepath.Join(c.folder, "root")
	for _, folder := range []string{"proc", "dev", "tmp", "usr", "etc"} {
		require.NoError(t, os.MkdirAll(filepath.Join(root, folder), 0o755))
	}
	require.NoError(t, os.Chmod(filepath.Join(root, "tmp"), 0o777|os.ModeSticky)) // runc keeps the mode of a mount point
	require.NoError(t, os.WriteFile(filepath.Join(root, program), nil, 0o600))
	for _, folder := range []string{"bin", "lib", "lib64"} {
		require.NoError(t, os.Symlink("usr/"+folder, filepath.Join(root, folder)))
	}
	return root
}

// seccomp gives the container the profile of configs/deploy.
func (c *container) seccomp(t *testing.T) {
	t.Helper()
	profile, err := os.ReadFile("../../configs/deploy/seccomp.json")
	require.NoError(t, err)
	c.spec.Linux.Seccomp, err = seccomp.LoadProfile(string(profile), c.spec)
	require.NoError(t, err)
}

// dockersSeccomp gives the container Docker's default profile.
func (c *container) dockersSeccomp(t *testing.T) {
	t.Helper()
	var err error
	c.spec.Linux.Seccomp, err = seccomp.GetDefaultProfile(c.spec)
	require.NoError(t, err)
}

// command runs a command in the container, with the environment of harness.Command.
func (c *container) command(t *testing.T, environment []string, arguments ...string) *exec.Cmd {
	t.Helper()
	c.spec.Process.Env = harness.Command(t, append(environment, "HOME=/tmp")).Env
	c.spec.Process.Args = arguments
	config, err := json.Marshal(c.spec)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(c.folder, "config.json"), config, 0o600))
	command := exec.Command("runc", "--root", filepath.Join(c.folder, "state"),
		"run", "--bundle", c.folder, filepath.Base(filepath.Dir(c.folder))+filepath.Base(c.folder))
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	return command
}
