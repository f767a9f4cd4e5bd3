// Package metrics measures the service for Prometheus. It wraps the ports, so that all implementations of a port are measured in the same
// way, without code of their own. Other values are read from Sources at each scrape.
//
// Labels hold codes, states, names of engines, and reasons in the program's own words. They never hold a key, a document or a client's
// text. The configured names of clients are labels only if Config.ByClient is set.
package metrics

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promauto"
	"github.com/prometheus/common/expfmt"
)

// Config configures the metrics, metrics.*.
type Config struct {
	// ByClient adds the label client, the name of an API key's owner, to platen_documents_total and
	// platen_rate_limited_total.
	ByClient bool `key:"by_client"`
}

// Metrics holds all metrics of one service. Safe for concurrent use.
type Metrics struct {
	config   Config
	registry *prometheus.Registry

	requests        *prometheus.CounterVec
	requestSeconds  *prometheus.HistogramVec
	documents       *prometheus.CounterVec
	phaseSeconds    *prometheus.HistogramVec
	pages           *prometheus.HistogramVec
	bytes           *prometheus.HistogramVec
	resourceSeconds *prometheus.HistogramVec
	resourcesFailed *prometheus.CounterVec
	reasons         reasons
	rateLimited     *prometheus.CounterVec
	rateLimitErrors prometheus.Counter
	shadowed        *prometheus.CounterVec
	shadowDropped   *prometheus.CounterVec
}

// seconds are the buckets of durations: from the time for a page of text to more than the default of render.timeout.
var seconds = []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60, 120}

// New makes the metrics of a service that has not started yet.
func New(config Config) *Metrics {
	m := &Metrics{config: config, registry: prometheus.NewRegistry(), reasons: reasons{seen: map[string]bool{}}}
	var client []string
	if config.ByClient {
		client = []string{"client"}
	}
	m.requests = m.counter("platen_http_requests_total",
		"Requests to the public listener, by HTTP status; 499: the client closed the connection before the answer.", "code")
	m.requestSeconds = m.histogram("platen_http_request_duration_seconds",
		"Time from a request's header to the end of its answer, by HTTP status.", seconds, "code")
	m.documents = m.counter("platen_documents_total", "Requested documents, by result: ok, or the error's code.",
		append([]string{"engine", "result"}, client...)...)
	m.phaseSeconds = m.histogram("platen_document_phase_seconds",
		"Time that documents spent in the queue, and delivered ones in the engine (render) and in all other steps (compose).",
		seconds, "engine", "phase")
	m.pages = m.histogram("platen_document_pages", "Pages of delivered documents.",
		[]float64{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000}, "engine")
	m.bytes = m.histogram("platen_document_bytes", "Sizes of delivered documents.", prometheus.ExponentialBuckets(4<<10, 4, 9), "engine")
	m.resourceSeconds = m.histogram("platen_resource_seconds",
		"Time to fetch an image, stylesheet or font from its server, by result: ok or failed.", seconds, "result")
	m.resourcesFailed = m.counter("platen_resources_failed_total",
		"Images, stylesheets and fonts that failed to load in delivered documents.", "reason")
	m.rateLimited = m.counter("platen_rate_limited_total", "Requests refused because their client had used up its rate limit.", client...)
	m.rateLimitErrors = m.counter("platen_rate_limit_errors_total",
		"Requests whose rate limit could not be checked because Redis could not be used.").WithLabelValues()
	m.shadowed = m.counter("platen_shadow_documents_total",
		"Documents that shadow.engine rendered as well, by how much its result differs.", "verdict")
	m.shadowDropped = m.counter("platen_shadow_dropped_total",
		"Documents of the shadow's sample that were not compared: the service was busy or stopping, or the comparison failed.", "reason")
	m.registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	// A metric exists before its first event, where its labels are known.
	m.resourceSeconds.WithLabelValues("ok")
	m.resourceSeconds.WithLabelValues("failed")
	m.resourcesFailed.WithLabelValues(otherReason)
	if !config.ByClient {
		m.rateLimited.WithLabelValues()
	}
	return m
}

func (m *Metrics) counter(name, help string, labels ...string) *prometheus.CounterVec {
	return promauto.With(m.registry).NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
}

func (m *Metrics) histogram(name, help string, buckets []float64, labels ...string) *prometheus.HistogramVec {
	return promauto.With(m.registry).NewHistogramVec(prometheus.HistogramOpts{Name: name, Help: help, Buckets: buckets}, labels)
}

// labels adds a client's name to a metric's labels, if it is configured.
func (m *Metrics) labels(client string, values ...string) []string {
	if m.config.ByClient {
		return append(values, client)
	}
	return values
}

// Answered counts a request that was answered with an HTTP status, from its header to the end of its answer.
func (m *Metrics) Answered(status int, took time.Duration) {
	code := strconv.Itoa(status)
	m.requests.WithLabelValues(code).Inc()
	m.requestSeconds.WithLabelValues(code).Observe(took.Seconds())
}

// Fetched counts a resource that was requested from its server.
func (m *Metrics) Fetched(took time.Duration, failed bool) {
	result := "ok"
	if failed {
		result = "failed"
	}
	m.resourceSeconds.WithLabelValues(result).Observe(took.Seconds())
}

// ContentType is the media type of Text.
const ContentType = "text/plain; version=0.0.4; charset=utf-8"

// Text returns all metrics in Prometheus's text format.
func (m *Metrics) Text() []byte {
	families, err := m.registry.Gather()
	var text bytes.Buffer
	if err != nil {
		fmt.Fprintf(&text, "# %q\n", err.Error()) // the metrics that were gathered follow
	}
	for _, family := range families {
		// A buffer takes all that is written.
		_, _ = expfmt.MetricFamilyToText(&text, family)
	}
	return text.Bytes()
}

// maxReasons bounds the values of the label reason, whatever engines report. All that follow are otherReason.
const (
	maxReasons  = 64
	otherReason = "other"
)

// reasons makes label values from the reasons for which resources fail.
type reasons struct {
	mu   sync.Mutex
	seen map[string]bool
}

var statusCode = regexp.MustCompile(`\b([1-9])\d\d\b`)

// of returns the reason without its details: the text after a colon, and the last digits of an HTTP status.
func (r *reasons) of(reason string) string {
	reason, _, _ = strings.Cut(reason, ":")
	reason = statusCode.ReplaceAllString(strings.ToValidUTF8(reason, "?"), "${1}xx")
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.seen[reason] {
		if len(r.seen) >= maxReasons {
			return otherReason
		}
		r.seen[reason] = true
	}
	return reason
}
