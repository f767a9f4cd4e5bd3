package integration_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptrace"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/adapters/fake"
	"platen/adapters/keyfile"
	"platen/integration/harness"
	"platen/ports/pdfcheck"
)

// asking is a call with a scenario for the fake.
func asking(scenario string) call { return call{header: map[string]string{"Platen-Fake": scenario}} }

func TestFakeScenarios(t *testing.T) {
	t.Parallel()
	service := harness.StartCommand(t, []string{"fake"}, "PLATEN_RATE_LIMIT_REQUESTS=600", "PLATEN_HTTP_BODY_LIMIT=1KiB")
	answer := printed(t, service, fields{"html": "<p>Hello {{name}}</p>", "data": fields{"name": "Ada"}})
	pdfcheck.In(t, answer.Body, pdfcheck.Sound(), pdfcheck.Text("Hello Ada"))
	require.Equal(t, "fake", answer.Header.Get("Platen-Engine"))

	limited := asking("429").to(t, service)
	refused(t, limited, http.StatusTooManyRequests)
	require.Equal(t, "1", limited.Header.Get("Retry-After"))
	require.Contains(t, limited.Header.Get("RateLimit"), "r=0")
	refused(t, asking("500").to(t, service), http.StatusInternalServerError)
	full := asking("503").to(t, service)
	refused(t, full, http.StatusServiceUnavailable)
	require.Equal(t, "1", full.Header.Get("Retry-After"))
	refused(t, asking("504").to(t, service), http.StatusGatewayTimeout)
	refused(t, asking("418").to(t, service), http.StatusBadRequest, "Platen-Fake", "418")

	_, err := asking("cut").try(t.Context(), service)
	require.ErrorContains(t, err, "unexpected EOF")
	began := time.Now()
	delivered(t, asking("slow=300ms").to(t, service))
	require.GreaterOrEqual(t, time.Since(began), 300*time.Millisecond)

	require.Equal(t, "3", asking("resources-failed=3").to(t, service).Header.Get("Platen-Resources-Failed"))
	refused(t, asking("resources-failed=x").to(t, service), http.StatusBadRequest, "Platen-Fake", "resources-failed=3")

	// Keys and limits are checked before any scenario.
	anonymous := asking("500")
	anonymous.header["Authorization"] = "Bearer wrong"
	refused(t, anonymous.to(t, service), http.StatusUnauthorized)
	refused(t, call{body: fields{"html": strings.Repeat("x", 2000)}}.to(t, service), http.StatusRequestEntityTooLarge)
}

// TestFakeRefusesLikeTheService: what the request alone shows to be wrong has one message.
func TestFakeRefusesLikeTheService(t *testing.T) {
	t.Parallel()
	settings := []string{"PLATEN_RENDER_MAX_PAGES=2", "PLATEN_TEMPLATE_MAX_SIZE=1KiB"}
	like := harness.StartCommand(t, []string{"fake"}, settings...)
	service := harness.Start(t, append(settings, quick)...)
	for part, body := range map[string]any{
		"offset 0":      "[]",
		"headerHtml":    fields{"html": "x", "headerHtml": 1},
		"{{#items}}":    fields{"html": "{{#items}}"},
		"1KiB":          fields{"html": strings.Repeat("x", 2000)},
		"ua-2":          fields{"html": `<meta name="platen:standards" content="ua-2">`},
		"not both":      fields{"html": `<meta name="platen:standards" content="a-2b a-3b">`},
		"4 pages, more": fields{"html": strings.Repeat(`<p style="break-after: page">A page</p>`, 3) + "The last"},
	} {
		var answers [2]struct{ Error string }
		for i, s := range []*harness.Service{like, service} {
			answer := call{body: body}.to(t, s)
			refused(t, answer, http.StatusBadRequest, part)
			require.NoError(t, json.Unmarshal(answer.Body, &answers[i]))
		}
		require.Equal(t, answers[1].Error, answers[0].Error)
	}
}

