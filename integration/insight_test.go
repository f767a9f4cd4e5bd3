package integration_test

import (
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	otlp "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"platen/integration/harness"
	"platen/ports/machine"
)

// scrape reads the metrics.
func scrape(t testing.TB, s *harness.Service) string {
	t.Helper()
	response, err := http.Get(s.Admin + "/metrics")
	require.NoError(t, err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, response.StatusCode)
	require.True(t, strings.HasPrefix(response.Header.Get("Content-Type"), "text/plain; version=0.0.4"))
	return string(text)
}

// metric is the value of a line; empty if there is none.
func metric(t testing.TB, s *harness.Service, name string) string {
	t.Helper()
	for line := range strings.Lines(scrape(t, s)) {
		if value, found := strings.CutPrefix(line, name+" "); found {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// TestMetrics: the contract's metrics exist after a few documents, and Prometheus's linter reports nothing.
func TestMetrics(t *testing.T) {
	t.Parallel()
	for _, engine := range both {
		t.Run(engine, func(t *testing.T) {
			s := harness.Start(t, "PLATEN_ENGINE="+engine, "PLATEN_METRICS_BY_CLIENT=true")
			delivered(t, call{}.to(t, s))
			delivered(t, call{body: fields{"html": `<p style="break-before:page;page-break-before:always">x<img src="http://10.1.2.3/x.png">`}}.to(t, s))
			refused(t, call{body: "{}"}.to(t, s), http.StatusBadRequest)
			for name, want := range map[string]string{
				`platen_http_requests_total{code="200"}`:                                             "2",
				`platen_http_requests_total{code="400"}`:                                             "1",
				`platen_http_request_duration_seconds_count{code="200"}`:                             "2",
				fmt.Sprintf(`platen_documents_total{client="tests",engine=%q,result="ok"}`, engine):  "2",
				fmt.Sprintf(`platen_document_phase_seconds_count{engine=%q,phase="render"}`, engine): "2",
				fmt.Sprintf(`platen_document_pages_count{engine=%q}`, engine):                        "2",
				fmt.Sprintf(`platen_document_bytes_count{engine=%q}`, engine):                        "2",
				`platen_resources_failed_total{reason="refused"}`:                                    "1",
				`platen_queue_length`:        "0",
				`platen_slots{state="busy"}`: "0",
				`platen_slots{state="idle"}`: "1",
				fmt.Sprintf(`platen_engine_workers{engine=%q,state="idle"}`, engine): "1",
				fmt.Sprintf(`platen_engine_restarts_total{engine=%q}`, engine):       "0",
				`platen_keys`:                       "1",
				`platen_keys_reload_failures_total`: "0",
				`platen_rate_limit_errors_total`:    "0",
			} {
				require.Equal(t, want, metric(t, s, name), "%s", name)
			}
			text := scrape(t, s)
			require.Regexp(t, `(?m)^platen_build_info\{engine="`+engine+`",engine_version="[^"]*\d+\.\d+[^"]*",version="[^"]+"\} 1$`, text)
			require.Eventually(t, func() bool { // a process that used the network is replaced
				memory, err := strconv.ParseFloat(metric(t, s, fmt.Sprintf("platen_engine_memory_bytes{engine=%q}", engine)), 64)
				return err == nil && memory > 1e6 && memory < 1e9
			}, patience, 10*time.Millisecond)
			require.NotContains(t, text, harness.Key)
			require.NotContains(t, text, "10.1.2.3")
			check := exec.Command(machine.Program(t, "promtool"), "check", "metrics")
			check.Stdin = strings.NewReader(text)
			said, err := check.CombinedOutput()
			require.NoError(t, err, "%s", said)
			require.Empty(t, string(said))
		})
	}
}

// TestMetricsOfBrokenKeysFile: a broken file shows in a metric and in /readyz, and the service stays ready.
func TestMetricsOfBrokenKeysFile(t *testing.T) {
	t.Parallel()
	path := file(t, "keys.yaml", "- "+entry("billing", "key-of-billing")+"\n")
	s := harness.Start(t, quick, "PLATEN_AUTH_KEYS_FILE="+path)
	require.Equal(t, "2", metric(t, s, "platen_keys"))
	require.NoError(t, os.WriteFile(path, []byte("- {"), 0o600))
	require.Eventually(t, func() bool { return metric(t, s, "platen_keys_reload_failures_total") == "1" }, patience, 5*time.Millisecond)
	require.Equal(t, "2", metric(t, s, "platen_keys"))
	response, err := http.Get(s.Admin + "/readyz")
	require.NoError(t, err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, response.StatusCode)
	require.Regexp(t, `"keys":"[^"]*keys_file`, string(body))
	require.NoError(t, os.Remove(path))
	require.NoError(t, syscall.Mkfifo(path, 0o600))
	require.Eventually(t, func() bool { return strings.Contains(s.Log(), path+" is not a regular file") }, patience, 5*time.Millisecond)
	began := time.Now()
	s.Stop(t)
	require.Less(t, time.Since(began), 10*time.Second)
}

// TestFloodDoesNotBlockOthers: while one client's documents fill the queue, another client's document is next.
func TestFloodDoesNotBlockOthers(t *testing.T) {
	t.Parallel()
	const flood, other = 6, "the-key-of-another-client"
	web := openSite(t)
	s := harness.Start(t, quick, web.allowed(), "PLATEN_EGRESS_TIMEOUT=1m", "PLATEN_AUTH_KEYS=tests="+harness.Key+",other="+other,
		"PLATEN_RENDER_CONCURRENCY=1", fmt.Sprintf("PLATEN_RENDER_QUEUE=%d", flood))
	asked, release := web.hold("/first")
	first := waitingFor(web, "/first").send(t.Context(), s)
	within(t, patience, asked)
	var waiting []<-chan outcome
	for i := range flood {
		waiting = append(waiting, call{}.send(t.Context(), s))
		require.Eventually(t, func() bool { return metric(t, s, "platen_queue_length") == fmt.Sprint(i+1) }, patience, 5*time.Millisecond)
	}
	// The queue is full: the last document of the flood is refused in favour of the other client's, which is next.
	held, letGo := web.hold("/other")
	others := waitingFor(web, "/other")
	others.header = map[string]string{"Authorization": "Bearer " + other}
	its := others.send(t.Context(), s)
	refused(t, within(t, patience, waiting[flood-1]).Answer, http.StatusServiceUnavailable)
	close(release)
	delivered(t, within(t, patience, first).Answer)
	within(t, patience, held)
	for _, w := range waiting[:flood-1] {
		require.Empty(t, w, "a document of the flood was before the other client's")
	}
	close(letGo)
	delivered(t, within(t, patience, its).Answer)
	for _, w := range waiting[:flood-1] {
		delivered(t, within(t, patience, w).Answer)
	}
}

// TestTraces: the service sends a document's steps to an OTLP receiver, as parts of the client's own trace.
func TestTraces(t *testing.T) {
	t.Parallel()
	received := make(chan *otlp.Span, 100)
	collectorServer := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var message collector.ExportTraceServiceRequest
		if body, err := io.ReadAll(r.Body); err == nil && proto.Unmarshal(body, &message) == nil {
			for _, resource := range message.ResourceSpans {
				for _, scope := range resource.ScopeSpans {
					for _, span := range scope.Spans {
						received <- span
					}
				}
			}
		}
		w.Header().Set("Content-Type", "application/x-protobuf")
	}))
	t.Cleanup(collectorServer.Close)
	pictures := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("a picture")) }))
	t.Cleanup(pictures.Close)
	s := harness.Start(t, quick, "OTEL_EXPORTER_OTLP_ENDPOINT="+collectorServer.URL, "OTEL_BSP_SCHEDULE_DELAY=50", "PLATEN_EGRESS_ALLOW=127.0.0.1")
	const trace, parent = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
	delivered(t, call{
		body:   fields{"html": "<p>Hello</p><img src='" + pictures.URL + "/a.png'>", "footerHtml": "<p><b class=pageNumber></b></p>"},
		header: map[string]string{"traceparent": "00-" + trace + "-" + parent + "-01"},
	}.to(t, s))

	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	names, parents := map[string]int{}, map[string]string{}
	var root, body string
	for root == "" || len(names) < 7 {
		select {
		case span := <-received:
			require.Equal(t, trace, hex.EncodeToString(span.TraceId))
			names[span.Name]++
			if hex.EncodeToString(span.ParentSpanId) == parent {
				root = hex.EncodeToString(span.SpanId)
				require.Equal(t, "POST "+operation, span.Name)
				continue
			}
			if span.Name == "body" {
				body = hex.EncodeToString(span.SpanId)
			}
			parents[span.Name] = hex.EncodeToString(span.ParentSpanId)
		case <-ctx.Done():
			t.Fatalf("only these spans came: %v", names)
		}
	}
	for _, step := range []string{"queue", "fill", "header and footer", "body", "stamp"} {
		require.Equal(t, root, parents[step], step)
	}
	require.Equal(t, body, parents["fetch"], "the print that waited for it")
	require.Contains(t, s.Log(), `"trace_id":"`+trace+`"`)
	require.Contains(t, s.Log(), `"slowest_resource":{"url":"`+pictures.URL+`/a.png","ms":`)
	require.Contains(t, scrape(t, s), `platen_resource_seconds_count{result="ok"} 1`)
}
