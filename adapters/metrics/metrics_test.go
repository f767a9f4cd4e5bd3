package metrics_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/adapters/metrics"
	"platen/domain"
	"platen/ports"
	"platen/ports/machine"
)

// named are the metrics of the contract, section 7, with their labels.
var named = []string{
	"platen_build_info{engine,engine_version,version}",
	"platen_document_bytes{engine}",
	"platen_document_pages{engine}",
	"platen_document_phase_seconds{engine,phase}",
	"platen_documents_total{engine,result}",
	"platen_engine_memory_bytes{engine}",
	"platen_engine_restarts_total{engine}",
	"platen_engine_workers{engine,state}",
	"platen_http_request_duration_seconds{code}",
	"platen_http_requests_total{code}",
	"platen_keys",
	"platen_keys_next_expiry_timestamp_seconds",
	"platen_keys_reload_failures_total",
	"platen_queue_length",
	"platen_rate_limit_errors_total",
	"platen_rate_limited_total",
	"platen_resource_seconds{result}",
	"platen_resources_failed_total{reason}",
	"platen_slots{state}",
}

// busy returns a service's metrics after one event of each kind.
func busy(t *testing.T, config metrics.Config) *metrics.Metrics {
	t.Helper()
	m := metrics.New(config)
	m.Watch(metrics.Sources{
		Version: "v1.2.3", Workers: 2,
		Engines: func() []ports.EngineStatus {
			return []ports.EngineStatus{{EngineInfo: ports.EngineInfo{Name: "chrome", Version: "Chrome/1.2", Restarts: 3}}, {EngineInfo: ports.EngineInfo{Name: "other"}}}
		},
		Load:        func() (int, int, int) { return 5, 1, 3 },
		Keys:        func() int { return 7 },
		KeyFailures: func() int64 { return 8 },
		NextExpiry:  func() time.Time { return time.Unix(1800000000, 0) },
	})
	ctx := ports.WithClient(t.Context(), ports.Client{Name: "acme"})
	document := domain.Document{
		PDF: make([]byte, 5000), Pages: 3, Engine: "chrome",
		Timing:  domain.Timing{Queue: 20 * time.Millisecond, Render: 2 * time.Second, Compose: 30 * time.Millisecond},
		Traffic: domain.Traffic{Failed: []domain.FailedResource{{Reason: "answered 404"}, {Reason: "answered 403"}, {Reason: "refused: 10.0.0.1 is private"}}},
	}
	for _, err := range []error{nil, nil, &domain.Error{Code: domain.Overloaded}, errors.New("broken")} {
		_, _ = m.Generator(ports.GeneratorFunc(func(context.Context, domain.Request) (domain.Document, error) { return document, err }), chrome).
			Generate(ctx, domain.Request{})
	}
	for _, l := range []answer{{ports.Allowance{Granted: true}, nil}, {ports.Allowance{}, nil}, {ports.Allowance{}, errors.New("away")}} {
		got, err := m.Limiter(l).Take(ctx, ports.Client{Name: "acme"})
		require.Equal(t, l, answer{got, err}, "it is passed on")
	}
	m.Answered(200, 30*time.Millisecond)
	m.Answered(499, time.Second)
	m.Fetched(2*time.Second, false)
	m.Fetched(time.Second, true)
	return m
}

// chrome is the engine of every request.
func chrome(context.Context) string { return "chrome" }

// answer is a limiter that always gives this answer.
type answer struct {
	allowance ports.Allowance
	err       error
}

func (a answer) Take(context.Context, ports.Client) (ports.Allowance, error) {
	return a.allowance, a.err
}

func TestNamesAndLabels(t *testing.T) {
	text := string(busy(t, metrics.Config{}).Text())
	var got []string
	labelled := regexp.MustCompile(`(?m)^(platen_\w+?)(?:_bucket|_sum|_count)?(?:\{(.*)\})? \S+$`)
	for _, line := range labelled.FindAllStringSubmatch(text, -1) {
		name := line[1]
		var labels []string
		for _, label := range regexp.MustCompile(`(\w+)="[^"]*"`).FindAllStringSubmatch(line[2], -1) {
			if label[1] != "le" {
				labels = append(labels, label[1])
			}
		}
		if len(labels) > 0 {
			name += "{" + strings.Join(labels, ",") + "}"
		}
		if !slices.Contains(got, name) {
			got = append(got, name)
		}
	}
	slices.Sort(got)
	require.Equal(t, named, got)
	require.Contains(t, text, "go_goroutines ")
	require.Contains(t, text, "process_open_fds ")
	require.NotContains(t, text, "acme")
	require.NotContains(t, text, "10.0.0.1")
}

