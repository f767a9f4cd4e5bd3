package weasyprint_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/domain"
)

// TestFailedDocumentsKeepTheirProcess: a document that WeasyPrint cannot print, and says so, costs no start of a process.
func TestFailedDocumentsKeepTheirProcess(t *testing.T) {
	engine := start(t)
	processes := engine.Processes()
	html := "<style>p{width:" + strings.Repeat("(", 50_000) + strings.Repeat(")", 50_000) + "}</style><p>x"
	for range len(processes) + 1 {
		_, err := engine.Render(t.Context(), onPaper(html))
		require.Equal(t, domain.RenderFailed, domain.AsError(err).Code)
	}
	require.ElementsMatch(t, processes, engine.Processes())
}

// TestGrownProcessIsReplaced: another process is there before the garbage of a large document is collected.
func TestGrownProcessIsReplaced(t *testing.T) {
	engine := start(t)
	processes := engine.Processes()
	_, err := engine.Render(t.Context(), onPaper(strings.Repeat("<p>x", 5000)))
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
