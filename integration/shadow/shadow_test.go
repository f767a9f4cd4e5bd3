// Package shadow_test tries the second engine of a service from outside, over HTTP: clients do not notice it, and what it
// leaves tells how far its documents differ.
package shadow_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"platen/adapters/shadowfolder"
	"platen/domain/comparison"
	"platen/integration/harness"
	"platen/ports/pdfcheck"
)

func TestMain(m *testing.M) { harness.Main(m) }

const patience = 60 * time.Second

// others are for each engine the second one.
var others = map[string]string{"chrome": "wkhtmltopdf", "wkhtmltopdf": "chrome"}

// start starts a service with a second engine that renders all documents again.
func start(t *testing.T, engine string, settings ...string) (*harness.Service, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "shadow")
	return harness.Start(t, append([]string{
		"PLATEN_ENGINE=" + engine, "PLATEN_SHADOW_ENGINE=" + others[engine], "PLATEN_SHADOW_SAMPLE=1", "PLATEN_SHADOW_DIR=" + dir,
	}, settings...)...), dir
}

// results waits for a number of results.
func results(t *testing.T, dir string, n int) (found shadowfolder.Results) {
	t.Helper()
	require.Eventually(t, func() bool {
		var err error
		found, err = shadowfolder.Read(dir)
		require.NoError(t, err)
		return len(found.Lines) >= n
	}, patience, 20*time.Millisecond)
	return found
}

// compared are the lines of documents that were not left out.
func compared(lines []comparison.Shadow) (found []comparison.Shadow) {
	for _, line := range lines {
		if line.LeftOut == "" {
			found = append(found, line)
		}
	}
	return found
}

// count is the value of a metric; empty if there is none.
func count(t *testing.T, s *harness.Service, name string) string {
	t.Helper()
	response, err := http.Get(s.Admin + "/metrics")
	require.NoError(t, err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	for line := range strings.Lines(string(text)) {
		if value, found := strings.CutPrefix(line, name+" "); found {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// second returns the processes of the second engine: the service's that give way to others.
func second(t *testing.T, s *harness.Service) (pids []int) {
	t.Helper()
	for _, p := range s.Processes() {
		// The kernel's answer is 20 minus the nice value (getpriority(2)).
		if priority, err := unix.Getpriority(unix.PRIO_PROCESS, p.PID); err == nil && priority == 1 && !p.Watchdog() {
			pids = append(pids, p.PID)
		}
	}
	return pids
}

// run runs `platen compare` and gives its exit code.
func run(t *testing.T, arguments ...string) (code int, told string) {
	t.Helper()
	command := harness.Command(t, []string{"TMPDIR=" + t.TempDir()}, append([]string{"compare"}, arguments...)...)
	out, err := command.CombinedOutput()
	if err != nil {
		var exit *exec.ExitError
		require.ErrorAs(t, err, &exit)
	}
	return command.ProcessState.ExitCode(), string(out)
}

// TestShadow: each document of a client is rendered by both engines, the client has its answer as ever, and what is kept is
// numbers. A report is made of them, and of the requests where they are kept.
func TestShadow(t *testing.T) {
	const secret = "4711-Confidential"
	body := fmt.Appendf(nil, `{"html":"<h1>Invoice {{n}}</h1><p>for %s","data":{"n":%q}}`, secret, secret)
	for engine, other := range others {
		t.Run(engine, func(t *testing.T) {
			s, dir := start(t, engine, "PLATEN_SHADOW_KEEP_REQUESTS=true")
			for n := range 2 {
				answer := s.PDF(t, body)
				require.Equal(t, engine, answer.Header.Get("Platen-Engine"))
				pdfcheck.In(t, answer.Body, pdfcheck.Whole(), pdfcheck.Pages(1), pdfcheck.Text(secret))
				results(t, dir, n+1)
			}
			found := results(t, dir, 2)
			line := found.Lines[0]
			require.Equal(t, []string{engine, other}, []string{line.Engines[0].Name, line.Engines[1].Name})
			require.NotEmpty(t, line.Engines[1].Version)
			require.NotEmpty(t, line.RequestID)
			require.Contains(t, line.Renders[engine].Fingerprint, "fonts=")
			require.Equal(t, line.Template, found.Lines[1].Template)
			compared := line.Comparisons[0]
			require.Equal(t, other, compared.Engine)
			require.Contains(t, []comparison.Verdict{comparison.Identical, comparison.Similar}, compared.Verdict)
			require.Equal(t, 4, compared.Words.Matched)
			for _, e := range []string{engine, other} {
				require.Nil(t, line.Renders[e].Error)
				require.Equal(t, 1, line.Renders[e].Pages)
				require.Positive(t, line.Renders[e].P50)
			}
			require.Eventually(t, func() bool {
				return count(t, s, fmt.Sprintf("platen_shadow_documents_total{verdict=%q}", compared.Verdict)) == "2"
			}, patience, 20*time.Millisecond)
			require.NotEmpty(t, second(t, s), "the second engine gives way to others")
			require.Equal(t, "2", count(t, s, fmt.Sprintf(`platen_documents_total{engine=%q,result="ok"}`, engine)), "clients' documents only")
			onlyNumbers(t, dir, secret, harness.Key)
			require.NotContains(t, s.Log(), secret)
			reports(t, dir, engine, other, secret)
		})
	}
}

// onlyNumbers looks through the lines, and at who may read the files.
func onlyNumbers(t *testing.T, dir string, texts ...string) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		require.NoError(t, err)
		info, err := entry.Info()
		require.NoError(t, err)
		require.Zero(t, info.Mode().Perm()&0o077, path)
		if strings.HasSuffix(path, ".jsonl") {
			content, err := os.ReadFile(path)
			require.NoError(t, err)
			for _, text := range texts {
				require.NotContains(t, string(content), text)
			}
		}
		return nil
	}))
}

