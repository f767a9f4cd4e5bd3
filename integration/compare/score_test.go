// Package compare_test proves the score of comparisons on real documents: pairs with an order that a person would give.
package compare_test

import (
	"context"
	"encoding/json"
	"math"
	"slices"
	"sort"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platen/adapters/pdf/reader"
	"platen/adapters/poppler"
	"platen/app/compare"
	"platen/domain"
	"platen/domain/comparison"
	"platen/integration/harness"
	"platen/ports"
)

// held are finished PDFs by the names of the samples.
type held map[string][]byte

func (h held) PDF(_ context.Context, sample ports.Sample) (domain.Document, error) {
	return domain.Document{PDF: h[sample.Name]}, nil
}

// noReport takes a report and keeps nothing of it.
type noReport struct{}

func (noReport) Picture(comparison.Picture) error { return nil }

func (noReport) PDF(string, string, []byte) error { return nil }

func (noReport) Finish(comparison.Summary) error { return nil }

// compared compares PDFs of the same names.
func compared(t testing.TB, a, b held) map[string]comparison.Comparison {
	t.Helper()
	version := func() string { return "" }
	comparer := &compare.Comparer{Runs: 1, Report: noReport{}, Rasterizer: poppler.New(poppler.DefaultConfig(), reader.Reader{}), Reader: reader.Reader{},
		Engines: []compare.Engine{{Name: "a", Source: a, Version: version}, {Name: "b", Source: b, Version: version}}}
	var samples []ports.Sample
	for name := range a {
		samples = append(samples, ports.Sample{Name: name})
	}
	slices.SortFunc(samples, func(x, y ports.Sample) int {
		if x.Name < y.Name {
			return -1
		}
		return 1
	})
	summary, err := comparer.Run(t.Context(), samples)
	require.NoError(t, err)
	results := map[string]comparison.Comparison{}
	for _, d := range summary.Report.Documents {
		results[d.Name] = d.Comparisons[0]
	}
	return results
}

// TestScoreOrdersPairsAsAPersonWould renders each pair once.
func TestScoreOrdersPairsAsAPersonWould(t *testing.T) {
	service := harness.Shared(t, "PLATEN_ENGINE=chrome")
	originals := map[string][]byte{}
	render := func(r request) []byte {
		body, err := json.Marshal(r)
		require.NoError(t, err)
		return service.PDF(t, body).Body
	}
	a, b := held{}, held{}
	all := pairs()
	require.GreaterOrEqual(t, len(all), 40)
	for _, p := range all {
		if originals[p.document] == nil {
			originals[p.document] = render(readRequest(t, p.document))
		}
		variant := readRequest(t, p.document)
		p.edit(t, variant)
		name := p.document + ": " + p.name
		a[name], b[name] = originals[p.document], render(variant)
		if p.finished != nil {
			b[name] = p.finished(t, b[name])
		}
	}
	results := compared(t, a, b)
	var labels, scores []float64
	for _, p := range all {
		c := results[p.document+": "+p.name]
		labels, scores = append(labels, float64(p.label)), append(scores, c.Score)
		t.Logf("%2d %5.1f %-9s %s: %s %v", p.label, c.Score, c.Verdict, p.document, p.name, c.Reasons[:min(2, len(c.Reasons))])
		if !slices.Contains(p.verdicts, c.Verdict) {
			t.Errorf("%s, %s: %s, a person says %v: %v", p.document, p.name, c.Verdict, p.verdicts, c.Reasons)
		}
		if c.Verdict != comparison.Identical {
			assert.NotEmpty(t, c.Reasons, "%s, %s: nothing is said", p.document, p.name)
		}
	}
	correlation := spearman(labels, scores)
	t.Logf("rank correlation %.3f of %d pairs", correlation, len(all))
	require.GreaterOrEqual(t, correlation, 0.95)
}

// spearman is the rank correlation; ties share their mean rank.
func spearman(x, y []float64) float64 {
	a, b := ranks(x), ranks(y)
	var sumA, sumB, aa, bb, ab float64
	n := float64(len(a))
	for i := range a {
		sumA, sumB, aa, bb, ab = sumA+a[i], sumB+b[i], aa+a[i]*a[i], bb+b[i]*b[i], ab+a[i]*b[i]
	}
	return (n*ab - sumA*sumB) / math.Sqrt((n*aa-sumA*sumA)*(n*bb-sumB*sumB))
}

func ranks(values []float64) []float64 {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(i, j int) bool { return values[order[i]] < values[order[j]] })
	result := make([]float64, len(values))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && values[order[j]] == values[order[i]] {
			j++
		}
		for k := i; k < j; k++ {
			result[order[k]] = float64(i+j-1) / 2
		}
		i = j
	}
	return result
}
