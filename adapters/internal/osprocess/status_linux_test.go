package osprocess_test

import (
	"bufio"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/adapters/internal/osprocess"
	"platen/domain"
)

// TestStatusCountsMemory measures a shell that holds a string of 32 MiB, and one that holds none.
func TestStatusCountsMemory(t *testing.T) {
	small, large := shell(t, "1"), shell(t, "33554432")
	require.Positive(t, small)
	require.Less(t, small, 8*domain.MiB)
	require.Greater(t, large, 32*domain.MiB)

	_, err := osprocess.StatusOf(1 << 30)
	require.ErrorIs(t, err, os.ErrNotExist)
}

func shell(t *testing.T, size string) domain.ByteSize {
	t.Helper()
	command := exec.Command("/bin/sh", "-c", `text=$(head -c $1 /dev/zero | tr '\0' x); echo ready; read -r _`, "sh", size)
	in, err := command.StdinPipe()
	require.NoError(t, err)
	out, err := command.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, command.Start())
	_, err = bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	status, err := osprocess.StatusOf(command.Process.Pid)
	require.NoError(t, err)
	own, err := osprocess.StatusOf(os.Getpid())
	require.NoError(t, err)
	require.InDelta(t, int64(own.Resident+status.Resident), int64(osprocess.TreeResident(os.Getpid())), float64(4*domain.MiB), "the test has no other child")
	require.NoError(t, in.Close())
	_ = command.Wait()
	return status.Resident
}

// TestPeak measures a shell that holds a string of 32 MiB for a while, and then the same shell again.
func TestPeak(t *testing.T) {
	const script = `read -r _; text=$(head -c 33554432 /dev/zero | tr '\0' x); unset text; echo done; read -r _; echo done; read -r _`
	command := exec.Command("/bin/sh", "-c", script)
	in, err := command.StdinPipe()
	require.NoError(t, err)
	out, err := command.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, command.Start())
	answers := bufio.NewReader(out)
	measure := func() domain.ByteSize {
		peak := osprocess.MeasurePeak(command.Process.Pid)
		_, err := in.Write([]byte("\n"))
		require.NoError(t, err)
		_, err = answers.ReadString('\n')
		require.NoError(t, err)
		return peak()
	}
	require.Greater(t, measure(), 32*domain.MiB)
	require.Less(t, measure(), 32*domain.MiB)
	require.NoError(t, in.Close())
	_ = command.Wait()
	require.Zero(t, osprocess.MeasurePeak(command.Process.Pid)())
}

func TestStopped(t *testing.T) {
	command := exec.Command("sleep", "1000")
	require.NoError(t, command.Start())
	defer func() {
		_ = command.Process.Kill()
		_ = command.Wait()
	}()
	stopped := func() bool {
		status, err := osprocess.StatusOf(command.Process.Pid)
		require.NoError(t, err)
		return status.Stopped
	}
	require.False(t, stopped())
	require.NoError(t, command.Process.Signal(syscall.SIGSTOP))
	require.Eventually(t, stopped, 10*time.Second, time.Millisecond)
}
