// Package rendertest is the conformance suite of ports.Engine. Each adapter passes it with one line:
//
//	func TestConformance(t *testing.T) {
//		rendertest.Run(t, func(t testing.TB, egress ports.Egress) ports.Engine {
//			return myengine.New(myengine.DefaultConfig(), engine.Setup{Concurrency: 2, Egress: egress, Log: zaptest.NewLogger(t)})
//		})
//	}
//
// The capabilities that an engine declares must work, and those that it does not declare must be missing. What else engines differ in,
// the README's table of engines says, which integration/engines tries. An engine's own faults are tested beside its adapter.
package rendertest

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/ports"
	"platen/ports/machine"
	"platen/ports/pdfcheck"
)

// Open makes an engine that is not started yet and can render at least two documents at once. The egress is its only access
// to the network.
type Open func(t testing.TB, egress ports.Egress) ports.Engine

// Run checks what ports.Engine promises. How documents look, integration tries on each engine of the registry, and integration/security in
// hundreds of ways that no script runs, no document navigates away, and none sees what another one has set.
func Run(t *testing.T, open Open) {
	s := start(t, open)
	t.Run("layout", s.layout)
	t.Run("capabilities", s.capabilities)
	s.connected(t, open)
}

// RunRemote checks what ports.Engine promises of an engine that somebody else starts (EngineInfo.Remote), where it may differ from the
// same engine that the adapter starts: the network, deadlines and the engine's life. How it lays documents out is the same.
func RunRemote(t *testing.T, open Open) {
	s := start(t, open)
	require.True(t, s.engine.Info().Remote)
	s.connected(t, open)
}

// connected checks what depends on the connection to the engine and on its start.
func (s *suite) connected(t *testing.T, open Open) {
	t.Run("resources", s.resources)
	t.Run("traffic", s.traffic)
	t.Run("requests", s.ownRequests)
	t.Run("ends", s.ends)
	t.Run("many", s.many)
	t.Run("life", func(t *testing.T) { life(t, open) })
}

const (
	// patience is how long one render may take on a slow and busy machine.
	patience = time.Minute
	mm       = domain.Millimetre
)

// suite is a running engine with its egress and a web server.
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
	err := s.engine.Start(ctx)
	machine.Started(t, err)
	require.NoError(t, err, "start the engine")
	return s
}

// document is a whole document on A4 with margins of 10 mm.
func document(head, body string) domain.PrintJob {
	return domain.PrintJob{
		HTML:  "<!DOCTYPE html><html><head><meta charset=utf-8><style>body{margin:0}</style>" + head + "</head><body>" + body + "</body></html>",
		Paper: domain.A4, Margins: domain.UniformMargins(10 * mm),
	}
}

// render prints a document and fails the test on an error.
func (s *suite) render(t testing.TB, job domain.PrintJob) domain.PDF {
	t.Helper()
	return s.renderWith(t, job, ports.RenderOptions{})
}

func (s *suite) renderWith(t testing.TB, job domain.PrintJob, options ports.RenderOptions) domain.PDF {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	pdf, err := s.engine.Render(ctx, job, options)
	require.NoError(t, err)
	return pdf
}

// check prints a document and checks the PDF, which must always be whole and sound.
func (s *suite) check(t testing.TB, job domain.PrintJob, checks ...pdfcheck.Check) domain.PDF {
	t.Helper()
	pdf := s.render(t, job)
	pdfcheck.In(t, pdf.Content, append([]pdfcheck.Check{pdfcheck.Whole(), pdfcheck.Sound()}, checks...)...)
	return pdf
}
