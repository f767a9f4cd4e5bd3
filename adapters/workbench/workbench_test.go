package workbench_test

import (
	"context"
	"encoding/json"
	"image"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/workbench"
	"platen/domain"
	"platen/domain/comparison"
)

func page() *workbench.Workbench { return pageWith(nil, nil) }

func pageWith(preview, pdf http.Handler) *workbench.Workbench {
	return workbench.New(workbench.Config{Engines: []string{"good", "<b>"}, PublicAddr: "127.0.0.1:8080"}, preview, pdf)
}

// ask asks the handler; fields are header names and values in turn.
func ask(w *workbench.Workbench, method, path string, fields ...string) *http.Response {
	r := httptest.NewRequest(method, "http://127.0.0.1:9090"+path, http.NoBody)
	for i := 0; i < len(fields); i += 2 {
		r.Header.Set(fields[i], fields[i+1])
	}
	answer := httptest.NewRecorder()
	w.ServeHTTP(answer, r)
	return answer.Result()
}

func body(t *testing.T, response *http.Response) string {
	t.Helper()
	content, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	return string(content)
}

func TestPage(t *testing.T) {
	w := page()
	answer := ask(w, "GET", "/")
	require.Equal(t, 200, answer.StatusCode)
	policy := answer.Header.Get("Content-Security-Policy")
	for _, part := range []string{"default-src 'none'", "script-src 'self';", "frame-ancestors 'none'", "form-action 'none'"} {
		require.Contains(t, policy, part)
	}
	require.NotContains(t, policy, "unsafe")
	html := body(t, answer)
	nonce := regexp.MustCompile(`'nonce-([A-Z2-7]{26})'`).FindStringSubmatch(policy)
	require.NotNil(t, nonce, policy)
	require.Contains(t, html, `content="`+nonce[1]+`"`)
	require.NotEqual(t, policy, ask(w, "GET", "/").Header.Get("Content-Security-Policy"), "a nonce is used twice")
	require.Contains(t, html, "<option>&lt;b&gt;</option>")
	require.NotRegexp(t, `(?i)\son[a-z]+=|style=|<style|<script>`, html, "something is inline")

	// Everything that the page names is there.
	for _, found := range regexp.MustCompile(`(?:href|src)="(/[^"]+)"`).FindAllStringSubmatch(html, -1) {
		require.Equal(t, 200, ask(w, "GET", found[1]).StatusCode, found[1])
	}
	require.Equal(t, 404, ask(w, "GET", "/workbench/main.ts").StatusCode)
	require.Equal(t, 405, ask(w, "POST", "/").StatusCode)
	require.Equal(t, "GET, HEAD", ask(w, "DELETE", "/workbench/style.css").Header.Get("Allow"))
	script := ask(w, "GET", "/workbench/workbench.js")
	require.Equal(t, 304, ask(w, "GET", "/workbench/workbench.js", "If-None-Match", script.Header.Get("ETag")).StatusCode)
}

// TestExamples: all are requests, and copies of the corpus but for the first.
func TestExamples(t *testing.T) {
	w := page()
	for i, example := range workbench.Examples() {
		content := body(t, ask(w, "GET", "/workbench/"+example.Name+".json"))
		_, err := domain.ParseRequest([]byte(content))
		require.NoError(t, err, example.Name)
		require.Contains(t, body(t, ask(w, "GET", "/")), example.Title)
		if i > 0 {
			original, err := os.ReadFile(filepath.Join("..", "..", "integration", "testdata", "corpus", example.Name+".json"))
			require.NoError(t, err)
			require.Equal(t, string(original), content, example.Name)
		}
	}
}

// TestActionsAreGuarded: pages of other origins do not reach the actions, whatever they know.
func TestActionsAreGuarded(t *testing.T) {
	reached := ""
	say := func(name string) http.Handler {
		return http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached += name })
	}
	w := pageWith(say("preview "), say("pdf "))
	for _, fields := range [][]string{
		{"Origin", "https://evil.example"}, {"Origin", "http://127.0.0.1:8080"}, {"Origin", "null"}, {"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Site", "same-site"},
	} {
		answer := ask(w, "POST", "/workbench/preview", append(fields, "Authorization", "Bearer right")...)
		require.Equal(t, 403, answer.StatusCode, "%v", fields)
		require.Equal(t, "application/json", answer.Header.Get("Content-Type"))
	}
	require.Equal(t, 405, ask(w, "GET", "/workbench/preview").StatusCode)
	require.Empty(t, reached)
	ask(w, "POST", "/workbench/preview", "Origin", "http://127.0.0.1:9090")
	ask(w, "POST", "/workbench/pdf", "Sec-Fetch-Site", "same-origin")
	require.Equal(t, "preview pdf ", reached)
}

// service prints the HTML as it is, and shows a page of it.
type service struct{}

func (service) Engines() []string { return []string{"good"} }

func (service) GenerateWith(_ context.Context, engine string, r domain.Request) (domain.Document, error) {
	if engine != "good" {
		return domain.Document{}, domain.Invalidf("no such engine")
	}
	return domain.Document{PDF: []byte(r.HTML)}, nil
}

func (service) Preview(_ context.Context, _ domain.Request, engines []string, pictures func(comparison.Picture) error) (comparison.Preview, error) {
	if len(engines) == 0 {
		return comparison.Preview{}, domain.Invalidf("no engine")
	}
	picture := comparison.Picture{Engine: engines[0], Page: 3, Kind: comparison.HeatMap, Image: image.NewGray(image.Rect(0, 0, 2, 2))}
	return comparison.Preview{Missing: []string{"x"}}, pictures(picture)
}

func TestActions(t *testing.T) {
	actions := workbench.Actions{Previewer: service{}, Generators: service{}}
	request, err := domain.ParseRequest([]byte(`{"html":"<p>"}`))
	require.NoError(t, err)
	question := func(query string) *http.Request { return httptest.NewRequest(http.MethodPost, "/?"+query, http.NoBody) }

	contentType, content, err := actions.Preview(t.Context(), question("engine=good"), request)
	require.NoError(t, err)
	require.Equal(t, "application/json", contentType)
	var answer struct {
		Missing  []string
		Pictures []struct {
			Engine, Kind string
			Page         int
			PNG          []byte
		}
	}
	require.NoError(t, json.Unmarshal(content, &answer))
	require.Equal(t, []string{"x"}, answer.Missing)
	require.Equal(t, "heat", answer.Pictures[0].Kind)
	require.True(t, strings.HasPrefix(string(answer.Pictures[0].PNG), "\x89PNG"))
	_, _, err = actions.Preview(t.Context(), question(""), request)
	require.Error(t, err)

	contentType, content, err = actions.PDF(t.Context(), question("engine=good"), request)
	require.NoError(t, err)
	require.Equal(t, "application/pdf <p>", contentType+" "+string(content))
	_, _, err = actions.PDF(t.Context(), question("engine=bad"), request)
	require.Error(t, err)

	for query, want := range map[string]int{"": 1, "engine=a": 1, "engine=a&engine=b": 2, "engine=a&engine=b&engine=c": 2} {
		require.Equal(t, want, workbench.Documents(question(query)), query)
	}
}
