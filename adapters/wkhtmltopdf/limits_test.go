package wkhtmltopdf_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	"platen/domain"
	"platen/ports"
	"platen/ports/pdfcheck"
)

// A document that takes more than its process may have is at fault itself: to print it again would be no use.
func TestLimits(t *testing.T) {
	t.Parallel()
	// 2^18 words, by variables that double each other.
	var memory strings.Builder
	memory.WriteString("<style>:root{--v0:x x;")
	for i := range 18 {
		fmt.Fprintf(&memory, "--v%d:var(--v%d) var(--v%d);", i+1, i, i)
	}
	memory.WriteString("}p:after{content:var(--v18)}</style><p>x")
	// Pages of which each one adds some kilobytes.
	file := strings.Repeat(`<p style="page-break-after:always;background:linear-gradient(red,blue)">x</p>`, 500)

	cfg := with(1)
	cfg.MaxMemory, cfg.MaxPDF = 128*domain.MiB, domain.MiB
	bounded := startWith(t, cfg, zap.NewNop())
	cfg.MaxMemory, cfg.MaxPDF = 0, domain.GiB
	free := startWith(t, cfg, zap.NewNop())
	for _, excess := range []struct {
		name, html string
		code       domain.Code
		message    string
	}{
		{"memory", memory.String(), domain.RenderFailed, "128MiB of memory"},
		{"file", file, domain.InvalidRequest, "more than the 1MiB"},
	} {
		t.Run(excess.name, func(t *testing.T) {
			_, err := bounded.Render(t.Context(), jobOf(excess.html), ports.RenderOptions{})
			require.NotErrorIs(t, err, ports.ErrEngineLost)
			var known *domain.Error
			require.ErrorAs(t, err, &known)
			require.Equal(t, excess.code, known.Code)
			require.Contains(t, known.Message, excess.message)
			pdfcheck.In(t, render(t, bounded, jobOf("<p>the next one")).Content, pdfcheck.Text("the next one"))
			pdfcheck.In(t, render(t, free, jobOf(excess.html)).Content, pdfcheck.Whole())
		})
	}
}
