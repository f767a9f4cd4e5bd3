package pictures

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"platen/app/compare/words"
)

// Look is how a word is drawn: its ink, the lines and shapes around it, and its direction.
type Look struct {
	ink
	drawn              bool // there is a picture of it
	struck, underlined bool
	// fraction: the line under it is a fraction bar. overlined: it stands under a bar, as of a root. ringed: a shape surrounds it alone.
	// offLine: a part of it is an exponent or an index.
	fraction, overlined, ringed, offLine bool
	turn                                 float64
}

// ReadLooks looks at the words of the page, and sets theirs among those of the document.
func (p *Painted) ReadLooks(looks []Look) {
	for i, w := range p.all {
		if w.Page != p.page || p.isBehindOthers(w) {
			continue
		}
		k := readInk(p.canvas, w)
		looks[i] = Look{ink: k, drawn: true, turn: p.turnOf(w.Box), offLine: p.isOffLine(w.Box), ringed: says(w.Text) && p.surrounds(w.Box, k.paper)}
		p.addLines(&looks[i], w)
	}
}

// isOffLine reports whether smaller text at a place stands higher or lower than the other.
func (p *Painted) isOffLine(b words.Box) bool {
	var tallest words.Box
	var here []words.Box
	for _, g := range p.glyphs {
		if g.turn == 0 && g.Overlap(b) > 0.6 {
			if here = append(here, g.Box); g.Height() > tallest.Height() {
				tallest = g.Box
			}
		}
	}
	return slices.ContainsFunc(here, func(g words.Box) bool {
		return g.Height() < 0.87*tallest.Height() && math.Abs(g.Y1-tallest.Y1) > 0.12*tallest.Height()
	})
}

// surrounds reports whether a shape stands around a word and little else, other than the background of a cell, whose colour is the paper of
// the word alone.
func (p *Painted) surrounds(b words.Box, paper [3]float64) bool {
	const sameShade = 3 // of 255
	isBackground := func(s Figure) bool {
		return s.outline.isRectangle() && colourDistance(p.colourAround(pixels(s.Box).Inset(-2)), paper) > sameShade
	}
	return slices.ContainsFunc(p.drawn, func(s Figure) bool {
		return s.Kind == Sign && min(s.Width(), s.Height()) > smallestSign && s.Overlap(b) > 0.75 && s.Height() < 3*b.Height() &&
			s.Height() > 0.7*b.Height() && s.Width() < b.Width()+3*b.Height() && s.Width() > 0.9*b.Width() && !isBackground(s)
	})
}

// isBehindOthers reports whether other words stand in the box of a much larger one, or shapes in that of a turned one, as in that of a
// letter of a watermark.
func (p *Painted) isBehindOthers(w words.Word) bool {
	return w.Box.Height() > tallWord && (slices.ContainsFunc(p.here, func(o words.Word) bool {
		return !o.Box.AsTall(w.Box) && o.Box.Height() < w.Box.Height() && o.Box.Overlap(w.Box) > 0.3
	}) || p.turnOf(w.Box) != 0 && slices.ContainsFunc(p.drawn, func(f Figure) bool {
		return f.Overlap(w.Box) > 0 && f.Union(w.Box) != f.Box
	}))
}

// tallWord is the height of large type, in millimetres.
const tallWord = 9

