package pictures

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"platen/app/compare/words"
)

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
