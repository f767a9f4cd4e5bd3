package measure_test

import (
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/integration/bench/measure"
)

func TestParseStat(t *testing.T) {
	for stat, want := range map[string]measure.Process{
		"12 (cat) R 3 12 3 0":               {PID: 12, Parent: 3, Name: "cat"},
		"13 (a (strange) name) Z 1 13 13 0": {PID: 13, Parent: 1, Name: "a (strange) name", Zombie: true},
	} {
		got, err := measure.ParseStat(stat)
		require.NoError(t, err, stat)
		require.Equal(t, want, got, stat)
	}
	for _, broken := range []string{"", "12 cat R 3", "x (cat) R 3", "12 (cat) R", "12 (cat) R x", ")("} {
		_, err := measure.ParseStat(broken)
		require.Error(t, err, broken)
	}
}

func TestWatchSeesAChild(t *testing.T) {
	child := exec.CommandContext(t.Context(), "sleep", "60")
	require.NoError(t, child.Start())
	t.Cleanup(func() {
		_ = child.Process.Kill()
		_ = child.Wait()
	})
	seen := make(chan int64, 1)
	stop := measure.Watch(os.Getpid(), time.Millisecond, func(tree []measure.Process) {
		for _, p := range tree {
			if p.PID == child.Process.Pid {
				select {
				case seen <- measure.Memory(tree):
				default:
				}
			}
		}
	})
	require.Positive(t, <-seen, "the memory of the test and its child")
	stop()
}
