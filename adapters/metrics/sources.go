package metrics

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"platen/adapters/internal/osprocess"
	"platen/domain"
	"platen/ports"
)

// Sources are read at each scrape. All are required, and must be safe for concurrent use.
type Sources struct {
	// Version is the program's version.
	Version string
	// Engines are the engines that print for clients. The version of one is known once it has started.
	Engines func() []ports.EngineStatus
	// Workers is the number of concurrent prints of each engine.
	Workers int
	// Load returns the numbers of waiting documents, of documents being rendered, and of free slots.
	Load func() (waiting, busy, idle int)
	// Keys returns the number of valid API keys. KeyFailures returns how often the keys file could not be read.
	Keys        func() int
	KeyFailures func() int64
	// NextExpiry returns when the next of the valid keys expires; zero: none does.
	NextExpiry func() time.Time
}

// Watch adds the metrics of the sources. It must be called once.
func (m *Metrics) Watch(s Sources) { m.registry.MustRegister(&sources{s, m}) }

// sources is a collector of its own, so that related values are read at the same moment.
type sources struct {
	Sources
	metrics *Metrics
}

var (
	queueLength = prometheus.NewDesc("platen_queue_length", "Documents that wait for their turn.", nil, nil)
	slots       = prometheus.NewDesc("platen_slots", "Documents that can be rendered at once, on all engines together: busy or idle.", []string{"state"}, nil)
	workers     = prometheus.NewDesc("platen_engine_workers", "An engine's workers: busy, idle, or lost while the engine cannot print.",
		[]string{"engine", "state"}, nil)
	restarts = prometheus.NewDesc("platen_engine_restarts_total", "Engine processes that died or hung and were replaced.",
		[]string{"engine"}, nil)
	keys        = prometheus.NewDesc("platen_keys", "API keys that are valid.", nil, nil)
	keyFailures = prometheus.NewDesc("platen_keys_reload_failures_total",
		"Readings of a keys file that could not be used; one that stays broken counts each 30 seconds.", nil, nil)
	memory = prometheus.NewDesc("platen_engine_memory_bytes",
		"Memory of an engine's processes together, without files that they map; absent for an engine on another machine.",
		[]string{"engine"}, nil)
	nextExpiry = prometheus.NewDesc("platen_keys_next_expiry_timestamp_seconds",
		"When the next valid API key expires, in Unix time; absent where none does.", nil, nil)
	buildInfo = prometheus.NewDesc("platen_build_info", "Always 1, for each engine: the program's version, the engine, and that one's version.",
		[]string{"version", "engine", "engine_version"}, nil)
)

// Describe implements prometheus.Collector.
func (s *sources) Describe(all chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{queueLength, slots, workers, restarts, memory, keys, keyFailures, nextExpiry, buildInfo} {
		all <- d
	}
}

// Collect implements prometheus.Collector.
func (s *sources) Collect(all chan<- prometheus.Metric) {
	gauge := func(d *prometheus.Desc, value int, labels ...string) {
		all <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, float64(value), labels...)
	}
	counter := func(d *prometheus.Desc, value int64, labels ...string) {
		all <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, float64(value), labels...)
	}
	waiting, busy, idle := s.Load()
	gauge(queueLength, waiting)
	gauge(slots, busy, "busy")
	gauge(slots, idle, "idle")
	for _, engine := range s.Engines() {
		busy := min(int(s.metrics.printing(engine.Name).Load()), s.Workers) // more wait for a worker
		idle, lost := s.Workers-busy, 0
		if engine.Problem != nil {
			idle, lost = 0, idle
		}
		gauge(workers, busy, engine.Name, "busy")
		gauge(workers, idle, engine.Name, "idle")
		gauge(workers, lost, engine.Name, "lost")
		counter(restarts, engine.Restarts, engine.Name)
		if !engine.Remote {
			var resident domain.ByteSize
			for _, pid := range engine.Processes {
				resident += osprocess.TreeResident(pid)
			}
			gauge(memory, int(resident), engine.Name)
		}
		gauge(buildInfo, 1, s.Version, engine.Name, engine.Version)
	}
	gauge(keys, s.Keys())
	counter(keyFailures, s.KeyFailures())
	if next := s.NextExpiry(); !next.IsZero() {
		gauge(nextExpiry, int(next.Unix()))
	}
}
