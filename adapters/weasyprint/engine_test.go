package weasyprint_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
	"go.uber.org/zap/zaptest"

	"platen/adapters/weasyprint"
	"platen/domain"
	"platen/ports"
	"platen/ports/rendertest"
	"platen/ports/rendertest/disarmed"
)

func TestMain(m *testing.M) {
	disarmed.Main(disarm)
	goleak.VerifyTestMain(m)
}

func TestConformance(t *testing.T) {
	rendertest.Run(t, func(t testing.TB, egress ports.Egress) ports.Engine { return newEngine(t, egress, 2) })
}

func newEngine(t testing.TB, egress ports.Egress, concurrency int) *weasyprint.Engine {
	cfg := weasyprint.DefaultConfig()
	cfg.Concurrency = concurrency
	return weasyprint.New(cfg, egress, zaptest.NewLogger(t))
}

// start starts an engine that prints one document at a time, until the test ends.
func start(t *testing.T) *weasyprint.Engine {
	t.Helper()
	engine := newEngine(t, rendertest.OpenEgress(t), 1)
	require.NoError(t, engine.Start(t.Context()))
	t.Cleanup(func() { require.NoError(t, engine.Close()) })
	return engine
}

// onPaper is the job of a document on A4 with margins of 10 mm.
func onPaper(html string) domain.PrintJob {
	return domain.PrintJob{HTML: html, Paper: domain.A4, Margins: domain.UniformMargins(10 * domain.Millimetre)}
}
