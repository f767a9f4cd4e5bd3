package chrome_test

import (
	"bytes"
	"fmt"
	"image/color"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/chrome"
	"platen/domain"
	"platen/ports"
)

// TestDocumentsAreIsolated: a document does not see those before it in the same tab, since the tab is reset after a document that needs
// that. Without a reset, each document that needs one shows in the next one.
func TestDocumentsAreIsolated(t *testing.T) {
	t.Parallel()
	site := openSite(t)
	network, quiet := passThrough(t), passThrough(t)
	network.route, quiet.route = site.address(), site.address()
	quiet.mute = true // a tab is reset after a document that used the network, too
	unseen := printsApart(t, site, network)
	t.Run("reset if needed", func(t *testing.T) {
		used := oneTab(t, network, chrome.DefaultConfig().Recycle, chrome.LeavesState)
		for _, leak := range leaks {
			passed := t.Run(leak.name, func(t *testing.T) {
				want := unseen(t, leak.second)
				site.paint(red)
				first := render(t, used, printJob(leak.first))
				site.paint(green)
				got := render(t, used, printJob(leak.second))
				require.Equal(t, tabOf(first), tabOf(got), "the two must share a tab")
				require.True(t, bytes.Equal(undated(want), undated(got)),
					"the second document differs from its print in a tab that saw no first one:\n%s", firstDifference(undated(want), undated(got)))
			})
			if !passed {
				break // what is left may show in all later documents
			}
		}
	})
	t.Run("never reset", func(t *testing.T) {
		used := oneTab(t, quiet, 2, func(string) bool { return false })
		for _, leak := range leaks {
			if !leak.leaks {
				continue
			}
			t.Run(leak.name, func(t *testing.T) {
				want := unseen(t, leak.second)
				site.paint(red)
				render(t, used, printJob(leak.first))
				site.paint(green)
				got, err := used.Render(t.Context(), printJob(leak.second), ports.RenderOptions{})
				require.False(t, err == nil && bytes.Equal(undated(want), undated(got)), "this does not need a reset: say so in the table")
			})
		}
	})
}

// printsApart returns the print of a second document, with the site green, from a tab that saw no first one. Each is printed once.
func printsApart(t *testing.T, site *site, egress ports.Egress) func(*testing.T, string) domain.PDF {
	apart := oneTab(t, egress, chrome.DefaultConfig().Recycle, chrome.LeavesState)
	prints := map[string]domain.PDF{}
	return func(t *testing.T, html string) domain.PDF {
		t.Helper()
		if _, done := prints[html]; !done {
			site.paint(green)
			prints[html] = render(t, apart, printJob(html))
		}
		return prints[html]
	}
}

// oneTab is an engine with a single tab, which is replaced after so many documents.
func oneTab(t *testing.T, egress ports.Egress, documents int, reset func(string) bool) *chrome.Engine {
	cfg := with(1)
	cfg.Recycle = documents
	return start(t, cfg, egress, func(r *chrome.Engine) { r.ResetTabs(reset) })
}

// dates are all that differs between two prints of the same.
var dates = regexp.MustCompile(`\(D:[^)]*\)`)

// undated is a PDF without its dates.
func undated(pdf domain.PDF) []byte { return dates.ReplaceAll(pdf.Content, nil) }

var (
	green = color.RGBA{G: 0x80, A: 0xff}
	red   = color.RGBA{R: 0xff, A: 0xff}
)

// firstDifference shows where two PDFs begin to differ.
func firstDifference(want, got []byte) string {
	at := 0
	for at < len(want) && at < len(got) && want[at] == got[at] {
		at++
	}
	around := func(b []byte) string { return string(b[max(0, at-80):min(len(b), at+80)]) }
	return fmt.Sprintf("want …%q…\ngot  …%q…", around(want), around(got))
}
