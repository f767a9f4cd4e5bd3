package weasyprint_test

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap/zaptest"

	"platen/adapters/weasyprint"
	"platen/domain"
	"platen/ports/rendertest"
)

// TestFailedDocumentsKeepTheirProcess: a document that WeasyPrint cannot print, and says so, costs no start of a process.
func TestFailedDocumentsKeepTheirProcess(t *testing.T) {
	cfg := weasyprint.DefaultConfig()
	cfg.Concurrency = 1
	cfg.Python = os.Getenv("PLATEN_WEASYPRINT_PYTHON")
	engine := weasyprint.New(cfg, rendertest.OpenEgress(t), zaptest.NewLogger(t))
	require.NoError(t, engine.Start(t.Context()))
	defer engine.Close()
	processes := engine.Processes()
	job := domain.PrintJob{Paper: domain.A4, Margins: domain.UniformMargins(10 * domain.Millimetre)}
	job.HTML = "<style>p{width:" + strings.Repeat("(", 50_000) + strings.Repeat(")", 50_000) + "}</style><p>x"
	for range len(processes) + 1 {
		_, err := engine.Render(t.Context(), job)
		require.Equal(t, domain.RenderFailed, domain.AsError(err).Code)
	}
	require.ElementsMatch(t, processes, engine.Processes())
}

// TestGrownProcessIsReplaced: another process is there before the garbage of a large document is collected.
func TestGrownProcessIsReplaced(t *testing.T) {
	cfg := weasyprint.DefaultConfig()
	cfg.Concurrency = 1
	cfg.Python = os.Getenv("PLATEN_WEASYPRINT_PYTHON")
	engine := weasyprint.New(cfg, rendertest.OpenEgress(t), zaptest.NewLogger(t))
	require.NoError(t, engine.Start(t.Context()))
	defer engine.Close()
	processes := engine.Processes()
	job := domain.PrintJob{Paper: domain.A4, Margins: domain.UniformMargins(10 * domain.Millimetre), HTML: strings.Repeat("<p>x", 5000)}
	_, err := engine.Render(t.Context(), job)
	require.NoError(t, err)
	require.Eventually(t, func() bool {
		kept := 0
		for _, pid := range engine.Processes() {
			if slices.Contains(processes, pid) {
				kept++
			}
		}
		return kept == len(processes)-1
	}, time.Minute, time.Millisecond)
}
