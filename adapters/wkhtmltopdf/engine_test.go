package wkhtmltopdf_test

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest"

	"platen/adapters/internal/engine"
	"platen/adapters/wkhtmltopdf"
	"platen/domain"
	"platen/ports"
	"platen/ports/machine"
	"platen/ports/pdfcheck"
	"platen/ports/rendertest"
	"platen/ports/rendertest/disarmed"
)

const mm = domain.Millimetre

func TestMain(m *testing.M) {
	disarmed.Main(disarm)
	goleak.VerifyTestMain(m)
}

func TestConformance(t *testing.T) {
	rendertest.Run(t, func(t testing.TB, egress ports.Egress) ports.Engine {
		return with(2).open(egress, zaptest.NewLogger(t))
	})
}

// settings are an engine's own, and what the service gives it.
type settings struct {
	wkhtmltopdf.Config
	engine.Setup
}

// with returns the default settings for so many documents at once.
func with(concurrency int) settings {
	return settings{wkhtmltopdf.DefaultConfig(), engine.Setup{Concurrency: concurrency, MaxPDF: 128 * domain.MiB}}
}

// open makes an engine that is not started.
func (s settings) open(egress ports.Egress, log *zap.Logger) *wkhtmltopdf.Engine {
	s.Egress, s.Log = egress, log
	return wkhtmltopdf.New(s.Config, s.Setup)
}

// start starts an engine of one process that ends with the test.
func start(t testing.TB) *wkhtmltopdf.Engine {
	t.Helper()
	return startWith(t, with(1), zap.NewNop())
}

func startWith(t testing.TB, cfg settings, log *zap.Logger) *wkhtmltopdf.Engine {
	t.Helper()
	return startBehind(t, cfg, rendertest.OpenEgress(t), log)
}

func startBehind(t testing.TB, cfg settings, egress ports.Egress, log *zap.Logger) *wkhtmltopdf.Engine {
	t.Helper()
	engine := cfg.open(egress, log)
	t.Cleanup(func() { require.NoError(t, engine.Close()) })
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	err := engine.Start(ctx)
	machine.Started(t, err)
	require.NoError(t, err)
	return engine
}

// jobOf is a document on A4 with margins of 10 mm.
func jobOf(html string) domain.PrintJob {
	return domain.PrintJob{HTML: html, Paper: domain.A4, Margins: domain.UniformMargins(10 * mm)}
}

// render prints a job that must come out.
func render(t testing.TB, engine ports.Renderer, job domain.PrintJob) domain.PDF {
	t.Helper()
	return renderWith(t, engine, job, ports.RenderOptions{})
}

func renderWith(t testing.TB, engine ports.Renderer, job domain.PrintJob, options ports.RenderOptions) domain.PDF {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	pdf, err := engine.Render(ctx, job, options)
	require.NoError(t, err)
	return pdf
}

func TestInfo(t *testing.T) {
	engine := start(t)
	about := engine.Info()
	require.Equal(t, "wkhtmltopdf", about.Name)
	require.Regexp(t, `^\d+\.\d+`, about.Version)
}

// The charset of a document is UTF-8, whatever it says of itself.
func TestDocumentsAreUTF8(t *testing.T) {
	engine := start(t)
	const text = "Grüße, Ζωή, 請求書, مرحبا"
	for name, html := range map[string]string{
		"says nothing":  "<p>" + text,
		"says UTF-8":    "<!DOCTYPE html><meta charset=utf-8><p>" + text,
		"says Latin 1":  `<!DOCTYPE html><meta http-equiv=content-type content="text/html; charset=iso-8859-1"><p>` + text,
		"has a mark":    "\ufeff<!DOCTYPE html><p>" + text,
		"is XHTML":      `<?xml version="1.0" encoding="windows-1252"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><body><p>` + text + `</p></body></html>`,
		"quotes itself": `<title>"'\` + "`" + `$(touch x)</title><p>` + text,
	} {
		t.Run(name, func(t *testing.T) {
			pdfcheck.In(t, render(t, engine, jobOf(html)).Content, pdfcheck.Whole(), pdfcheck.Text("Grüße, Ζωή, 請求書"))
		})
	}
}

// What was never asked for is no part of the service's environment.
func TestEnvironmentOfProcesses(t *testing.T) {
	t.Setenv("PLATEN_AUTH_KEYS", "demo=secret")
	p := newProgram(t, `env >"$record/environment"`)
	p.start(t, 1)
	environment, err := os.ReadFile(p.record + "/environment")
	require.NoError(t, err)
	require.Contains(t, string(environment), "QT_QPA_PLATFORM=offscreen")
	require.Contains(t, string(environment), "GST_PLUGIN_SYSTEM_PATH_1_0=\n", "a machine with GStreamer would load media")
	require.NotContains(t, string(environment), "PLATEN")
}

// Where the engine's folder has no room for a file, Start says so, and leaves nothing.
func TestStartWithoutRoom(t *testing.T) {
	// A path may have 4,095 bytes: the folder's fits, with up to ten digits, and that of a file in it does not.
	folder := t.TempDir()
	for len(folder) < 3800 {
		folder += "/" + strings.Repeat("x", 200)
	}
	folder += "/" + strings.Repeat("x", 4095-len("//wkhtmltopdf-0123456789")-len(folder))
	require.NoError(t, os.MkdirAll(folder, 0o700))
	t.Setenv("TMPDIR", folder)
	engine := with(1).open(rendertest.OpenEgress(t), zap.NewNop())
	err := engine.Start(t.Context())
	machine.Started(t, err)
	require.ErrorContains(t, err, "fonts.conf")
	require.NoError(t, engine.Close())
	left, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Empty(t, left)
}