// says reports whether a word has letters or digits.
func says(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// addLines finds the lines through and under a word.
func (p *Painted) addLines(look *Look, w words.Word) {
	if !says(w.Text) || look.turn != 0 { // what is turned crosses the lines of others
		return
	}
	for _, l := range p.lines {
		shared := words.Box{X0: max(l.X0, w.Box.X0), Y0: l.Y0, X1: min(l.X1, w.Box.X1), Y1: l.Y1}
		if shared.Width() < 0.6*w.Box.Width() || l.Height() > 0.2*w.Box.Height() || !p.shows(shared, look.paper) {
			continue
		}
		middle := (l.Y0 + l.Y1) / 2
		switch at := (middle - w.Box.Y0) / w.Box.Height(); {
		case at > 0.3 && at < 0.72 && !p.isSide(l):
			look.struck = true
		case at >= 0.72 && at < 1:
			look.underlined = true
		case at > -0.12 && at < 0.15 && !look.uneven && isBar(l, p.here) && !p.isSide(l):
			look.overlined = true
		}
		if math.Abs(w.Box.Y1-middle) < 0.9*w.Box.Height() && isFractionBar(l, w.Box, p.here) && !dividesRows(l, w.Box, p.here) && !p.goesOn(l) {
			look.fraction, look.underlined = true, false
		}
	}
}

// shows reports whether a part of a line can be seen in all its length: it is neither clipped, nor behind something, nor in the colour of
// the paper. Where a line is clipped, a shade of it remains.
func (p *Painted) shows(part words.Box, paper [3]float64) bool {
	const most, ends, shade = 0.85, 2, 2 * leastContrast // of its pixels, but for those at its ends; of 255
	r := pixels(part)
	for y := r.Min.Y - 1; y <= r.Max.Y; y++ {
		drawn := 0
		for x := r.Min.X; x < r.Max.X; x++ {
			if colourDistance(colourOf(p.at(x, y)), paper) > shade {
				drawn++
			}
		}
		if float64(drawn) > most*float64(r.Dx()-ends) {
			return true
		}
	}
	return false
}

// isBar reports whether a line begins and ends with the words right below it, which stand close together, unlike those of a table's row.
func isBar(l words.Box, page []words.Word) bool {
	const beyond, most = 1.0, 0.6 // millimetres, and of the line
	left, right, filled := math.Inf(1), math.Inf(-1), 0.0
	var row, above []words.Word
	for _, w := range page {
		if math.Abs(w.Box.Y1-l.Y0) < 0.6*w.Box.Height() {
			above = append(above, w)
		}
		if math.Abs(w.Box.Y0-l.Y0) > 0.15*w.Box.Height() {
			continue
		}
		row = append(row, w)
		if w.Box.X1 > l.X0+beyond/2 && w.Box.X0 < l.X1-beyond/2 {
			from, to := max(w.Box.X0, l.X0), min(w.Box.X1, l.X1)
			left, right, filled = min(left, from), max(right, to), filled+to-from
		}
	}
	return math.Abs(left-l.X0) < beyond && math.Abs(right-l.X1) < beyond && filled > most*l.Width() && !standsBelow(row, above)
}

// standsBelow reports whether each of several words of a row stands in the column of one of the row above, as in a table.
func standsBelow(row, above []words.Word) bool {
	const same = 0.5 // millimetres
	return len(row) > 1 && !slices.ContainsFunc(row, func(w words.Word) bool {
		return !slices.ContainsFunc(above, func(o words.Word) bool {
			return math.Abs(o.Box.X0-w.Box.X0) < same || math.Abs(o.Box.X1-w.Box.X1) < same
		})
	})
}

// isSide reports whether a line is the upper or the lower side of a frame or a background: something goes down or up from its ends.
func (p *Painted) isSide(l words.Box) bool {
	const near = 0.5 // millimetres
	return slices.ContainsFunc(p.drawn, func(f Figure) bool {
		return f.Height() > l.Height()+thinnest && min(math.Abs(f.Y0-l.Y0), math.Abs(f.Y1-l.Y1)) < near &&
			min(math.Abs(f.X0-l.X0), math.Abs(f.X1-l.X1)) < near
	})
}

// goesOn reports whether another line begins where one ends, as in the grid of a table.
func (p *Painted) goesOn(l words.Box) bool {
	const near = 0.5 // millimetres
	return slices.ContainsFunc(p.lines, func(o words.Box) bool {
		return math.Abs(o.Y0-l.Y0) < near && (math.Abs(o.X0-l.X1) < near || math.Abs(o.X1-l.X0) < near)
	})
}

// dividesRows reports whether a line divides the rows of a table: other words stand beside the one above it, and none beside the line
// itself, as an operator does beside a fraction.
func dividesRows(l, above words.Box, page []words.Word) (is bool) {
	height := above.Height()
	for _, w := range page {
		apart := max(l.X0-w.Box.X1, w.Box.X0-l.X1)
		switch {
		case apart < 0:
		case apart < 2*height && math.Abs(w.Box.Y0+w.Box.Y1-l.Y0-l.Y1) < 0.6*height:
			return false
		case math.Abs(w.Box.Y1-above.Y1) < 0.3*height:
			is = true
		}
	}
	return is
}

// isFractionBar reports whether a line is about as wide as the words above and below it, in whose middles it stands.
func isFractionBar(l, above words.Box, page []words.Word) bool {
	const beyond = 1.2 // millimetres
	off := func(b words.Box) float64 { return math.Abs(b.X0 + b.X1 - l.X0 - l.X1) }
	return off(above) < beyond && slices.ContainsFunc(page, func(w words.Word) bool {
		middle := (l.Y0 + l.Y1) / 2
		return off(w.Box) < beyond && math.Abs(w.Box.Y0-middle) < 0.9*w.Box.Height() && w.Box.Y0+w.Box.Y1 > 2*middle &&
			w.Box.Y0 > (above.Y0+above.Y1)/2 && l.Width() < max(w.Box.Width(), above.Width())+2*beyond
	})
}

// turnOf is the direction of the text at a place.
func (p *Painted) turnOf(b words.Box) (turn float64) {
	least := math.Inf(1) // what is larger may stand behind it
	for _, g := range p.glyphs {
		if area := g.Width() * g.Height(); area < least && g.Overlap(b) > 0.5 {
			least, turn = area, g.turn
		}
	}
	return turn
}
