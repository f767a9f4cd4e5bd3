package weasyprint_test

import (
	_ "embed" // of the script
	"encoding/json"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/weasyprint"
	"platen/ports/machine"
)

//go:embed confine.py
var confineScript string

// attacks are what a worker must not do, with the layer that alone forbids it, but for alsoBy. Each prints "done" or an error.
var attacks = []struct{ layer, attack string }{
	{"network", "import socket; s = socket.socket(); s.connect(('127.0.0.1', int(sys.argv[2])))"},
	{"files", "open(sys.argv[3], 'w').close()"},
	{"system calls", "os.execv('/bin/echo', ['echo', 'done'])"},
	{"system calls", "os.waitpid(os.fork() or os._exit(0), 0)"},
	{"system calls", "os.waitpid(os.posix_spawn('/bin/true', ['true'], {}), 0)"},
	{"system calls", "os.kill(os.getppid(), 0)"},
	{"system calls", "import signal, threading; signal.pthread_kill(threading.get_ident(), 0)"},
	{"system calls", "os.setsid()"},
	{"system calls", "os.setpgid(0, 0)"},
	{"system calls", "check(libc.unshare(0))"},
	{"capabilities", "open(f'/proc/{os.getppid()}/environ').close()"},
	{"limits", "bytearray(1 << 30)"},
}

// alsoBy has the layers that forbid the same: without sockets there is no network. Who is not root cannot read other processes from the
// user namespace of a network of its own, nor under Landlock.
var alsoBy = map[string][]string{"network": {"system calls"}, "capabilities": {"network", "files"}}

// TestConfinement attacks a process that is confined, and one without each layer in turn, where the attack succeeds.
func TestConfinement(t *testing.T) {
	python := machine.Program(t, "python3")
	_, port, err := net.SplitHostPort(machine.FreeAddress(t)) // nothing listens there: a connection is refused
	require.NoError(t, err)
	layers := []string{"network", "capabilities", "files", "system calls", "limits"}
	for _, a := range attacks {
		layer, attack := a.layer, a.attack
		t.Run(layer, func(t *testing.T) {
			try := func(layers []string) string {
				folder := t.TempDir()
				settings, err := json.Marshal(map[string]any{"confine": layers, "folder": folder, "memory": 512 << 20, "file": 1 << 20})
				require.NoError(t, err)
				script := "import json, sys, os\n" + confineScript + "\nassert confine(json.loads(sys.argv[1])) == {}\ntry:\n    " + attack +
					"\n    print('done')\nexcept ConnectionRefusedError:\n    print('done')\nexcept (OSError, MemoryError) as e:\n    print(repr(e))\n"
				out, err := exec.Command(python, "-c", script, string(settings), port, filepath.Join(t.TempDir(), "outside")).CombinedOutput()
				require.NoError(t, err, "%s", out)
				return strings.TrimSpace(string(out))
			}
			require.NotEqual(t, "done", try(layers), "confined")
			others := slices.DeleteFunc(slices.Clone(layers), func(l string) bool { return l == layer || slices.Contains(alsoBy[layer], l) })
			require.Equal(t, "done", try(others), "without the layer")
			if layer == "network" {
				require.NotEqual(t, "done", try([]string{"system calls"}), "the filter alone")
			}
			if layer == "network" || layer == "capabilities" && os.Geteuid() == 0 {
				require.NotEqual(t, "done", try([]string{layer}), "the layer alone")
			}
		})
	}
}

// TestImportRunsNoPrograms: Python would look for each of WeasyPrint's libraries with the C compiler.
func TestImportRunsNoPrograms(t *testing.T) {
	python, err := weasyprint.Config{}.Find()
	require.NoError(t, err)
	out, err := exec.Command(python, "-c", confineScript+"\nimport subprocess\nsubprocess.Popen = None\nimport weasyprint").CombinedOutput()
	require.NoError(t, err, "%s", out)
}
