package chrome_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest"

	"platen/adapters/chrome"
	"platen/adapters/internal/engine"
	"platen/domain"
	"platen/ports"
	"platen/ports/machine"
)

// patience is how long anything may take on a slow and busy machine.
const patience = time.Minute

// settings are an engine's own, and what the service gives it.
type settings struct {
	chrome.Config
	engine.Setup
}

// with returns the default settings for so many documents at once, with files in a folder, or in the machine's for temporary files.
func with(concurrency int, folder ...string) settings {
	return settings{chrome.DefaultConfig(), engine.Setup{Concurrency: concurrency, MaxPDF: 128 * domain.MiB, WorkFolder: strings.Join(folder, "")}}
}

// open makes an engine that is not started.
func (s settings) open(egress ports.Egress, log *zap.Logger) *chrome.Engine {
	s.Egress, s.Log = egress, log
	return chrome.New(s.Config, s.Setup)
}

// start makes an engine that ends with the test. It keeps one tab for each document at once, without a spare one, unless an option says
// otherwise.
func start(t testing.TB, cfg settings, egress ports.Egress, options ...func(*chrome.Engine)) *chrome.Engine {
	t.Helper()
	r := cfg.open(egress, zaptest.NewLogger(t))
	r.KeepTabs(cfg.Concurrency)
	for _, set := range options {
		set(r)
	}
	t.Cleanup(func() { require.NoError(t, r.Close()) })
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	err := r.Start(ctx)
	machine.Started(t, err)
	require.NoError(t, err)
	return r
}

// missing is the error of a machine without a browser.
func missing() error {
	_, err := chrome.DefaultConfig().Find()
	return err
}

// printJob is a document on A4.
func printJob(html string) domain.PrintJob {
	return domain.PrintJob{HTML: html, Paper: domain.A4, Margins: domain.UniformMargins(10 * domain.Millimetre)}
}

// render prints a document that must come out.
func render(t testing.TB, r ports.Renderer, job domain.PrintJob) domain.PDF {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	pdf, err := r.Render(ctx, job, ports.RenderOptions{})
	require.NoError(t, err)
	return pdf
}
