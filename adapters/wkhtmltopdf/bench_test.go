package wkhtmltopdf_test

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	"platen/ports"
	"platen/ports/machine"
)

// invoice is a document of a table with so many rows.
func invoice(rows int) string {
	var b strings.Builder
	b.WriteString(`<!DOCTYPE html><html><head><title>Invoice</title><style>body{font:12px Arial}table{border-collapse:collapse;width:100%}` +
		`td,th{border:1px solid #ccc;padding:4px}th{background:#eee}</style></head><body><h1>Invoice</h1><table><thead><tr><th>No<th>Item<th>Price</tr></thead>`)
	for i := range rows {
		fmt.Fprintf(&b, "<tr><td>%d</td><td>Consulting, package %d</td><td>%d.00</td></tr>", i+1, i*7, i*3)
	}
	b.WriteString("</table></body></html>")
	return b.String()
}

var sizes = []struct {
	name string
	rows int
}{{"small", 15}, {"mid", 330}, {"big", 3600}}

// BenchmarkRender prints on a warm engine, and by the command as anybody would run it, in turn: the ratio of
// the medians is what counts, at most 0.2 for the small document and 1.1 for the big one.
func BenchmarkRender(b *testing.B) {
	engine := startWith(b, with(runtime.GOMAXPROCS(0)), zap.NewNop())
	for _, size := range sizes {
		job := jobOf(invoice(size.rows))
		b.Run(size.name, func(b *testing.B) {
			var warm, cold []time.Duration
			for b.Loop() {
				warm = append(warm, timed(func() {
					_, err := engine.Render(b.Context(), job, ports.RenderOptions{})
					require.NoError(b, err)
				}))
				cold = append(cold, timed(func() { runCommand(b, job.HTML) }))
			}
			slices.Sort(warm)
			slices.Sort(cold)
			w, c := warm[len(warm)/2], cold[len(cold)/2]
			b.ReportMetric(float64(w.Microseconds())/1000, "warm-ms")
			b.ReportMetric(float64(c.Microseconds())/1000, "cold-ms")
			b.ReportMetric(float64(w)/float64(c), "ratio")
		})
	}
}

// BenchmarkThroughput prints the small document by as many callers as there are processes, and twice as many.
func BenchmarkThroughput(b *testing.B) {
	engine := startWith(b, with(runtime.GOMAXPROCS(0)), zap.NewNop())
	job := jobOf(invoice(15))
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			_, err := engine.Render(b.Context(), job, ports.RenderOptions{})
			require.NoError(b, err)
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "PDFs/s")
}

func timed(do func()) time.Duration {
	start := time.Now()
	do()
	return time.Since(start)
}

// runCommand is the bare command: standard input to standard output.
func runCommand(b *testing.B, html string) {
	command := exec.CommandContext(b.Context(), machine.Program(b, "wkhtmltopdf"), "-q", "--disable-javascript", "-", "-")
	command.Env = append(os.Environ(), "QT_QPA_PLATFORM=offscreen")
	command.Stdin = strings.NewReader(html)
	pdf, err := command.Output()
	require.NoError(b, err)
	require.NotEmpty(b, pdf)
}
