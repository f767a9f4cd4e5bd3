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

// No document sees anything of the one before it in the same tab. Each case is tried with a tab that is always
// reset, with one that is reset if the document needs it, and with one that is never reset: that shows what the
// reset is for.
func TestDocumentsAreIsolated(t *testing.T) {
	site := openSite(t)
	network := passThrough(t)
	network.route = site.address()
	quiet := passThrough(t)
	quiet.route, quiet.mute = site.address(), true

	always := func(string) bool { return true }
	never := func(string) bool { return false }
	ways := []struct {
		name   string
		egress ports.Egress
		reset  func(document string) bool
		leaky  bool
	}{
		{"always reset", network, always, false},
		{"reset if needed", network, chrome.LeavesState, false},
		{"never reset", quiet, never, true},
	}
	for _, way := range ways {
		t.Run(way.name, func(t *testing.T) {
			fresh := oneTab(t, way.egress, 1, way.reset)
			used := oneTab(t, way.egress, 2, way.reset)
			for _, leak := range leaks {
				t.Run(leak.name, func(t *testing.T) {
					site.paint(green)
					want := render(t, fresh, printJob(leak.second))
					site.paint(red)
					first := render(t, used, printJob(leak.first))
					site.paint(green)
					got, err := used.Render(t.Context(), printJob(leak.second))
					if way.leaky && leak.leaks {
						same := err == nil && bytes.Equal(undated(want), undated(got))
						require.False(t, same, "this does not need a reset: say so in the table")
						return
					}
					require.NoError(t, err)
					require.Equal(t, tabOf(first), tabOf(got), "the two must share a tab")
					require.True(t, bytes.Equal(undated(want), undated(got)),
						"the second document came out otherwise than in a new tab:\n%s", firstDifference(undated(want), undated(got)))
				})
			}
		})
	}
}

// oneTab is an engine with a single tab, which is replaced after so many documents.
func oneTab(t *testing.T, egress ports.Egress, documents int, reset func(string) bool) *chrome.Renderer {
	cfg := chrome.DefaultConfig()
	cfg.Concurrency = 1
	cfg.Recycle = documents
	return start(t, cfg, egress, func(r *chrome.Renderer) {
		r.KeepTabs(1)
		r.ResetTabs(reset)
	})
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
