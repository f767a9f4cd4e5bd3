package weasyprint_test

import (
	"context"
	"fmt"
	"os"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest"

	"platen/adapters/internal/engine"
	"platen/adapters/weasyprint"
	"platen/domain"
	"platen/ports"
	"platen/ports/pdfcheck"
	"platen/ports/rendertest"
	"platen/ports/rendertest/disarmed"
)

func TestMain(m *testing.M) {
	disarmed.Main(disarm)
	goleak.VerifyTestMain(tests{m})
}

// tests are those of the package. After the last one, the engine that they share has nothing left.
type tests struct{ *testing.M }

func (t tests) Run() int {
	code := t.M.Run()
	if err := endShared(); err != nil {
		fmt.Fprintln(os.Stderr, "the engine that tests share:", err)
		return 1
	}
	return code
}

func TestConformance(t *testing.T) {
	rendertest.Run(t, func(t testing.TB, egress ports.Egress) ports.Engine { return newEngine(t, egress, 2) })
}

func newEngine(t testing.TB, egress ports.Egress, concurrency int) *weasyprint.Engine {
	return weasyprint.New(weasyprint.DefaultConfig(), setup(egress, concurrency, zaptest.NewLogger(t)))
}

// setup is what the service gives an engine.
func setup(egress ports.Egress, concurrency int, log *zap.Logger) engine.Setup {
	return engine.Setup{Concurrency: concurrency, MaxPDF: 128 * domain.MiB, Egress: egress, Log: log}
}

// start starts an engine of the test's own, for what it does to its processes. It prints one document at a time, until the test ends.
func start(t *testing.T) *weasyprint.Engine {
	t.Helper()
	engine := newEngine(t, rendertest.OpenEgress(t), 1)
	require.NoError(t, engine.Start(t.Context()))
	t.Cleanup(func() { require.NoError(t, engine.Close()) })
	return engine
}

// shared is an engine that all tests use which only print, since a start costs more than most documents.
func shared(t *testing.T) *weasyprint.Engine {
	t.Helper()
	engine, err := sharedEngine()
	require.NoError(t, err)
	return engine
}

var sharedEngine = sync.OnceValues(func() (*weasyprint.Engine, error) {
	log, err := zap.NewDevelopment(zap.IncreaseLevel(zap.WarnLevel))
	if err != nil {
		return nil, err
	}
	engine := weasyprint.New(weasyprint.DefaultConfig(), setup(new(rendertest.Egress), 1, log))
	endShared = engine.Close
	return engine, engine.Start(context.Background())
})

// endShared ends it, if a test has used it.
var endShared = func() error { return nil }

// onPaper is the job of a document on A4 with margins of 10 mm.
func onPaper(html string) domain.PrintJob {
	return domain.PrintJob{HTML: html, Paper: domain.A4, Margins: domain.UniformMargins(10 * domain.Millimetre)}
}

// printed is a document on paper, from the shared engine.
func printed(t *testing.T, html string) domain.PDF {
	t.Helper()
	pdf, err := shared(t).Render(t.Context(), onPaper(html), ports.RenderOptions{})
	require.NoError(t, err)
	return pdf
}

// wordOn is the place of a word on a page.
func wordOn(t *testing.T, file *pdfcheck.File, page int, text string) pdfcheck.Word {
	t.Helper()
	word, err := file.Word(page, text)
	require.NoError(t, err)
	return word
}
