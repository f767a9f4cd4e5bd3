package domain

import (
	"cmp"
	"slices"
	"strings"
)

// PageText is the text that a finished PDF paints on one of its pages.
type PageText struct {
	// Size is the page's size as a reader shows it.
	Size Size
	// Spans are in the order in which the page paints them.
	Spans []TextSpan
}

// TextSpan is a piece of text on one line: a letter, a word, or several words.
type TextSpan struct {
	Text string
	// Left is the distance from the page's left edge to the first letter, Baseline from the top edge to the baseline.
	Left, Baseline Length
	// Size is the font size.
	Size Length
}

// sameLine is how far the baselines of a line may be apart.
const sameLine = 1.5 * Point

// Lines returns the page's lines from top to bottom. Spans of a line are joined from left to right as they are:
// engines paint letters, words or lines at a time, and not all paint the blanks between words.
func (p PageText) Lines() []TextSpan {
	spans := slices.Clone(p.Spans)
	slices.SortStableFunc(spans, func(a, b TextSpan) int { return cmp.Compare(a.Baseline, b.Baseline) })
	var lines []TextSpan
	for len(spans) > 0 {
		n := 1
		for n < len(spans) && spans[n].Baseline-spans[0].Baseline <= sameLine {
			n++
		}
		line := spans[:n]
		slices.SortStableFunc(line, func(a, b TextSpan) int { return cmp.Compare(a.Left, b.Left) })
		joined := line[0]
		var text strings.Builder
		for _, s := range line {
			text.WriteString(s.Text)
			joined.Size = max(joined.Size, s.Size)
		}
		joined.Text = text.String()
		lines, spans = append(lines, joined), spans[n:]
	}
	return lines
}
