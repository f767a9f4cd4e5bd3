package pictures

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"platen/app/compare/words"
)

// Look is how a word is drawn: its ink, the lines through and under it, and its direction.
type Look struct {
	ink
	drawn              bool // there is a picture of it
	struck, underlined bool
	turn               float64
}

// ReadLooks looks at the words of a page, from 0, and sets theirs.
func (p *Painted) ReadLooks(all []words.Word, page int, looks []Look) {
	for i, w := range all {
		if w.Page == page {
			looks[i] = Look{ink: readInk(p.canvas, w.Box), drawn: true, turn: p.turnOf(w.Box)}
			looks[i].struck, looks[i].underlined = p.linesAt(w)
		}
	}
}

// linesAt reports whether a line runs through a word, and whether one runs under it.
func (p *Painted) linesAt(w words.Word) (through, under bool) {
	if !strings.ContainsFunc(w.Text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		return false, false
	}
	for _, l := range p.lines {
		shared := min(l.X1, w.Box.X1) - max(l.X0, w.Box.X0)
		if shared < 0.6*w.Box.Width() || l.Height() > 0.2*w.Box.Height() {
			continue
		}
		switch at := ((l.Y0+l.Y1)/2 - w.Box.Y0) / w.Box.Height(); {
		case at > 0.3 && at < 0.72:
			through = true
		case at >= 0.72 && at < 1:
			under = true
		}
	}
	return through, under
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
	// Invisible, Cut: a reader does not have the word. Struck: a line runs through it that did not, Unstruck the other way. Turned: it
	// stands on its side or on its head, and did not, or the other way.
	Invisible, Cut, Struck, Unstruck, Turned bool
	Style
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

// leastCoverage is how many pixels of strokes show their weight: a single bar's depends on where it falls on the grid.
const leastCoverage = 20

// CompareLooks compares a word's look in both documents.
func CompareLooks(a, b Look, wordA, wordB words.Word) Change {
	if !a.drawn || !b.drawn {
		return Change{}
	}
	if a.invisible(a.ink) != b.invisible(a.ink) && !a.invisible(a.ink) {
		return Change{Invisible: true}
	}
	if a.struck != b.struck {
		return Change{Struck: b.struck, Unstruck: a.struck}
	}
	if by := math.Abs(a.turn - b.turn); by > 45 && by < 315 {
		return Change{Turned: true}
	}
	if wordA.Pieces > 1 || wordB.Pieces > 1 || a.uneven || b.uneven || a.contrast() < 2*leastContrast {
		return Change{}
	}
	letters := utf8.RuneCountInString(wordA.Text)
	if letters > 1 && a.plain && b.plain && b.coverage < 0.85*a.coverage && (shrunk(a.left, a.right, b.left, b.right, wordA.Box.Width()) ||
		shrunk(a.top, a.bottom, b.top, b.bottom, wordA.Box.Height())) {
		return Change{Cut: true}
	}
	return Change{Style: compareStyles(a, b, wordA.Box, wordB.Box, letters > 1)}
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
	if a.underlined != b.underlined {
		differences = append(differences, Style{By: map[bool]string{true: "underlined", false: "no longer underlined"}[b.underlined], Share: 0.4})
	}
	if sized {
		area := boxB.Height() * boxB.Width() / (boxA.Height() * boxA.Width())
		differences = append(differences,
			Style{By: "in another size", Share: Ramp(logRatio(boxB.Height(), boxA.Height()), 0.1, 0.6)},
			Style{By: "in a wider or narrower font", Share: Ramp(logRatio(boxB.Width(), boxA.Width()), 0.05, 0.5)})
		if a.coverage >= leastCoverage && a.plain && b.plain && a.underlined == b.underlined {
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
