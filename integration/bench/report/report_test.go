package report_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/integration/bench/report"
)

func TestVerdict(t *testing.T) {
	for name, c := range map[string]struct {
		number report.Number
		want   report.Verdict
	}{
		"nothing promised":         {report.Number{Value: 9}, report.Promised},
		"value within":             {report.Number{Value: 1.5, Promise: report.AtMost(1.5)}, report.Kept},
		"value beyond":             {report.Number{Value: 1.6, Promise: report.AtMost(1.5)}, report.Missed},
		"ratio, not value, within": {report.Number{Value: 90, Against: "floor", Ratio: 1.2, Promise: report.AtMost(1.25)}, report.Kept},
		"ratio beyond":             {report.Number{Value: 1, Against: "floor", Ratio: 1.3, Promise: report.AtMost(1.25)}, report.Missed},
		"at least":                 {report.Number{Against: "floor", Ratio: 0.86, Promise: report.AtLeast(0.85)}, report.Kept},
		"less than at least":       {report.Number{Against: "floor", Ratio: 0.84, Promise: report.AtLeast(0.85)}, report.Missed},
		"not a number":             {report.Number{Value: math.NaN(), Promise: report.AtMost(3)}, report.Missed},
	} {
		require.Equal(t, c.want, c.number.Verdict(), name)
	}
}

// sample is a report with one number of each kind.
func sample() *report.Report {
	r := &report.Report{Took: 90 * time.Second, Machine: report.Machine{CPU: "A CPU", Cores: 2, Versions: []string{"engine 1"}}}
	r.Add(
		report.Number{Engine: "chrome", Name: "1 page: p50", Unit: report.Milliseconds, Value: 12.34, Floor: 10, Against: "bare tab × 1", Ratio: 1.234, Promise: report.AtMost(1.25)},
		report.Number{Engine: "chrome", Name: "start", Unit: report.Seconds, Value: 1.75, Promise: report.AtMost(1.5)},
		report.Number{Engine: "chrome", Name: "files", Value: 0, Promise: report.AtMost(0)},
		report.Number{Engine: "chrome", Name: "1 page: throughput", Unit: report.PerSecond, Value: 123.4},
	)
	return r
}

func TestText(t *testing.T) {
	var b strings.Builder
	require.NoError(t, sample().WriteText(&b))
	text := strings.Join(strings.Fields(b.String()), " ")
	for _, want := range []string{
		"A CPU, 2 cores", "engine 1",
		"chrome 1 page: p50 12.3 ms 10.0 ms 1.23 ≤ 1.25 × floor kept bare tab × 1",
		"chrome start 1.75 s ≤ 1.5 s MISSED",
		"chrome files 0 ≤ 0 kept",
		"chrome 1 page: throughput 123 PDF/s",
		"2 promises kept, 1 missed, in 1m30s.",
		"missed: chrome, start: 1.75, promised ≤ 1.5 s",
	} {
		require.Contains(t, text, want)
	}
}

func TestJSON(t *testing.T) {
	var b strings.Builder
	require.NoError(t, sample().WriteJSON(&b))
	var back report.Report
	require.NoError(t, json.Unmarshal([]byte(b.String()), &back))
	require.Equal(t, *sample(), back)
}