func TestFakeScriptAndRecords(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	script := filepath.Join(folder, "script.yaml")
	require.NoError(t, os.WriteFile(script, []byte("- {request: 2, answer: 429, retry_after: 7}\n- {request: 3, times: 2, answer: 503}\n"), 0o600))
	service := harness.StartCommand(t, []string{"fake", "--script", script, "--record", filepath.Join(folder, "requests")})
	for _, want := range []int{200, 429, 503, 503, 200} {
		answer := call{}.to(t, service)
		require.Equal(t, want, answer.Status)
		if want == http.StatusTooManyRequests {
			require.Equal(t, "7", answer.Header.Get("Retry-After"))
			require.Contains(t, string(answer.Body), "try again in 7 s")
		}
	}
	service.Stop(t)
	files, err := filepath.Glob(filepath.Join(folder, "requests", "*"))
	require.NoError(t, err)
	require.Len(t, files, 5)
	content, err := os.ReadFile(filepath.Join(folder, "requests", "0005.json"))
	require.NoError(t, err)
	require.NotContains(t, string(content), harness.Key)
	var recorded fake.Recorded
	require.NoError(t, json.Unmarshal(content, &recorded))
	require.Equal(t, http.StatusOK, recorded.Status)
	require.JSONEq(t, `{"html":"<p>Fine</p>"}`, string(recorded.JSON))
	require.Contains(t, string(content), "<p>Fine</p>", "as a person reads it")
}

// TestFakeSignals: SIGHUP reads the keys again, and a second SIGTERM ends the fake under a request that takes an hour.
func TestFakeSignals(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "keys.yaml")
	_, before, err := keyfile.NewKey("before", time.Time{})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, []byte(before+"\n"), 0o600))
	service := harness.StartCommand(t, []string{"fake"}, "PLATEN_AUTH_KEYS_FILE="+file, "PLATEN_HTTP_DRAIN_TIMEOUT=2h")
	secret, after, err := keyfile.NewKey("after", time.Time{})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, []byte(after+"\n"), 0o600))
	require.NoError(t, service.Signal(syscall.SIGHUP))
	require.Eventually(t, func() bool { return strings.Contains(service.Log(), "were read again") }, patience, time.Millisecond)
	delivered(t, call{header: map[string]string{"Authorization": "Bearer " + secret}}.to(t, service))

	slow, reading := asking("slow=1h"), make(chan struct{})
	slow.header["Expect"] = "100-continue" // is answered when the service reads the body
	underWay := slow.send(httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{Got100Continue: func() { close(reading) }}), service)
	within(t, patience, reading)
	require.NoError(t, service.Signal(syscall.SIGTERM))
	require.Eventually(t, func() bool {
		answer, err := call{}.try(t.Context(), service)
		return err != nil || answer.Status == http.StatusServiceUnavailable
	}, patience, time.Millisecond, "the first signal refuses new requests")
	require.NoError(t, service.Terminate(t), "the second ends it")
	cut := within(t, patience, underWay)
	require.True(t, cut.err != nil || cut.Status == http.StatusServiceUnavailable, "%v", cut)
}

// BenchmarkFakeStart is the time from the start of the program until it serves.
func BenchmarkFakeStart(b *testing.B) {
	for b.Loop() {
		service := harness.StartCommand(b, []string{"fake"})
		b.StopTimer()
		service.Stop(b)
		b.StartTimer()
	}
}

func TestFakeUsage(t *testing.T) {
	t.Parallel()
	for part, arguments := range map[string][]string{
		"nothere.yaml": {"fake", "--script", "nothere.yaml"},
		"http.addr":    {"fake", "--addr", "8080"},
		"auth.keys":    {"fake", "--addr", "127.0.0.1:0"},
	} {
		command := harness.Command(t, nil, arguments...)
		output, err := command.CombinedOutput()
		require.Error(t, err)
		require.Equal(t, 2, command.ProcessState.ExitCode(), "%s", output)
		require.Contains(t, string(output), part)
	}
}