// reports makes a report of the lines, and one of the kept requests.
func reports(t *testing.T, dir, engine, other, secret string) {
	t.Helper()
	out := t.TempDir()
	code, told := run(t, "--shadow", dir, "--out", out)
	require.Zero(t, code, told)
	require.Contains(t, told, other+" against "+engine+": 2 of 2 documents say the same")
	content, err := os.ReadFile(filepath.Join(out, "report.json"))
	require.NoError(t, err)
	var report comparison.Report
	require.NoError(t, json.Unmarshal(content, &report))
	require.Len(t, report.Documents, 2)
	require.NotEmpty(t, report.Documents[0].RequestID)
	require.Equal(t, 2, report.Sample.Requests)
	require.Equal(t, engine, report.Reference)
	require.NotContains(t, string(content), secret)

	code, told = run(t, "--shadow", dir, "--engine", engine, "--engine", other, "--out", out)
	require.Zero(t, code, told)
	pictures, err := filepath.Glob(filepath.Join(out, "pages", "*", "*.png"))
	require.NoError(t, err)
	require.NotEmpty(t, pictures)
}

// TestStoppedSecondEngine: clients have their answers while the second engine does nothing, and documents are dropped.
func TestStoppedSecondEngine(t *testing.T) {
	for engine := range others {
		t.Run(engine, func(t *testing.T) {
			s, dir := start(t, engine, "PLATEN_RENDER_CONCURRENCY=2")
			s.PDF(t, []byte(`{"html":"<p>x"}`))
			results(t, dir, 1)
			deadline := time.Now().Add(patience)
			for count(t, s, `platen_shadow_dropped_total{reason="busy"}`) == "" {
				for _, pid := range second(t, s) { // what replaces a stopped process is stopped too
					_ = syscall.Kill(pid, syscall.SIGSTOP) // it may have ended
				}
				s.PDF(t, []byte(`{"html":"<p>x"}`))
				require.True(t, time.Now().Before(deadline), "no document was dropped")
			}
		})
	}
}

