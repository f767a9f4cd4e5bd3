package pictures

import (
	"math"
	"regexp"
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

// The harms that people are shown in ways of their own.
var (
	Invisible = Harm{"word cannot be seen", "words cannot be seen"}
	Cut       = Harm{"word is cut", "words are cut"}
)

// Harms are all of them, in the order in which people are told.
func Harms() (all []Harm) {
	for _, h := range harms(Look{}, Look{}, words.Word{}, words.Word{}) {
		all = append(all, h.Harm)
	}
	return all
}

// Style is how much a word looks different, from 0 to 1, and by what most, as in "bolder or lighter".
type Style struct {
	Share float64
	By    string
}

// By what words differ that other engines or fonts make bolder, and by what they differ in another font.
const (
	Weight = "bolder or lighter"
	Width  = "in a wider or narrower font"
)

// leastContrast is what a person needs to see a word, of 255.
const leastContrast = 24

// CompareLooks compares a word's look in both documents.
func CompareLooks(a, b Look, wordA, wordB words.Word) Change {
	if !a.drawn || !b.drawn {
		return Change{}
	}
	change := Change{Ringed: b.ringed && !a.ringed, Unringed: a.ringed && !b.ringed}
	for _, h := range harms(a, b, wordA, wordB) {
		if h.is {
			change.Harm = h.Harm
			return change
		}
	}
	if measurable(a, b) {
		change.Style = compareStyles(a, b, wordA, wordB)
	}
	return change
}

// measurable reports whether the strokes of a word can be told from their paper in both documents.
func measurable(a, b Look) bool { return !a.uneven && !b.uneven && a.contrast() >= 2*leastContrast }

// areWhole reports whether the box of a word says how large it is in both documents: it is no single letter, nor made of pieces.
func areWhole(a, b words.Word) bool {
	return a.Pieces == 1 && b.Pieces == 1 && utf8.RuneCountInString(a.Text) > 1
}

// isSpaced reports whether a word is letters with space between them.
func isSpaced(w words.Word) bool { return w.Pieces > 1 && w.Pieces == utf8.RuneCountInString(w.Text) }

// isCut reports whether clearly less of a word is drawn, and its strokes end earlier at one of its sides.
func isCut(a, b Look, wordA, wordB words.Word) bool {
	const usual, alone = 0.22, 0.15 // of the box, where others' strokes may be in it and where they are not
	least := usual
	if b.coverage < 0.75*a.coverage && a.top > 0 && a.bottom < 1 { // the box is taller than the word
		least = alone
	}
	return measurable(a, b) && areWhole(wordA, wordB) && wordA.Text == wordB.Text && b.coverage < 0.85*a.coverage &&
		(b.underlined || !a.underlined) &&
		(shrunk(a.left, a.right, b.left, b.right, wordA.Box.Width(), usual) || shrunk(a.top, a.bottom, b.top, b.bottom, wordA.Box.Height(), least))
}

// number is one that a power or an index may be part of, with a unit behind a sign, unlike "21st".
var number = regexp.MustCompile(`^\p{Nd}+([^\p{Nd}\pL]|$)`)

// possibleHarm is a harm, and whether it came to a word.
type possibleHarm struct {
	Harm
	is bool
}

// harms are all of them, the worst first. A word that lost a bar or a power has less ink too, so Cut is the last.
func harms(a, b Look, wordA, wordB words.Word) []possibleHarm {
	cut, digits := isCut(a, b, wordA, wordB), number.MatchString(wordA.Text)
	if !says(wordA.Text) { // the strokes of others, as of a line to write on, need have no edges
		a.edges, b.edges = 1, 1
	}
	turn := math.Abs(a.turn - b.turn)
	return []possibleHarm{
		{Invisible, b.invisible(a.ink)},
		{Harm{"word can be seen that was covered", "words can be seen that were covered"}, a.invisible(b.ink)},
		{Harm{"word is struck through", "words are struck through"}, b.struck && !a.struck},
		{Harm{"word is no longer struck through", "words are no longer struck through"}, a.struck && !b.struck},
		{Harm{"word is turned", "words are turned"}, turn > 45 && turn < 315},
		{Harm{"word has lost its fraction bar", "words have lost their fraction bars"}, a.fraction && !b.fraction},
		{Harm{"word has got a fraction bar", "words have got fraction bars"}, b.fraction && !a.fraction},
		{Harm{"word has lost the bar above it", "words have lost the bar above them"}, a.overlined && !b.overlined},
		{Harm{"word has got a bar above it", "words have got a bar above them"}, b.overlined && !a.overlined},
		{Harm{"number has lost its power or index", "numbers have lost their powers or indices"}, digits && a.offLine && !b.offLine},
		{Harm{"number has got a power or index", "numbers have got powers or indices"}, digits && b.offLine && !a.offLine},
		{Cut, cut},
	}
}

// Unseen reports whether nobody sees a word of which there is a picture.
func (l Look) Unseen() bool {
	return l.drawn && (l.edges == 0 || !l.uneven && l.contrast() < leastContrast)
}

// invisible reports whether nobody sees a word that is drawn like this, and everybody sees it in the other document.
func (k ink) invisible(other ink) bool {
	if !k.uneven && k.contrast() < leastContrast {
		return other.contrast() > k.contrast()+leastContrast
	}
	return k.edges < other.edges/4
}

// unevenEdges is how much of a word's strokes, in pixels, comes and goes with its place between two pixels.
const unevenEdges = 1

func isHan(r rune) bool { return unicode.Is(unicode.Han, r) }

// compareStyles finds by what two looks differ most. The box of a single letter says little of its size, but for Chinese characters.
func compareStyles(a, b Look, wordA, wordB words.Word) (worst Style) {
	boxA, boxB, sized, han := wordA.Box, wordB.Box, areWhole(wordA, wordB), strings.ContainsFunc(wordA.Text, isHan)
	differences := []Style{
		{By: colourChange(a.ink, b.ink), Share: Ramp(colourDistance(a.colour, b.colour), 40, 160)},
		{By: "on another background", Share: Ramp(colourDistance(a.paper, b.paper), 10, 120)},
	}
	for _, line := range []struct {
		by      string
		was, is bool
	}{{"underlined", a.underlined, b.underlined}, {"raised or lowered in part", a.offLine, b.offLine}} {
		if line.is && !line.was {
			differences = append(differences, Style{By: line.by, Share: 0.65})
		} else if line.was && !line.is {
			differences = append(differences, Style{By: "no longer " + line.by, Share: 0.65})
		}
	}
	area := boxB.Height() * boxB.Width() / (boxA.Height() * boxA.Width())
	if sized {
		italics, leaning := "in italics", Ramp(math.Abs(b.slant-a.slant), 0.22, 0.6)
		switch {
		case max(a.slant, b.slant) < 0:
			leaning = 0
		case a.slant > b.slant:
			italics = "no longer in italics"
		}
		differences = append(differences,
			Style{By: "in another size", Share: Ramp(logRatio(boxB.Height(), boxA.Height()), 0.1, 0.6)},
			Style{By: italics, Share: leaning})
	}
	if sized || isSpaced(wordA) || isSpaced(wordB) {
		differences = append(differences, Style{By: Width, Share: Ramp(logRatio(boxB.Width(), boxA.Width()), 0.05, 0.5)})
	}
	if (sized || han) && !a.underlined && !b.underlined { // the line is nearer to the word on one engine than on another
		was := a.coverage * area
		// A shift below a pixel makes strokes wider and as much paler, and leaves the sum of their ink.
		changed := min(math.Abs(b.coverage-was), math.Abs(b.coverage*b.contrast()/a.contrast()-was))
		more := max(0, changed-unevenEdges) / min(b.coverage, was)
		differences = append(differences, Style{By: Weight, Share: Ramp(math.Log1p(more), 0.2, 0.5)})
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
	switch paler := b.contrast() / a.contrast(); {
	case paler < 0.75 || paler < 1 && !otherHue(a.colour, b.colour):
		return "paler"
	case paler > 1.35 || !otherHue(a.colour, b.colour):
		return "darker"
	}
	return "in another colour"
}

func logRatio(a, b float64) float64 { return math.Abs(math.Log(a / b)) }

// shrunk reports whether what is drawn fills less of the word's box, of the given length, by some share of it at least. Strokes that stand
// higher in their box, as those of another font do, fill as much of it.
func shrunk(fromA, toA, fromB, toB, length, least float64) bool {
	lost := min(max(fromB-fromA, toA-toB), toA-fromA-(toB-fromB))
	return lost > least && lost*length > 2.2*pixel
}

// Ramp rises from 0 at low to 1 at high.
func Ramp(v, low, high float64) float64 {
	return min(1, max(0, (v-low)/(high-low)))
}
