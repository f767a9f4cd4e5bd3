package program_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/adapters/program"
	"platen/domain"
	"platen/ports"
)

// pdf runs a shell's script as the command.
func pdf(t *testing.T, script string, timeout time.Duration) (domain.Document, error) {
	t.Helper()
	t.Setenv("TMPDIR", t.TempDir())
	t.Setenv("PLATEN_COMPARE_KEY", "secret")
	source, err := program.New(program.Config{Command: "sh -c '" + script + "' sh {html} {pdf}", Timeout: timeout, MaxPDF: domain.MiB})
	require.NoError(t, err)
	document, err := source.PDF(t.Context(), ports.Sample{Name: "x", Request: domain.Request{HTML: "<p>Grüße"}})
	left, _ := filepath.Glob(os.TempDir() + "/*")
	require.Empty(t, left)
	return document, err
}

func TestRunsTheCommand(t *testing.T) {
	document, err := pdf(t, `printf %%PDF- > "$2"; cat "$1" >> "$2"; env | grep -c PLATEN >> "$2" || true`, time.Minute)
	require.NoError(t, err)
	require.Equal(t, "%PDF-<p>Grüße0\n", string(document.PDF))
}

// TestBadPrograms: each has a clear error, soon, and nothing of it goes on.
func TestBadPrograms(t *testing.T) {
	for script, want := range map[string]string{
		`echo "no such font: Foo" >&2; exit 3`: "sh failed: exit status 3: no such font: Foo",
		`true`:                                 "sh ended well and wrote no PDF",
		`mkdir "$2"`:                           "wrote no regular file",
		`ln -s /etc/passwd "$2"`:               "wrote no regular file",
		`kill -9 $$`:                           "sh failed: signal: killed",
		`echo starting; sleep 600 & sleep 600`: "sh took longer than 1s: starting",
		`yes chatter`:                          "sh took longer than 1s: ",
		`yes chatter >&2 & sleep 0.2; exit 1`:  "sh failed: exit status 1: ",
		`yes > "$2"`:                           "sh failed: ",
	} {
		t.Run(script, func(t *testing.T) {
			began := time.Now()
			_, err := pdf(t, script, time.Second)
			require.ErrorContains(t, err, want)
			require.Less(t, len(err.Error()), 1000)
			require.Less(t, time.Since(began), 10*time.Second)
			require.NotContains(t, err.Error(), "secret")
		})
	}
}

// TestEndsWithTheRun: an interrupted comparison ends the program and what it started.
func TestEndsWithTheRun(t *testing.T) {
	started := filepath.Join(t.TempDir(), "started")
	command := `sh -c 'sleep 600 & echo $! > "$2.tmp"; mv "$2.tmp" "` + started + `"; wait' sh {html} {pdf}`
	source, err := program.New(program.Config{Command: command, Timeout: time.Minute, MaxPDF: domain.MiB})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		_, err := source.PDF(ctx, ports.Sample{})
		ended <- err
	}()
	var pid []byte
	require.Eventually(t, func() bool { pid, err = os.ReadFile(started); return err == nil }, 10*time.Second, 10*time.Millisecond)
	cancel()
	require.ErrorIs(t, <-ended, context.Canceled)
	require.Eventually(t, func() bool {
		status, err := os.ReadFile("/proc/" + strings.TrimSpace(string(pid)) + "/stat")
		return err != nil || strings.Contains(string(status), ") Z ")
	}, 10*time.Second, 10*time.Millisecond, "the child of the program runs on")
}

func TestWrongCommands(t *testing.T) {
	for command, want := range map[string]string{
		"":                             "name a program",
		"sh":                           "{html} and {pdf}",
		"sh {html}":                    "{html} and {pdf}",
		"{html} {pdf}":                 "{html} and {pdf}",
		"no-such-program {html} {pdf}": "no-such-program",
		"sh {html} {pdf} | cat":        "without a shell",
		"sh {html} > {pdf}":            "without a shell",
		"sh '{html} {pdf}":             "invalid command line",
		"/etc/passwd {html} {pdf}":     "permission denied",
	} {
		_, err := program.New(program.Config{Command: command})
		require.ErrorContains(t, err, want, command)
	}
}
