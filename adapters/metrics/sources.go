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
func (m *Metrics) Watch(s Sources) { m.registry.MustRegister(sources(s)) }

// sources is a collector of its own, so that related values are read at the same moment.
type sources Sources

// Describe implements prometheus.Collector. Without descriptions, the registry checks the metrics of each scrape.
func (s sources) Describe(chan<- *prometheus.Desc) {}

// Collect implements prometheus.Collector.
func (s sources) Collect(all chan<- prometheus.Metric) {
	const gauge, counter = prometheus.GaugeValue, prometheus.CounterValue
	send := func(kind prometheus.ValueType, number int64, name, help string, labels prometheus.Labels) {
		all <- prometheus.MustNewConstMetric(prometheus.NewDesc(name, help, nil, labels), kind, float64(number))
	}
	waiting, busy, idle := s.Load()
	send(gauge, int64(waiting), "platen_queue_length", "Documents that wait for their turn.", nil)
	for state, number := range map[string]int{"busy": busy, "idle": idle} {
		send(gauge, int64(number), "platen_slots", "Documents that can be rendered at once, on all engines together: busy or idle.",
			prometheus.Labels{"state": state})
	}
	for _, engine := range s.Engines() {
		own := prometheus.Labels{"engine": engine.Name}
		for state, number := range s.workers(engine) {
			send(gauge, int64(number), "platen_engine_workers", "An engine's workers: busy, idle, or lost while the engine cannot print.",
				prometheus.Labels{"engine": engine.Name, "state": state})
		}
		send(counter, engine.Restarts, "platen_engine_restarts_total", "Engine processes that died or hung and were replaced.", own)
		if !engine.Remote {
			var resident domain.ByteSize
			for _, pid := range engine.Processes {
				resident += osprocess.TreeResident(pid)
			}
			send(gauge, int64(resident), "platen_engine_memory_bytes",
				"Memory of an engine's processes together, without files that they map; absent for an engine on another machine.", own)
		}
		send(gauge, 1, "platen_build_info", "Always 1, for each engine: the program's version, the engine, and that one's version.",
			prometheus.Labels{"version": s.Version, "engine": engine.Name, "engine_version": engine.Version})
	}
	send(gauge, int64(s.Keys()), "platen_keys", "API keys that are valid.", nil)
	send(counter, s.KeyFailures(), "platen_keys_reload_failures_total",
		"Readings of a keys file that could not be used; one that stays broken counts each 30 seconds.", nil)
	if next := s.NextExpiry(); !next.IsZero() {
		send(gauge, next.Unix(), "platen_keys_next_expiry_timestamp_seconds",
			"When the next valid API key expires, in Unix time; absent where none does.", nil)
	}
}

// workers are the numbers of an engine's workers by their states.
func (s sources) workers(engine ports.EngineStatus) map[string]int {
	busy, rest := engine.Printing, s.Workers-engine.Printing
	if engine.Problem != nil {
		return map[string]int{"busy": busy, "idle": 0, "lost": rest}
	}
	return map[string]int{"busy": busy, "idle": rest, "lost": 0}
}
