package integration_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/integration/harness"
	"platen/ports/machine"
)

// Two clients of one service: the documents of one come from the configured engine, those of the other from an engine of its own.
const (
	general, special               = "wkhtmltopdf", "chrome"
	keyOfGeneral, keyOfSpecial     = "the-key-of-the-general-client", "the-key-of-the-special-client"
	specialEngine, unreadableEntry = `, "engine": "chrome"}`, `, "engine": "none"}`
)

// keysFor are the lines of a keys file for both, the second one with the given end.
func keysFor(end string) string {
	return "- " + entry("general", keyOfGeneral) + "\n- " + strings.TrimSuffix(entry("special", keyOfSpecial), "}") + end + "\n"
}

// with sends a small document with a key.
func with(t testing.TB, s *harness.Service, key string) harness.Answer {
	t.Helper()
	return call{header: map[string]string{"Authorization": "Bearer " + key}}.to(t, s)
}

// printedBy checks that a key's document comes from an engine.
func printedBy(t testing.TB, s *harness.Service, key, engine string) {
	t.Helper()
	answer := with(t, s, key)
	delivered(t, answer)
	require.Equal(t, engine, answer.Header.Get("Platen-Engine"))
}

// TestEngineOfClient: a key's documents come from its engine, and every view of the service shows both.
func TestEngineOfClient(t *testing.T) {
	t.Parallel()
	needEngines(t)
	s := harness.Start(t, "PLATEN_ENGINE="+general, "PLATEN_AUTH_KEYS_FILE="+file(t, "keys.yaml", keysFor(specialEngine)))
	printedBy(t, s, keyOfGeneral, general)
	printedBy(t, s, keyOfSpecial, special)
	now := ready(t, s)
	require.True(t, now.Ready)
	require.Equal(t, "ok", now.Checks["engine"])
	require.Equal(t, "ok", now.Checks["engine "+special])
	for _, engine := range []string{general, special} {
		require.Equal(t, "1", metric(t, s, fmt.Sprintf(`platen_documents_total{engine=%q,result="ok"}`, engine)))
		require.Equal(t, "1", metric(t, s, fmt.Sprintf(`platen_engine_workers{engine=%q,state="idle"}`, engine)))
		require.Regexp(t, `^[1-9]`, metric(t, s, fmt.Sprintf(`platen_engine_memory_bytes{engine=%q}`, engine)))
		require.Regexp(t, `(?m)^platen_build_info\{engine="`+engine+`",engine_version="[^"]*\d`, scrape(t, s))
		require.Contains(t, s.Log(), fmt.Sprintf(`"engine":%q,"pages":1`, engine))
	}
	require.Equal(t, "1", metric(t, s, `platen_slots{state="idle"}`), "both share the slots")

	previewed(t, s, keyOfSpecial, general)
	require.Equal(t, "2", metric(t, s, fmt.Sprintf(`platen_documents_total{engine=%q,result="ok"}`, general)), "the workbench's choice holds")

	response, err := http.Get(s.Admin + "/version")
	require.NoError(t, err)
	defer response.Body.Close()
	var version struct {
		Engine  struct{ Name string }
		Engines []struct{ Name, Version string }
	}
	require.NoError(t, json.NewDecoder(response.Body).Decode(&version))
	require.Equal(t, general, version.Engine.Name)
	require.Len(t, version.Engines, 2)
	require.Equal(t, special, version.Engines[1].Name)
	require.NotEmpty(t, version.Engines[1].Version)
}

// previewed makes a PDF in the workbench.
func previewed(t testing.TB, s *harness.Service, key, engine string) {
	t.Helper()
	request, err := http.NewRequest(http.MethodPost, s.Admin+"/workbench/pdf?engine="+engine, strings.NewReader(`{"html":"<p>x"}`))
	require.NoError(t, err)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer "+key)
	preview, err := http.DefaultClient.Do(request)
	require.NoError(t, err)
	defer preview.Body.Close()
	require.Equal(t, http.StatusOK, preview.StatusCode)
}

