package pictures

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"platen/app/compare/words"
)

// Look is how a word is drawn: its ink, the lines and shapes around it, and its direction.
type Look struct {
	ink
	drawn              bool // there is a picture of it
	struck, underlined bool
	// fraction: the line under it is a fraction bar. overlined: it stands under a bar, as of a root. ringed: a shape surrounds it alone.
	// raised: a part of it is an exponent.
	fraction, overlined, ringed, raised bool
	turn                                float64
}

// ReadLooks looks at the words of a page, from 0, and sets theirs.
func (p *Painted) ReadLooks(all []words.Word, page int, looks []Look) {
	var here []words.Word
	for _, w := range all {
		if w.Page == page {
			here = append(here, w)
		}
	}
	for i, w := range all {
		if w.Page != page || behindOthers(w, here) {
			continue
		}
		looks[i] = Look{ink: readInk(p.canvas, w.Box), drawn: true, turn: p.turnOf(w.Box), raised: p.raises(w.Box), ringed: p.surrounds(w.Box)}
		p.addLines(&looks[i], w, here)
	}
}

// raises reports whether smaller text at a place stands higher than the other.
func (p *Painted) raises(b words.Box) bool {
	var tallest words.Box
	var here []words.Box
	for _, g := range p.glyphs {
		if g.Overlap(b) > 0.3 {
			if here = append(here, g); g.Height() > tallest.Height() {
				tallest = g
			}
		}
	}
	return slices.ContainsFunc(here, func(g words.Box) bool {
		return g.Height() < 0.87*tallest.Height() && g.Y1 < tallest.Y1-0.12*tallest.Height()
	})
}

// surrounds reports whether a shape stands around a word and little else.
func (p *Painted) surrounds(b words.Box) bool {
	return slices.ContainsFunc(p.drawn, func(s Figure) bool {
		return s.Kind == Sign && min(s.Width(), s.Height()) > smallestSign && s.Overlap(b) > 0.75 && s.Height() < 3*b.Height() &&
			s.Height() > 0.7*b.Height() && s.Width() < b.Width()+3*b.Height() && s.Width() > 0.9*b.Width()
	})
}

// behindOthers reports whether other words stand in the box of a much larger one, as in that of a letter of a watermark.
func behindOthers(w words.Word, page []words.Word) bool {
	return w.Box.Height() > tallWord && slices.ContainsFunc(page, func(o words.Word) bool {
		return !o.Box.AsTall(w.Box) && o.Box.Height() < w.Box.Height() && o.Box.Overlap(w.Box) > 0.3
	})
}

// tallWord is the height of large type, in millimetres.
const tallWord = 9

// says reports whether a word has letters or digits.
func says(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// addLines finds the lines through and under a word.
func (p *Painted) addLines(look *Look, w words.Word, page []words.Word) {
	if !says(w.Text) {
		return
	}
	for _, l := range p.lines {
		shared := words.Box{X0: max(l.X0, w.Box.X0), Y0: l.Y0, X1: min(l.X1, w.Box.X1), Y1: l.Y1}
		if shared.Width() < 0.6*w.Box.Width() || l.Height() > 0.2*w.Box.Height() || !p.shows(shared, look.paper) {
			continue
		}
		middle := (l.Y0 + l.Y1) / 2
		switch at := (middle - w.Box.Y0) / w.Box.Height(); {
		case at > 0.3 && at < 0.72:
			look.struck = true
		case at >= 0.72 && at < 1:
			look.underlined = true
		case at > -0.12 && at < 0.15 && !look.uneven && isBar(l, page):
			look.overlined = true
		}
		if math.Abs(w.Box.Y1-middle) < 0.9*w.Box.Height() && isFractionBar(l, w.Box, page) && !p.goesOn(l) {
			look.fraction, look.underlined = true, false
		}
	}
}

// shows reports whether a part of a line can be seen in all its length: it is neither clipped, nor behind something, nor in the colour of the
// paper. Where a line is clipped, a shade of it remains.
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
	for _, w := range page {
		if w.Box.X1 > l.X0+beyond/2 && w.Box.X0 < l.X1-beyond/2 && math.Abs(w.Box.Y0-l.Y0) < 0.15*w.Box.Height() {
			from, to := max(w.Box.X0, l.X0), min(w.Box.X1, l.X1)
			left, right, filled = min(left, from), max(right, to), filled+to-from
		}
	}
	return math.Abs(left-l.X0) < beyond && math.Abs(right-l.X1) < beyond && filled > most*l.Width()
}

