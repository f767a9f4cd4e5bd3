// Package rendertest is the conformance suite of ports.Engine. Each adapter passes it with one line:
//
//	func TestConformance(t *testing.T) {
//		rendertest.Run(t, func(t testing.TB, egress ports.Egress) ports.Engine {
//			return myengine.New(myengine.DefaultConfig(), egress, zaptest.NewLogger(t))
//		})
//	}
//
// The capabilities that an engine declares must work, and those that it does not declare must be missing, so that the
// README's table of engines stays true. An engine's own faults are tested beside its adapter.
package rendertest

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/ports"
	"platen/ports/pdfcheck"
)

// Open makes an engine that is not started yet, with room for at least two sheets at once. Its only way to the
// network is the egress.
type Open func(t testing.TB, egress ports.Egress) ports.Engine

// Run holds an engine to all that ports.Engine promises.
func Run(t *testing.T, open Open) {
	s := start(t, open)
	t.Run("layout", s.layout)
	t.Run("text", s.text)
	t.Run("resources", s.resources)
	t.Run("traffic", s.traffic)
	t.Run("scripts", s.scripts)
	t.Run("navigation", s.navigation)
	t.Run("capabilities", s.capabilities)
	t.Run("ends", s.ends)
	t.Run("many", s.many)
	t.Run("isolation", s.isolation)
	t.Run("life", func(t *testing.T) { life(t, open) })
}

const (
	// patience is how long one render may take on a slow and busy machine.
	patience = time.Minute
	mm       = domain.Millimetre
)

// suite is an engine that runs, and what surrounds it.
type suite struct {
	engine ports.Engine
	egress *Egress
	site   *site
}

// start opens and starts an engine that ends with the test.
func start(t testing.TB, open Open) *suite {
	t.Helper()
	s := &suite{egress: OpenEgress(t), site: openSite(t)}
	s.engine = open(t, s.egress)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	t.Cleanup(func() { _ = s.engine.Close() })
	require.NoError(t, s.engine.Start(ctx), "start the engine")
	return s
}

// sheet is a whole document on A4 with margins of 10 mm.
func sheet(head, body string) domain.PrintJob {
	return domain.PrintJob{
		HTML:  "<!DOCTYPE html><html><head><meta charset=utf-8><style>body{margin:0}</style>" + head + "</head><body>" + body + "</body></html>",
		Paper: domain.A4, Margins: domain.UniformMargins(10 * mm),
	}
}

// render prints a sheet that must come out.
func (s *suite) render(t testing.TB, sheet domain.PrintJob, options ...ports.RenderOption) domain.PDF {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	pdf, err := s.engine.Render(ctx, sheet, options...)
	require.NoError(t, err)
	return pdf
}

// check prints a sheet and checks the PDF, which must be whole and sound in any case.
func (s *suite) check(t testing.TB, sheet domain.PrintJob, checks ...pdfcheck.Check) domain.PDF {
	t.Helper()
	pdf := s.render(t, sheet)
	pdfcheck.In(t, pdf.Content, append([]pdfcheck.Check{pdfcheck.Whole(), pdfcheck.Sound()}, checks...)...)
	return pdf
}