// site serves an image at /, when it may.
func site(t *testing.T, serve func(n int, r *http.Request)) (address, allowed string) {
	t.Helper()
	n := 0
	turns := make(chan struct{}, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		turns <- struct{}{}
		n++
		mine := n
		<-turns
		serve(mine, r)
		w.Header().Set("Content-Type", "image/svg+xml")
		_, _ = w.Write([]byte(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>`))
	}))
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	return server.URL, "PLATEN_EGRESS_ALLOW=" + server.Listener.Addr().String()
}

// TestDroppedWhenBusy: while a document of a client is under way, none is rendered again. Some of those before it wait, and
// the others are dropped.
func TestDroppedWhenBusy(t *testing.T) {
	asked, release := make(chan struct{}, 9), make(chan struct{})
	address, allowed := site(t, func(_ int, r *http.Request) {
		asked <- struct{}{}
		select {
		case <-release:
		case <-r.Context().Done():
		}
	})
	s, dir := start(t, "chrome", allowed, "PLATEN_EGRESS_TIMEOUT=1m", "PLATEN_RENDER_CONCURRENCY=2")
	type outcome struct {
		answer harness.Answer
		err    error
	}
	long := make(chan outcome, 1)
	go func() {
		body, _ := json.Marshal(map[string]string{"html": "<p>long<img src=" + address + ">"})
		answer, err := s.Post(t.Context(), body)
		long <- outcome{answer, err}
	}()
	within(t, asked)
	for count(t, s, `platen_shadow_dropped_total{reason="busy"}`) == "" {
		s.PDF(t, []byte(`{"html":"<p>short"}`))
	}
	found, err := shadowfolder.Read(dir)
	require.NoError(t, err)
	require.Empty(t, compared(found.Lines))
	require.Equal(t, "busy", found.Lines[0].LeftOut)
	require.Equal(t, 1, found.Lines[0].Renders["chrome"].Pages)
	close(release)
	require.Equal(t, http.StatusOK, within(t, long).answer.Status)
	require.Eventually(t, func() bool {
		found, err := shadowfolder.Read(dir)
		return err == nil && len(compared(found.Lines)) > 1
	}, patience, 20*time.Millisecond)
	code, told := run(t, "--shadow", dir, "--out", t.TempDir())
	require.Zero(t, code, told)
	require.Regexp(t, `\d+ requests were sampled, \d+ left out \(\d+ busy\), of 1 page and \d+ ms at the median; the compared ones have 1 page and`, told)
}

// hanging returns a service whose second engine waits for an image that never comes, and its shadow.dir.
func hanging(t *testing.T, engine string) (s *harness.Service, dir string) {
	t.Helper()
	again := make(chan struct{}, 1)
	address, allowed := site(t, func(n int, r *http.Request) {
		if n == 2 {
			again <- struct{}{}
			<-r.Context().Done()
		}
	})
	s, dir = start(t, engine, allowed, "PLATEN_EGRESS_TIMEOUT=5m", "PLATEN_RENDER_TIMEOUT=10m")
	body, err := json.Marshal(map[string]string{"html": "<p>x<img src=" + address + ">"})
	require.NoError(t, err)
	s.PDF(t, body)
	within(t, again)
	return s, dir
}

// TestGivesWay: what is being rendered again makes way when a document arrives, and is rendered later.
func TestGivesWay(t *testing.T) {
	for engine := range others {
		t.Run(engine, func(t *testing.T) {
			s, dir := hanging(t, engine)
			s.PDF(t, []byte(`{"html":"<p>next"}`))
			require.Len(t, compared(results(t, dir, 2).Lines), 2)
		})
	}
}

func within[T any](t *testing.T, what <-chan T) (value T) {
	t.Helper()
	select {
	case value = <-what:
	case <-time.After(patience):
		require.FailNow(t, "nothing happened")
	}
	return value
}

// TestStopDespiteTheShadow: a shutdown does not wait for the second engine. The harness checks what is left, and the exit.
func TestStopDespiteTheShadow(t *testing.T) {
	for engine := range others {
		t.Run(engine, func(t *testing.T) {
			s, dir := hanging(t, engine)
			s.Stop(t)
			found, err := shadowfolder.Read(dir)
			require.NoError(t, err)
			require.Empty(t, compared(found.Lines))
			require.Len(t, found.Lines, 1)
			require.Equal(t, "stopped", found.Lines[0].LeftOut)
		})
	}
}

// TestSettings: what does not fit ends the start with 2, and names the key.
func TestSettings(t *testing.T) {
	taken := t.TempDir()
	folder, err := shadowfolder.Open(taken, 1<<20)
	require.NoError(t, err)
	t.Cleanup(func() { _ = folder.Close() })
	for setting, message := range map[string]string{
		"ENGINE=prince":                      `shadow.engine: "prince" is no engine`,
		"ENGINE=chrome":                      "the engine of the service with the same settings",
		"ENGINE=wkhtmltopdf,bin=/nowhere/wk": "/nowhere/wk",
		"DIR=":                               "shadow.dir: name the folder",
		"DIR=/proc/nowhere":                  "shadow.dir: ",
		"DIR=" + taken:                       "in use by another instance",
		"SAMPLE=5":                           "shadow.sample: 5 is not between 0 and 1",
	} {
		t.Run(setting, func(t *testing.T) {
			t.Parallel()
			command := harness.Command(t, []string{
				"PLATEN_HTTP_ADDR=127.0.0.1:0", "PLATEN_ADMIN_ADDR=", "PLATEN_AUTH_KEYS=tests=" + harness.Key, "TMPDIR=" + t.TempDir(),
				"PLATEN_SHADOW_ENGINE=wkhtmltopdf", "PLATEN_SHADOW_DIR=" + t.TempDir(), "PLATEN_SHADOW_" + setting,
			}, "serve")
			var told bytes.Buffer
			_ = time.AfterFunc(patience, func() { _ = command.Process.Kill() })
			command.Stderr = &told
			require.Error(t, command.Run())
			require.Equal(t, 2, command.ProcessState.ExitCode(), told.String())
			require.Contains(t, told.String(), message)
		})
	}
}

// TestWrongUse of the report.
func TestWrongUse(t *testing.T) {
	for name, arguments := range map[string][]string{
		"no folder":        {"--shadow", "/nowhere"},
		"nothing in it":    {"--shadow", t.TempDir()},
		"requests too":     {"--shadow", t.TempDir(), "x.json"},
		"no kept requests": {"--shadow", t.TempDir(), "--engine", "chrome", "--engine", "wkhtmltopdf"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out := filepath.Join(t.TempDir(), "report")
			code, told := run(t, append(arguments, "--out", out)...)
			require.Equal(t, 2, code, told)
			require.NoFileExists(t, filepath.Join(out, "report.json"))
		})
	}
}