// TestEngineOfPreviewsIsSmall: an engine that only the workbench uses prints one document at a time, however many the service prints.
func TestEngineOfPreviewsIsSmall(t *testing.T) {
	t.Parallel()
	needEngines(t)
	s := harness.Start(t, "PLATEN_ENGINE="+special, "PLATEN_RENDER_CONCURRENCY=3")
	previewed(t, s, harness.Key, general)
	printing := slices.DeleteFunc(s.Processes(), func(p machine.Process) bool { return !strings.Contains(p.Command, general) })
	require.Len(t, printing, 1)
}

// TestEngineOfClientIsTheShadows: a key may name the engine that the service compares its own with.
func TestEngineOfClientIsTheShadows(t *testing.T) {
	t.Parallel()
	needEngines(t)
	s := harness.Start(t, "PLATEN_ENGINE="+general, "PLATEN_AUTH_KEYS_FILE="+file(t, "keys.yaml", keysFor(specialEngine)),
		"PLATEN_SHADOW_ENGINE="+special, "PLATEN_SHADOW_SAMPLE=0", "PLATEN_SHADOW_DIR="+t.TempDir())
	printedBy(t, s, keyOfGeneral, general)
	printedBy(t, s, keyOfSpecial, special)
}

// TestEnginesShareSlots: while a document of one engine has the only slot, one of the other engine waits.
func TestEnginesShareSlots(t *testing.T) {
	t.Parallel()
	needEngines(t)
	web := openSite(t)
	s := harness.Start(t, "PLATEN_ENGINE="+general, web.allowed(), "PLATEN_EGRESS_TIMEOUT=1m", "PLATEN_AUTH_KEYS_FILE="+file(t, "keys.yaml", keysFor(specialEngine)))
	asked, release := web.hold("/first")
	first := waitingFor(web, "/first").send(t.Context(), s)
	within(t, patience, asked)
	second := call{header: map[string]string{"Authorization": "Bearer " + keyOfSpecial}}.send(t.Context(), s)
	require.Eventually(t, func() bool { return metric(t, s, "platen_queue_length") == "1" }, patience, 5*time.Millisecond)
	require.Equal(t, "0", metric(t, s, fmt.Sprintf(`platen_engine_workers{engine=%q,state="busy"}`, special)))
	close(release)
	delivered(t, within(t, patience, first).Answer)
	delivered(t, within(t, patience, second).Answer)
}

// TestReloadOpensEngine: an engine that a changed file names is opened, while the others are served. An unknown engine changes no key.
func TestReloadOpensEngine(t *testing.T) {
	t.Parallel()
	needEngines(t)
	path := file(t, "keys.yaml", keysFor("}"))
	s := harness.Start(t, "PLATEN_ENGINE="+general, "PLATEN_AUTH_KEYS_FILE="+path)
	printedBy(t, s, keyOfSpecial, general)
	require.NoError(t, os.WriteFile(path, []byte(keysFor(unreadableEntry)), 0o600))
	require.Eventually(t, func() bool { return strings.Contains(s.Log(), "line 2: engine is not one of ") }, patience, 5*time.Millisecond)
	printedBy(t, s, keyOfSpecial, general)
	require.NoError(t, os.WriteFile(path, []byte(keysFor(specialEngine)), 0o600))
	require.Eventually(t, func() bool {
		printedBy(t, s, keyOfGeneral, general)
		answer := with(t, s, keyOfSpecial)
		if answer.Status == http.StatusServiceUnavailable {
			require.NotEmpty(t, answer.Header.Get("Retry-After"))
			return false
		}
		delivered(t, answer)
		return answer.Header.Get("Platen-Engine") == special
	}, patience, 5*time.Millisecond)
}

