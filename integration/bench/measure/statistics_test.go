package measure_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"platen/integration/bench/measure"
)

func TestPercentile(t *testing.T) {
	hundred := make([]float64, 100)
	for i := range hundred {
		hundred[i] = float64(100 - i)
	}
	for _, c := range []struct {
		samples []float64
		p, want float64
	}{
		{hundred, 50, 50}, {hundred, 95, 95}, {hundred, 100, 100}, {hundred, 0, 1},
		{[]float64{7}, 50, 7}, {[]float64{7}, 95, 7},
		{[]float64{3, 1, 2}, 50, 2}, {[]float64{4, 1, 3, 2}, 50, 2}, {[]float64{4, 1, 3, 2}, 95, 4},
	} {
		require.Equal(t, c.want, measure.Percentile(c.samples, c.p), "percentile %g of %v", c.p, c.samples)
	}
	require.True(t, math.IsNaN(measure.Percentile(nil, 50)))
	require.Equal(t, 100.0, hundred[0], "the samples keep their order")
}

func TestPercentileIsSample(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		samples := rapid.SliceOfN(rapid.Float64Range(0, 1e6), 1, 50).Draw(t, "samples")
		p := rapid.Float64Range(0, 100).Draw(t, "p")
		got := measure.Percentile(samples, p)
		below := 0
		for _, s := range samples {
			if s <= got {
				below++
			}
		}
		require.True(t, slices.Contains(samples, got))
		require.GreaterOrEqual(t, float64(below)+1e-9, p/100*float64(len(samples)))
	})
}

func TestMedian(t *testing.T) {
	for _, c := range []struct {
		samples []float64
		want    float64
	}{
		{[]float64{3, 1, 2}, 2}, {[]float64{4, 1, 3, 2}, 2.5}, {[]float64{9}, 9},
	} {
		require.Equal(t, c.want, measure.Median(c.samples), "%v", c.samples)
	}
	require.True(t, math.IsNaN(measure.Median(nil)))
}
