package machine_test

import (
	"errors"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/ports/machine"
)

// recorder is a test that records how it was ended.
type recorder struct {
	testing.TB
	skipped, failed string
}

func (r *recorder) Skip(args ...any) {
	r.skipped = args[0].(string)
	runtime.Goexit()
}

func (r *recorder) Fatal(args ...any) {
	r.failed = args[0].(string)
	runtime.Goexit()
}

// record runs a test to its end.
func record(t *testing.T, test func(testing.TB)) *recorder {
	r := &recorder{TB: t}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		test(r)
	}()
	<-ended
	return r
}

// TestMissingPrograms: a test that needs a missing program is skipped by its name on a laptop, and fails in CI.
func TestMissingPrograms(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	for message, test := range map[string]func(testing.TB){
		"pdftoppm is not installed: install the Debian package poppler-utils, or run make setup":    func(t testing.TB) { machine.Program(t, "pdftoppm") },
		"redis-server is not installed: install the Debian package redis-server, or run make setup": func(t testing.TB) { machine.Program(t, "redis-server") },
		"some-engine is not installed: install the Debian package some-engine, or run make setup": func(t testing.TB) {
			machine.Started(t, errors.New("no engine on PATH (apt-get install some-engine), or set bin"))
		},
	} {
		for ci, inCI := range map[string]bool{"": false, "false": false, "true": true, "1": true} {
			t.Setenv("CI", ci)
			r := record(t, test)
			if inCI {
				require.Equal(t, message, r.failed)
				require.Empty(t, r.skipped)
			} else {
				require.Equal(t, message, r.skipped)
				require.Empty(t, r.failed)
			}
		}
	}
}

// TestOtherFailures: a program that is there, and another failure, end no test.
func TestOtherFailures(t *testing.T) {
	r := record(t, func(t testing.TB) {
		require.NotEmpty(t, machine.Program(t, "sh"))
		machine.Started(t, errors.New("the browser crashed"))
		machine.Started(t, nil)
	})
	require.Empty(t, r.skipped+r.failed)
}
