package machine_test

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/ports/machine"
)

// A program's name may hold blanks and parentheses, proc_pid_stat(5).
func TestTree(t *testing.T) {
	program := filepath.Join(t.TempDir(), "a (b) c")
	require.NoError(t, os.Symlink(machine.Program(t, "cat"), program))
	child := exec.CommandContext(t.Context(), program, "-u")
	in, err := child.StdinPipe()
	require.NoError(t, err)
	out, err := child.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, child.Start())
	_, err = in.Write([]byte("x"))
	require.NoError(t, err)
	_, err = io.ReadFull(out, make([]byte, 1)) // from here on it does nothing
	require.NoError(t, err)
	tree := machine.Tree(os.Getpid())
	require.Equal(t, os.Getpid(), tree[0].PID)
	var found machine.Process
	for _, p := range tree[1:] {
		if p.PID == child.Process.Pid {
			found = p
		}
	}
	require.Equal(t, os.Getpid(), found.Parent)
	require.Equal(t, "a (b) c", found.Name)
	require.Equal(t, program+" -u", found.Command)
	require.True(t, found.Running())
	require.False(t, found.Is(tree[0]))
	require.Positive(t, machine.Memory(found))
	require.Equal(t, 2*machine.Memory(found), machine.Memory(found, found))

	require.NoError(t, in.Close())
	require.NoError(t, child.Wait())
	require.False(t, found.Running())
	require.Zero(t, machine.Memory(found))
	require.Empty(t, machine.Tree(found.PID))
}