// TestEngineOfClientWithoutStandard: a key whose engine cannot make pdf.standards needs standards of its own, at the start and later.
func TestEngineOfClientWithoutStandard(t *testing.T) {
	t.Parallel()
	needEngines(t)
	const engine, problem = `, "engine": "wkhtmltopdf"`, "auth.keys_file: line 2: pdf.standards: the engine wkhtmltopdf cannot make ua-1"
	path := file(t, "keys.yaml", keysFor(engine+"}"))
	settings := []string{"PLATEN_ENGINE=chrome", "PLATEN_PDF_STANDARDS=ua-1", "PLATEN_AUTH_KEYS_FILE=" + path}
	refusal := start(t, "", append(settings, "PLATEN_HTTP_ADDR=127.0.0.1:0", "PLATEN_ADMIN_ADDR="), "serve")
	require.Equal(t, 2, refusal.exit, refusal.err)
	require.Contains(t, refusal.err, problem)

	require.NoError(t, os.WriteFile(path, []byte(keysFor(engine+`, "standards": "a-2b"}`)), 0o600))
	s := harness.Start(t, settings...)
	printedBy(t, s, keyOfSpecial, "wkhtmltopdf")
	require.NoError(t, os.WriteFile(path, []byte(keysFor(engine+"}")), 0o600))
	require.Eventually(t, func() bool { return strings.Contains(ready(t, s).Checks["keys"], problem) }, patience, 5*time.Millisecond)
	answer := with(t, s, keyOfSpecial)
	delivered(t, answer)
	require.Equal(t, "a-2b", answer.Header.Get("Platen-Standards"))
}

// TestEngineOfClientIsAway: while a key's engine cannot print, its documents are refused, and those of others are printed. That holds for
// an engine that cannot be started, and for one that ends and cannot be started again. Either is used as soon as it works.
func TestEngineOfClientIsAway(t *testing.T) {
	t.Parallel()
	needEngines(t)
	program, err := exec.LookPath("chromium-headless-shell")
	require.NoError(t, err)
	link := filepath.Join(t.TempDir(), "browser")
	path := file(t, "keys.yaml", keysFor(specialEngine))
	s := harness.Start(t, "PLATEN_ENGINE="+general, "PLATEN_AUTH_KEYS_FILE="+path, "PLATEN_CHROME_BIN="+link)
	away := func() {
		t.Helper()
		require.Eventually(t, func() bool {
			check := ready(t, s).Checks["engine "+special]
			return check != "" && check != "ok"
		}, patience, 10*time.Millisecond)
		now := ready(t, s)
		require.True(t, now.Ready, "it can print")
		require.Equal(t, "ok", now.Checks["engine"])
		answer := with(t, s, keyOfSpecial)
		refused(t, answer, http.StatusServiceUnavailable)
		require.NotEmpty(t, answer.Header.Get("Retry-After"))
		printedBy(t, s, keyOfGeneral, general)
	}
	away()
	require.Contains(t, s.Log(), "an engine that keys name cannot be started")
	require.Contains(t, s.Log(), "name a program that is installed")

	require.NoError(t, os.WriteFile(path, []byte(keysFor("}")), 0o600))
	require.Eventually(t, func() bool { return ready(t, s).Checks["engine "+special] == "" }, patience, 5*time.Millisecond, "nobody names it")
	printedBy(t, s, keyOfSpecial, general)
	require.NoError(t, os.WriteFile(path, []byte(keysFor(specialEngine)), 0o600))
	away()

	require.NoError(t, os.Symlink(program, link))
	require.NoError(t, s.Signal(syscall.SIGHUP))
	require.Eventually(t, func() bool { return with(t, s, keyOfSpecial).Status == http.StatusOK }, patience, 10*time.Millisecond)
	printedBy(t, s, keyOfSpecial, special)

	require.NoError(t, os.Remove(link))
	for _, p := range s.Processes() {
		if isBrowser(p.Command) {
			require.NoError(t, syscall.Kill(p.PID, syscall.SIGKILL))
		}
	}
	away()
	require.NoError(t, os.Symlink(program, link))
	require.Eventually(t, func() bool { return with(t, s, keyOfSpecial).Status == http.StatusOK }, patience, 10*time.Millisecond)
}
