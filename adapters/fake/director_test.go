package fake_test

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	"platen/adapters/fake"
)

func TestParseScenario(t *testing.T) {
	for text, want := range map[string]fake.Scenario{
		"429": {Status: 429}, "500": {Status: 500}, "503": {Status: 503}, "504": {Status: 504}, "cut": {Cut: true}, "resources-failed=3": {ResourcesFailed: 3},
		"slow=2s": {Slow: 2 * time.Second}, "slow=5ms, 503": {Slow: 5 * time.Millisecond, Status: 503},
	} {
		got, err := fake.ParseScenario(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{"", "200", "404", "slow", "slow=", "slow=2", "slow=-1s", "cut,", "resources-failed=-1", "resources-failed=1000000", "429 503"} {
		_, err := fake.ParseScenario(text)
		require.Error(t, err, text)
	}
}

func TestParseAnswers(t *testing.T) {
	for part, step := range map[string]fake.Step{
		"counts from 1":  {Request: 0, Answer: "429"},
		"step 1: answer": {Request: 1, Answer: "418"},
		"negative":       {Request: 1, Answer: "429", Times: -1},
	} {
		require.ErrorContains(t, fake.Script{step}.ParseAnswers(), part)
	}
	require.NoError(t, fake.Script{{Request: 1, Answer: "429"}}.ParseAnswers())
}

// TestRecorderKeepsNoKey: a recorded request is complete except for the key.
func TestRecorderKeepsNoKey(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "requests")
	recorder, err := fake.NewRecorder(folder, zap.NewNop())
	require.NoError(t, err)
	handler := (&fake.Director{Recorder: recorder}).Around(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.WriteHeader(http.StatusTeapot)
	}))
	for _, body := range []string{`{"html": "<p>é</p>"}`, `no json`} {
		request, err := http.NewRequest(http.MethodPost, "/api/pdf/external", strings.NewReader(body))
		require.NoError(t, err)
		request.Header["Authorization"] = []string{"", "Bearer the-key"}
		request.Header.Set("X-Request-Id", "r1")
		handler.ServeHTTP(discard{}, request)
	}
	read := func(name string) (r fake.Recorded, text string) {
		content, err := os.ReadFile(filepath.Join(folder, name))
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(content, &r))
		return r, string(content)
	}
	first, text := read("0001.json")
	require.NotContains(t, text, "the-key")
	require.Equal(t, http.StatusTeapot, first.Status)
	require.Equal(t, "r1", first.Header.Get("X-Request-Id"))
	require.JSONEq(t, `{"html": "<p>é</p>"}`, string(first.JSON))
	second, _ := read("0002.json")
	require.Equal(t, "no json", second.Text)
}

// discard is a ResponseWriter that discards the answer.
type discard struct{}

func (discard) Header() http.Header         { return http.Header{} }
func (discard) Write(p []byte) (int, error) { return len(p), nil }
func (discard) WriteHeader(int)             {}
