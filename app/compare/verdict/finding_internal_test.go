package verdict

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platen/app/compare/pictures"
	"platen/app/compare/words"
)

// TestWithoutMoved: a plain shape that is there in addition decorates, and is the one that is missing on the page before all the same.
func TestWithoutMoved(t *testing.T) {
	bar := words.Box{X0: 20, Y0: 240, X1: 23, Y1: 250}
	page := func(n int, f pictures.Figure) Page {
		return Page{PagePair: words.PagePair{A: n, B: n}, Page: pictures.Page{Figures: []pictures.Figure{f}}}
	}
	gone := pictures.Figure{Box: bar, Kind: pictures.Sign, By: pictures.Missing}
	came := pictures.Figure{Box: bar.Moved(0, -200), Kind: pictures.Rule, By: pictures.Added}
	pages := []Page{page(0, gone), page(1, came)}
	withoutMoved(pages)
	require.Empty(t, pages[0].Figures)
	require.Empty(t, pages[1].Figures)
}
