package words

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"platen/domain"
)

// Box is a region of a page in millimetres from its top left corner.
type Box struct{ X0, Y0, X1, Y1 float64 }

// Width is in millimetres.
func (b Box) Width() float64 { return b.X1 - b.X0 }

// Height is in millimetres.
func (b Box) Height() float64 { return b.Y1 - b.Y0 }
func (b Box) middle() float64 { return (b.Y0 + b.Y1) / 2 }

// Union is the smallest box around both.
func (b Box) Union(o Box) Box {
	return Box{min(b.X0, o.X0), min(b.Y0, o.Y0), max(b.X1, o.X1), max(b.Y1, o.Y1)}
}

// Overlap is the area that two boxes share, as a part of the smaller one.
func (b Box) Overlap(o Box) float64 {
	width, height := min(b.X1, o.X1)-max(b.X0, o.X0), min(b.Y1, o.Y1)-max(b.Y0, o.Y0)
	smaller := min(b.Width()*b.Height(), o.Width()*o.Height())
	if width <= 0 || height <= 0 || smaller <= 0 {
		return 0
	}
	return width * height / smaller
}

// besides reports whether two boxes stand on one line.
func (b Box) besides(o Box) bool {
	shared := min(b.Y1, o.Y1) - max(b.Y0, o.Y0)
	return shared > min(b.Height(), o.Height())/2
}

// Word is a word of a document.
type Word struct {
	Text string // normalised
	Page int    // from 0
	Box  Box
	// Pieces is how many words of the PDF it is made of; more than one where the engines divide words differently.
	Pieces int
}

// flatten returns the words of all pages in reading order. Words of nothing but invisible characters are left out.
func flatten(reading domain.Reading) []Word {
	var words []Word
	for page, p := range reading.Pages {
		for _, w := range p.Words {
			text := normalise(w.Text)
			if text == "" {
				continue
			}
			words = append(words, Word{Text: text, Page: page, Pieces: 1, Box: Box{
				w.Box.Left.Millimetres(), w.Box.Top.Millimetres(), w.Box.Right.Millimetres(), w.Box.Bottom.Millimetres(),
			}})
		}
	}
	orderVisually(words)
	return words
}

// orderVisually puts words in right-to-left scripts from left to right within their lines: engines write them in the one
// order or the other, some letter by letter.
func orderVisually(words []Word) {
	for i := 0; i < len(words); {
		end := i + 1
		for end < len(words) && rightToLeft(words[i].Text) && rightToLeft(words[end].Text) && follows(words[i], words[end]) {
			end++
		}
		slices.SortStableFunc(words[i:end], func(a, b Word) int { return cmp.Compare(a.Box.X0, b.Box.X0) })
		i = end
	}
}

func rightToLeft(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool {
		return unicode.In(r, unicode.Arabic, unicode.Hebrew, unicode.Syriac, unicode.Thaana)
	})
}

// normalise makes equal what looks equal: ligatures and their letters, with and without characters that nobody sees.
func normalise(text string) string {
	const (
		softHyphen = '\u00ad'
		// Arabic vowel signs stand before or behind their letters, as engines please.
		firstVowelSign, lastVowelSign = '\u064b', '\u0652'
	)
	return strings.Map(func(r rune) rune {
		if r == softHyphen || r >= firstVowelSign && r <= lastVowelSign || unicode.Is(unicode.Cf, r) || unicode.IsControl(r) ||
			unicode.IsSpace(r) {
			return -1
		}
		return r
	}, norm.NFKC.String(text))
}

// line is a row of words on a page, as indices into the document's words, from left to right.
type line struct {
	page  int
	words []int
}

// lines groups words that stand besides each other.
func lines(words []Word) []line {
	order := make([]int, len(words))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := words[i], words[j]
		return cmp.Or(cmp.Compare(a.Page, b.Page), cmp.Compare(a.Box.middle(), b.Box.middle()))
	})
	var found []line
	for _, i := range order {
		if n := len(found); n > 0 {
			last := &found[n-1]
			first := words[last.words[0]]
			if first.Page == words[i].Page && math.Abs(first.Box.middle()-words[i].Box.middle()) < first.Box.Height()/3 {
				last.words = append(last.words, i)
				continue
			}
		}
		found = append(found, line{words[i].Page, []int{i}})
	}
	for _, l := range found {
		slices.SortFunc(l.words, func(i, j int) int { return cmp.Compare(words[i].Box.X0, words[j].Box.X0) })
	}
	return found
}
