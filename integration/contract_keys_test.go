package integration_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/integration/harness"
)

// entry is a line of a keys file.
func entry(name, secret string) string {
	return fmt.Sprintf(`{"name": %q, "sha256": "%x"}`, name, sha256.Sum256([]byte(secret)))
}

// TestContractKeysFile: a file of hashes in YAML or JSON is read again when it changes; a broken one changes no key.
func TestContractKeysFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "keys.yaml")
	write := func(content string) { require.NoError(t, os.WriteFile(path, []byte(content), 0o600)) }
	write("- " + entry("old", "the-old-key") + "\n")
	service := harness.Start(t, quick, "PLATEN_AUTH_KEYS_FILE="+path)
	status := func(key string) int {
		return call{body: "{}", header: map[string]string{"Authorization": "Bearer " + key}}.to(t, service).Status
	}
	becomes := func(key string, want int) {
		t.Helper()
		require.Eventually(t, func() bool { return status(key) == want }, patience, 5*time.Millisecond)
	}
	const known, unknown = http.StatusBadRequest, http.StatusUnauthorized
	require.Equal(t, known, status("the-old-key"))
	require.Equal(t, known, status(harness.Key), "the environment's keys are still valid")
	require.Equal(t, unknown, status("the-new-key"))

	// The file is replaced by a JSON file.
	next := path + ".next"
	require.NoError(t, os.WriteFile(next, []byte("["+entry("new", "the-new-key")+","+entry("old", "the-old-key")+"]"), 0o600))
	require.NoError(t, os.Rename(next, path))
	becomes("the-new-key", known)
	require.Equal(t, known, status("the-old-key"))

	// A broken file changes only the log.
	write("- {name: broken")
	require.Eventually(t, func() bool { return strings.Contains(service.Log(), "keys file cannot be used") }, patience, 5*time.Millisecond)
	require.Equal(t, known, status("the-new-key"))

	// A removed key is refused.
	write("- " + entry("newest", "the-newest-key"))
	becomes("the-newest-key", known)
	require.Equal(t, unknown, status("the-new-key"))
	require.Equal(t, unknown, status("the-old-key"))
	require.Equal(t, known, status(harness.Key))
	for _, secret := range []string{"the-old-key", "the-new-key", "the-newest-key"} {
		require.NotContains(t, service.Log(), secret)
	}
}

// TestContractLog: the log is JSON, without keys, bodies or values.
func TestContractLog(t *testing.T) {
	t.Parallel()
	unasked := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if connection, _, err := w.(http.Hijacker).Hijack(); err == nil {
			_, _ = connection.Write([]byte("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nSECRETUNASKED"))
			_ = connection.Close()
		}
	}))
	defer unasked.Close()
	service := harness.Start(t, quick, "PLATEN_TEMPLATE_MISSING=error", "PLATEN_LOG_LEVEL=debug", "PLATEN_RENDER_MAX_PAGES=1",
		"PLATEN_EGRESS_ALLOW="+unasked.Listener.Addr().String())
	for _, body := range []any{
		fields{"html": `<img src="` + unasked.URL + `">`},
		fields{"html": "<p>SECRETBODY {{SECRETNAME}}</p>", "css": "/*SECRETCSS*/", "headerHtml": "SECRETHEADER", "data": fields{"SECRETNAME": "SECRETVALUE"}},
		fields{"html": "{{SECRETMISSING}}", "data": fields{"x": "SECRETVALUE"}},
		fields{"html": `<p>SECRETBODY</p><p style="page-break-before:always">x</p>`},
		`{"html":"SECRETBODY`, `{"css":["SECRETCSS"]}`,
	} {
		call{body: body}.to(t, service)
		call{body: body, path: operation + "?key=SECRETQUERY"}.to(t, service)
		call{body: body, header: map[string]string{"Authorization": "Bearer SECRETWRONGKEY"}}.to(t, service)
		call{body: body, header: map[string]string{"Authorization": "Basic SECRETWRONGKEY", "Cookie": "SECRETCOOKIE", "Content-Type": "text/SECRETTYPE"}}.to(t, service)
	}
	answer := call{header: map[string]string{"X-Request-Id": "find-me"}}.to(t, service)
	delivered(t, answer)
	service.Stop(t)
	log := service.Log()
	require.NotContains(t, log, harness.Key)
	require.NotContains(t, log, "SECRET")
	require.Contains(t, log, "find-me")
	require.NotContains(t, log, "constructor", "the wiring of the program is not what debug is for")
	for line := range strings.Lines(log) {
		var entry map[string]any
		require.NoError(t, json.Unmarshal([]byte(line), &entry), "%s", line)
		require.NotEmpty(t, entry["level"], line)
		require.NotEmpty(t, entry["time"], line)
		require.NotEmpty(t, entry["msg"], line)
	}
}

// TestContractAdmin: the endpoints of the admin listener.
func TestContractAdmin(t *testing.T) {
	t.Parallel()
	for _, engine := range both {
		t.Run(engine, func(t *testing.T) {
			service := shared(t, engine)
			read := func(path string) (int, map[string]any) {
				response, err := http.Get(service.Admin + path)
				require.NoError(t, err)
				defer response.Body.Close()
				var body map[string]any
				require.NoError(t, json.NewDecoder(response.Body).Decode(&body))
				return response.StatusCode, body
			}
			for _, path := range []string{"/healthz", "/readyz"} {
				status, _ := read(path)
				require.Equal(t, http.StatusOK, status, path)
			}
			status, version := read("/version")
			require.Equal(t, http.StatusOK, status)
			words := strings.Fields(start(t, "", nil, "version").out)
			require.Equal(t, words[1], version["version"], "the same as `platen version`")
			about, isObject := version["engine"].(map[string]any)
			require.True(t, isObject, "%v", version)
			require.Equal(t, engine, about["name"])
			require.Regexp(t, `\d+\.\d+`, about["version"])
			status, _ = read(operation)
			require.Equal(t, http.StatusNotFound, status, "the operation is public")
		})
	}
}
