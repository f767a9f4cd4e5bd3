package compare_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/adapters/comparereport"
	"platen/adapters/poppler"
	"platen/adapters/remote"
	"platen/app/compare"
	"platen/domain"
	"platen/integration/harness"
	"platen/ports"
)

// BenchmarkCorpus compares the corpus on both engines, with a report. It gives the time of the whole as a multiple of the time that
// rendering the same documents takes alone ("x-rendering"); each time is measured in every round, since the machine may have other work.
func BenchmarkCorpus(b *testing.B) {
	engines := []compare.Engine{engineOf(b, "chrome"), engineOf(b, "wkhtmltopdf")}
	samples := corpusSamples(b)
	comparer := &compare.Comparer{Engines: engines, Rasterizer: poppler.New(poppler.DefaultConfig()), Runs: 1}
	render := func() {
		for _, s := range samples {
			for _, e := range engines {
				_, err := e.Source.PDF(b.Context(), s)
				require.NoError(b, err, "%s on %s", s.Name, e.Name)
			}
		}
	}
	render() // engines are warm in both measurements
	var alone, whole time.Duration
	for b.Loop() {
		began := time.Now()
		render()
		alone += time.Since(began)

		report, err := comparereport.New(b.TempDir())
		require.NoError(b, err)
		comparer.Report = report
		began = time.Now()
		_, err = comparer.Run(b.Context(), samples)
		whole += time.Since(began)
		require.NoError(b, err)
		require.NoError(b, report.Close())
	}
	b.ReportMetric(alone.Seconds()/float64(b.N), "rendering-s")
	b.ReportMetric(whole.Seconds()/alone.Seconds(), "x-rendering")
}

// engineOf starts a service with an engine.
func engineOf(t testing.TB, name string) compare.Engine {
	t.Helper()
	service := harness.Start(t, "PLATEN_ENGINE="+name)
	source, err := remote.New(remote.Config{URL: service.URL, Key: harness.Key, Timeout: time.Minute, MaxPDF: 128 * domain.MiB})
	require.NoError(t, err)
	return compare.Engine{Name: name, Source: source, Version: source.Version}
}

func corpusSamples(t testing.TB) (samples []ports.Sample) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(corpus, "*.json"))
	require.NoError(t, err)
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		if name == "MANIFEST" {
			continue
		}
		body, err := os.ReadFile(file)
		require.NoError(t, err)
		samples = append(samples, ports.Sample{Name: name, Body: body})
	}
	return samples
}
