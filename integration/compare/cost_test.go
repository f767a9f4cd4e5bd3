package compare_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/adapters/comparereport"
	"platen/adapters/pdf/reader"
	"platen/adapters/poppler"
	"platen/adapters/remote"
	"platen/app/compare"
	"platen/domain"
	"platen/integration/harness"
	"platen/ports"
)

// documents is the number of documents that a comparison's cost is promised for.
const documents = 200

// BenchmarkComparing compares 200 documents on both engines, with a report: copies of the corpus with other data. It gives the
// time of the whole as a multiple of the time that rendering the same documents takes alone ("x-rendering"). Each round measures
// both, since the machine may have other work.
func BenchmarkComparing(b *testing.B) {
	engines := []compare.Engine{engineOf(b, "chrome"), engineOf(b, "wkhtmltopdf")}
	corpus := corpusSamples(b)
	samples := make([]ports.Sample, documents)
	for n := range samples {
		samples[n] = copyOf(b, corpus[n%len(corpus)], n/len(corpus))
	}
	comparer := &compare.Comparer{Engines: engines, Rasterizer: poppler.New(poppler.DefaultConfig(), reader.Reader{}), Reader: reader.Reader{}, Runs: 1}
	render := func(samples []ports.Sample) {
		for _, s := range samples {
			for _, e := range engines {
				_, err := e.Source.PDF(b.Context(), s)
				require.NoError(b, err, "%s on %s", s.Name, e.Name)
			}
		}
	}
	render(corpus) // engines are warm in both measurements
	var alone, whole time.Duration
	for b.Loop() {
		began := time.Now()
		render(samples)
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

// copyOf returns the nth copy of a document: other digits in its data, and a line of its own at the end.
func copyOf(t testing.TB, s ports.Sample, n int) ports.Sample {
	t.Helper()
	var request map[string]any
	require.NoError(t, json.Unmarshal(s.Body, &request))
	if data, has := request["data"]; has {
		request["data"] = otherDigits(data, n)
	}
	request["html"] = fmt.Sprintf("%s<p>Copy %d</p>", request["html"], n)
	body, err := json.Marshal(request)
	require.NoError(t, err)
	return ports.Sample{Name: fmt.Sprintf("%s-%d", s.Name, n), Body: body}
}

// otherDigits adds n to each digit of the texts in a JSON value.
func otherDigits(value any, n int) any {
	switch v := value.(type) {
	case string:
		return strings.Map(func(r rune) rune {
			if r >= '0' && r <= '9' {
				return '0' + (r-'0'+rune(n))%10
			}
			return r
		}, v)
	case map[string]any:
		for key := range v {
			v[key] = otherDigits(v[key], n)
		}
	case []any:
		for i := range v {
			v[i] = otherDigits(v[i], n)
		}
	}
	return value
}

// engineOf starts a service with an engine.
func engineOf(t testing.TB, name string) compare.Engine {
	t.Helper()
	service := harness.Shared(t, "PLATEN_ENGINE="+name)
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