// goesOn reports whether another line begins where one ends, as in the grid of a table.
func (p *Painted) goesOn(l words.Box) bool {
	const near = 0.5 // millimetres
	return slices.ContainsFunc(p.lines, func(o words.Box) bool {
		return math.Abs(o.Y0-l.Y0) < near && (math.Abs(o.X0-l.X1) < near || math.Abs(o.X1-l.X0) < near)
	})
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
func (p *Painted) turnOf(b words.Box) float64 {
	for _, t := range p.turned {
		if t.Overlap(b) > 0.5 {
			return t.degrees
		}
	}
	return 0
}

// Change is what became of a word's look.
type Change struct {
	Harm
	// Ringed and Unringed: a shape surrounds the word that did not, or the other way.
	Ringed, Unringed bool
	Style
}

// Harm is what makes a word say something else, or nothing, as it is told of one word and of several; the zero Harm: nothing does.
type Harm struct{ One, Several string }

// The harms.
var (
	Invisible   = Harm{"word cannot be seen", "words cannot be seen"}
	Cut         = Harm{"word is cut", "words are cut"}
	revealed    = Harm{"word can be seen that was covered", "words can be seen that were covered"}
	struck      = Harm{"word is struck through", "words are struck through"}
	unstruck    = Harm{"word is no longer struck through", "words are no longer struck through"}
	turned      = Harm{"word is turned", "words are turned"}
	noFraction  = Harm{"word has lost its fraction bar", "words have lost their fraction bars"}
	newFraction = Harm{"word has got a fraction bar", "words have got fraction bars"}
	noBar       = Harm{"word has lost the bar above it", "words have lost the bar above them"}
	newBar      = Harm{"word has got a bar above it", "words have got a bar above them"}
	noPower     = Harm{"number has lost its power", "numbers have lost their powers"}
	newPower    = Harm{"number has got a power", "numbers have got powers"}
)

// Harms are all of them, the worst first.
func Harms() []Harm {
	return []Harm{Invisible, revealed, Cut, struck, unstruck, turned, noFraction, newFraction, noBar, newBar, noPower, newPower}
}

// Style is how much a word looks different, from 0 to 1, and by what most, as in "bolder or lighter".
type Style struct {
	Share float64
	By    string
}

// Weight is by what words differ that other engines or fonts make bolder.
const Weight = "bolder or lighter"

// leastContrast is what a person needs to see a word, of 255.
const leastContrast = 24

// CompareLooks compares a word's look in both documents.
func CompareLooks(a, b Look, wordA, wordB words.Word) Change {
	if !a.drawn || !b.drawn {
		return Change{}
	}
	change := Change{Harm: harmOf(a, b, wordA), Ringed: b.ringed && !a.ringed, Unringed: a.ringed && !b.ringed}
	if change.Harm != (Harm{}) {
		return change
	}
	if a.uneven || b.uneven || a.contrast() < 2*leastContrast {
		return change
	}
	letters := utf8.RuneCountInString(wordA.Text)
	whole := wordA.Pieces == 1 && wordB.Pieces == 1 && letters > 1
	if whole && wordA.Text == wordB.Text && b.coverage < 0.85*a.coverage && (shrunk(a.left, a.right, b.left, b.right, wordA.Box.Width()) ||
		shrunk(a.top, a.bottom, b.top, b.bottom, wordA.Box.Height())) {
		change.Harm = Cut
		return change
	}
	change.Style = compareStyles(a, b, wordA.Box, wordB.Box, whole)
	return change
}

func harmOf(a, b Look, w words.Word) Harm {
	digits := !strings.ContainsFunc(w.Text, func(r rune) bool { return !unicode.IsDigit(r) })
	if !says(w.Text) { // the strokes of others, as of a line to write on, need have no edges
		a.edges, b.edges = 1, 1
	}
	turn := math.Abs(a.turn - b.turn)
	for _, h := range []struct {
		Harm
		is bool
	}{
		{Invisible, !a.invisible(a.ink) && b.invisible(a.ink)},
		{revealed, a.invisible(b.ink) && !b.invisible(b.ink)},
		{struck, b.struck && !a.struck},
		{unstruck, a.struck && !b.struck},
		{turned, turn > 45 && turn < 315},
		{noFraction, a.fraction && !b.fraction},
		{newFraction, b.fraction && !a.fraction},
		{noBar, a.overlined && !b.overlined},
		{newBar, b.overlined && !a.overlined},
		{noPower, digits && a.raised && !b.raised},
		{newPower, digits && b.raised && !a.raised},
	} {
		if h.is {
			return h.Harm
		}
	}
	return Harm{}
}

// invisible reports whether nobody sees a word that is drawn like this in the other document.
func (k ink) invisible(reference ink) bool {
	if !k.uneven && k.contrast() < leastContrast {
		return true
	}
	return k.edges < reference.edges/8
}

// compareStyles finds by what two looks differ most. The box of a single letter says little of its size.
func compareStyles(a, b Look, boxA, boxB words.Box, sized bool) (worst Style) {
	differences := []Style{
		{By: colourChange(a.ink, b.ink), Share: Ramp(colourDistance(a.colour, b.colour), 40, 160)},
		{By: "on another background", Share: Ramp(colourDistance(a.paper, b.paper), 10, 120)},
	}
	for _, line := range []struct {
		by      string
		was, is bool
	}{{"underlined", a.underlined, b.underlined}, {"raised in part", a.raised, b.raised}} {
		if line.is && !line.was {
			differences = append(differences, Style{By: line.by, Share: 0.65})
		} else if line.was && !line.is {
			differences = append(differences, Style{By: "no longer " + line.by, Share: 0.65})
		}
	}
	if sized {
		area := boxB.Height() * boxB.Width() / (boxA.Height() * boxA.Width())
		differences = append(differences,
			Style{By: "in another size", Share: Ramp(logRatio(boxB.Height(), boxA.Height()), 0.1, 0.6)},
			Style{By: "in a wider or narrower font", Share: Ramp(logRatio(boxB.Width(), boxA.Width()), 0.05, 0.5)})
		if a.underlined == b.underlined {
			differences = append(differences, Style{By: Weight, Share: Ramp(logRatio(b.coverage, a.coverage*area), 0.2, 0.5)})
		}
	}
	for _, d := range differences {
		if d.Share > worst.Share {
			worst = d
		}
	}
	return worst
}

// colourChange says that text became paler, or darker, where its colour went towards the paper's, or away from it.
func colourChange(a, b ink) string {
	switch {
	case b.contrast() < 0.75*a.contrast():
		return "paler"
	case b.contrast() > 1.35*a.contrast():
		return "darker"
	}
	return "in another colour"
}

func logRatio(a, b float64) float64 { return math.Abs(math.Log(a / b)) }

// shrunk reports whether what is drawn fills clearly less of the word's box, of the given length.
func shrunk(fromA, toA, fromB, toB, length float64) bool {
	lost := max(fromB-fromA, toA-toB)
	return lost > 0.22 && lost*length > 2.2*pixel
}

// Ramp rises from 0 at low to 1 at high.
func Ramp(v, low, high float64) float64 {
	return min(1, max(0, (v-low)/(high-low)))
}
