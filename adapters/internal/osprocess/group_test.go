package osprocess_test

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"platen/adapters/internal/osprocess"
)

// beService makes the test binary a process that starts a group and then waits.
const beService = "BE_A_SERVICE"

func TestMain(m *testing.M) {
	if os.Getenv(beService) != "" {
		group, err := osprocess.Start(wrapper(os.Stdout))
		if err != nil {
			panic(err)
		}
		_ = group.Wait()
		return
	}
	goleak.VerifyTestMain(m)
}

// wrapper is a shell that does not exec, as in Debian's browser. It and its child ignore every signal that can be ignored. The
// child prints the ids of both.
func wrapper(out io.Writer) *exec.Cmd {
	command := exec.Command("/bin/sh", "-c", `trap "" HUP INT TERM PIPE; sh -c 'echo $PPID $$; exec sleep 1000' ; :`)
	command.Stdout = out
	return command
}

// TestGroupEndsWithItsService kills a service whose engine cannot react, since its processes are stopped.
func TestGroupEndsWithItsService(t *testing.T) {
	program, err := os.Executable()
	require.NoError(t, err)
	service := exec.Command(program)
	service.Env = append(os.Environ(), beService+"=1")
	out, err := service.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, service.Start())
	pids := readPids(t, out)
	for _, pid := range pids {
		require.NoError(t, syscall.Kill(pid, syscall.SIGSTOP))
	}

	require.NoError(t, service.Process.Kill())
	for _, pid := range pids {
		gone(t, pid)
	}
	_ = service.Wait()
}

func TestKillGroup(t *testing.T) {
	group, pids := start(t)
	require.Equal(t, pids[0], group.Pid())
	require.NoError(t, group.Kill())
	require.Error(t, group.Wait(), "it was killed")
	for _, pid := range pids {
		gone(t, pid)
	}
	require.NoError(t, group.Kill(), "after the end")
	require.Empty(t, watchdogs(t))
}

// TestRestEndsWithProgram: processes that a program leaves behind are killed.
func TestRestEndsWithProgram(t *testing.T) {
	group, pids := start(t)
	require.NoError(t, syscall.Kill(group.Pid(), syscall.SIGKILL))
	<-group.Ended()
	gone(t, pids[1])
	require.Empty(t, watchdogs(t))
}

// TestGroupOutlivesItsWatchdog: the end of a watchdog does not end the engine.
func TestGroupOutlivesItsWatchdog(t *testing.T) {
	group, pids := start(t)
	for _, pid := range watchdogs(t) {
		require.NoError(t, syscall.Kill(pid, syscall.SIGTERM), "which it ignores")
		require.NoError(t, syscall.Kill(pid, syscall.SIGKILL))
	}
	require.NoError(t, syscall.Kill(pids[1], 0))
	require.NoError(t, group.Kill())
	require.Error(t, group.Wait())
}

func TestStartUnknownProgram(t *testing.T) {
	_, err := osprocess.Start(exec.Command(filepath.Join(t.TempDir(), "none")))
	require.ErrorIs(t, err, os.ErrNotExist)
	require.Empty(t, watchdogs(t))
}

// start starts a group and gives the ids of its program and of the program's child.
func start(t *testing.T) (*osprocess.Group, []int) {
	t.Helper()
	reading, writing, err := os.Pipe()
	require.NoError(t, err)
	defer reading.Close()
	group, err := osprocess.Start(wrapper(writing))
	require.NoError(t, err)
	t.Cleanup(func() {
		_ = group.Kill()
		<-group.Ended()
	})
	require.NoError(t, writing.Close())
	return group, readPids(t, reading)
}

func readPids(t *testing.T, from io.Reader) []int {
	t.Helper()
	line, err := bufio.NewReader(from).ReadString('\n')
	require.NoError(t, err)
	var program, child int
	_, err = fmt.Sscan(line, &program, &child)
	require.NoError(t, err, line)
	return []int{program, child}
}

// gone waits for the end of a process. A zombie, whose parent is elsewhere, has ended.
func gone(t *testing.T, pid int) {
	t.Helper()
	require.Eventually(t, func() bool {
		stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
		return err != nil || strings.Contains(string(stat), ") Z ")
	}, 10*time.Second, time.Millisecond, "process %d", pid)
}

// watchdogs are the watchdogs of this process.
func watchdogs(t *testing.T) (pids []int) {
	t.Helper()
	lines, err := filepath.Glob("/proc/[0-9]*/cmdline")
	require.NoError(t, err)
	for _, line := range lines {
		command, _ := os.ReadFile(line)
		status, _ := os.ReadFile(filepath.Join(filepath.Dir(line), "status"))
		if strings.Contains(string(command), osprocess.Watchdog) && strings.Contains(string(status), fmt.Sprintf("PPid:\t%d\n", os.Getpid())) {
			pid, err := strconv.Atoi(filepath.Base(filepath.Dir(line)))
			require.NoError(t, err)
			pids = append(pids, pid)
		}
	}
	return pids
}