func TestValues(t *testing.T) {
	requireLines(t, busy(t, metrics.Config{}),
		`platen_build_info{engine="chrome",engine_version="Chrome/1.2",version="v1.2.3"} 1`,
		`platen_document_bytes_sum{engine="chrome"} 10000`,
		`platen_document_pages_bucket{engine="chrome",le="2"} 0`,
		`platen_document_pages_bucket{engine="chrome",le="5"} 2`,
		`platen_document_phase_seconds_count{engine="chrome",phase="queue"} 3`,
		`platen_document_phase_seconds_sum{engine="chrome",phase="render"} 4`,
		`platen_document_phase_seconds_bucket{engine="chrome",phase="compose",le="0.05"} 2`,
		`platen_documents_total{engine="chrome",result="ok"} 2`,
		`platen_documents_total{engine="chrome",result="overloaded"} 1`,
		`platen_documents_total{engine="chrome",result="render_failed"} 1`,
		`platen_engine_restarts_total{engine="chrome"} 3`,
		`platen_engine_workers{engine="chrome",state="busy"} 0`,
		`platen_engine_workers{engine="chrome",state="idle"} 2`,
		`platen_engine_workers{engine="chrome",state="lost"} 0`,
		`platen_http_requests_total{code="200"} 1`,
		`platen_http_requests_total{code="499"} 1`,
		`platen_http_request_duration_seconds_sum{code="499"} 1`,
		`platen_keys 7`,
		`platen_keys_next_expiry_timestamp_seconds 1.8e+09`,
		`platen_keys_reload_failures_total 8`,
		`platen_queue_length 5`,
		`platen_rate_limit_errors_total 1`,
		`platen_rate_limited_total 1`,
		`platen_resource_seconds_sum{result="failed"} 1`,
		`platen_resource_seconds_sum{result="ok"} 2`,
		`platen_resources_failed_total{reason="answered 4xx"} 4`,
		`platen_resources_failed_total{reason="refused"} 2`,
		`platen_slots{state="busy"} 1`,
		`platen_slots{state="idle"} 3`,
	)
}

func TestByClient(t *testing.T) {
	requireLines(t, busy(t, metrics.Config{ByClient: true}),
		`platen_documents_total{client="acme",engine="chrome",result="ok"} 2`,
		`platen_rate_limited_total{client="acme"} 1`,
	)
}

// A document whose client has left has no result.
func TestClientsThatLeave(t *testing.T) {
	m := metrics.New(metrics.Config{})
	ctx, leave := context.WithCancel(t.Context())
	leave()
	_, err := m.Generator(ports.GeneratorFunc(func(ctx context.Context, _ domain.Request) (domain.Document, error) {
		return domain.Document{}, ctx.Err()
	}), chrome).Generate(ctx, domain.Request{})
	require.ErrorIs(t, err, context.Canceled)
	_, err = m.Limiter(answer{err: context.Canceled}).Take(ctx, ports.Client{})
	require.ErrorIs(t, err, context.Canceled)
	require.NotContains(t, string(m.Text()), "platen_documents_total")
	requireLines(t, m, "platen_rate_limit_errors_total 0", "platen_rate_limited_total 0")
}

// Metrics whose labels are known exist before their first event.
func TestBeforeTheFirstEvent(t *testing.T) {
	requireLines(t, metrics.New(metrics.Config{}), "platen_rate_limit_errors_total 0", "platen_rate_limited_total 0",
		`platen_resource_seconds_count{result="failed"} 0`, `platen_resource_seconds_count{result="ok"} 0`, `platen_resources_failed_total{reason="other"} 0`)
}

func TestWorkers(t *testing.T) {
	m := metrics.New(metrics.Config{})
	chrome := ports.EngineStatus{EngineInfo: ports.EngineInfo{Name: "chrome"}}
	m.Watch(metrics.Sources{
		Workers: 2, Engines: func() []ports.EngineStatus {
			return []ports.EngineStatus{chrome, {EngineInfo: ports.EngineInfo{Name: "other"}}}
		},
		Load: func() (int, int, int) { return 0, 0, 0 }, Keys: func() int { return 0 }, KeyFailures: func() int64 { return 0 }, NextExpiry: time.Now,
	})
	const workers = `platen_engine_workers{engine="chrome",state=%q} %d`
	states := func(busy, idle, lost int) {
		t.Helper()
		requireLines(t, m, fmt.Sprintf(workers, "busy", busy), fmt.Sprintf(workers, "idle", idle), fmt.Sprintf(workers, "lost", lost), `platen_engine_workers{engine="other",state="idle"} 2`)
	}
	states(0, 2, 0)
	chrome.Printing = 1
	states(1, 1, 0)
	chrome.Problem = errors.New("gone")
	states(1, 0, 1)
	chrome.Printing = 0
	states(0, 0, 2)
}

// The number of values of the label is bounded, whatever the reasons.
func TestReasonsAreBounded(t *testing.T) {
	m := metrics.New(metrics.Config{})
	document := domain.Document{}
	for i := range 1000 {
		document.Traffic.Failed = append(document.Traffic.Failed, domain.FailedResource{Reason: strings.Repeat("x", i) + "\xff"})
	}
	_, err := m.Generator(ports.GeneratorFunc(func(context.Context, domain.Request) (domain.Document, error) { return document, nil }), chrome).
		Generate(t.Context(), domain.Request{})
	require.NoError(t, err)
	require.Equal(t, 65, strings.Count(string(m.Text()), "\nplaten_resources_failed_total{"))
	requireLines(t, m, `platen_resources_failed_total{reason="other"} 936`)
}

// TestPromtool runs Prometheus's own linter.
func TestPromtool(t *testing.T) {
	for _, config := range []metrics.Config{{}, {ByClient: true}} {
		check := exec.Command(machine.Program(t, "promtool"), "check", "metrics")
		check.Stdin = bytes.NewReader(busy(t, config).Text())
		said, err := check.CombinedOutput()
		require.NoError(t, err, "the Debian package prometheus: %s", said)
		require.Empty(t, string(said))
	}
}

func requireLines(t *testing.T, m *metrics.Metrics, lines ...string) {
	t.Helper()
	text := strings.Split(string(m.Text()), "\n")
	for _, line := range lines {
		require.Contains(t, text, line)
	}
}
