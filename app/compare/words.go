package compare

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"platen/domain"
)

// box is a region of a page in millimetres from its top left corner.
type box struct{ x0, y0, x1, y1 float64 }

func (b box) width() float64  { return b.x1 - b.x0 }
func (b box) height() float64 { return b.y1 - b.y0 }
func (b box) middle() float64 { return (b.y0 + b.y1) / 2 }

func (b box) union(o box) box {
	return box{min(b.x0, o.x0), min(b.y0, o.y0), max(b.x1, o.x1), max(b.y1, o.y1)}
}

// overlap is the area that two boxes share, as a part of the smaller one.
func (b box) overlap(o box) float64 {
	width, height := min(b.x1, o.x1)-max(b.x0, o.x0), min(b.y1, o.y1)-max(b.y0, o.y0)
	smaller := min(b.width()*b.height(), o.width()*o.height())
	if width <= 0 || height <= 0 || smaller <= 0 {
		return 0
	}
	return width * height / smaller
}

// besides tells whether two boxes stand on one line.
func (b box) besides(o box) bool {
	shared := min(b.y1, o.y1) - max(b.y0, o.y0)
	return shared > min(b.height(), o.height())/2
}

// word is a word of a document.
type word struct {
	text string // normalised
	page int    // from 0
	box  box
	// pieces is how many words of the PDF it is made of; more than one where the engines divide words differently.
	pieces int
}

// flatten gives the words of all pages in reading order. Words of nothing but invisible characters are left out.
func flatten(reading domain.Reading) []word {
	var words []word
	for page, p := range reading.Pages {
		for _, w := range p.Words {
			text := normalise(w.Text)
			if text == "" {
				continue
			}
			words = append(words, word{text: text, page: page, pieces: 1, box: box{
				w.Box.Left.Millimetres(), w.Box.Top.Millimetres(), w.Box.Right.Millimetres(), w.Box.Bottom.Millimetres(),
			}})
		}
	}
	orderVisually(words)
	return words
}

// orderVisually puts words in right-to-left scripts from left to right within their lines: engines write them in the one
// order or the other, some letter by letter.
func orderVisually(words []word) {
	for i := 0; i < len(words); {
		end := i + 1
		for end < len(words) && rightToLeft(words[i].text) && rightToLeft(words[end].text) && follows(words[i], words[end]) {
			end++
		}
		slices.SortStableFunc(words[i:end], func(a, b word) int { return cmp.Compare(a.box.x0, b.box.x0) })
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
		if r == softHyphen || r >= firstVowelSign && r <= lastVowelSign || unicode.Is(unicode.Cf, r) || unicode.IsControl(r) || unicode.IsSpace(r) {
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
func lines(words []word) []line {
	order := make([]int, len(words))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := words[i], words[j]
		return cmp.Or(cmp.Compare(a.page, b.page), cmp.Compare(a.box.middle(), b.box.middle()))
	})
	var found []line
	for _, i := range order {
		if n := len(found); n > 0 {
			last := &found[n-1]
			first := words[last.words[0]]
			if first.page == words[i].page && math.Abs(first.box.middle()-words[i].box.middle()) < first.box.height()/3 {
				last.words = append(last.words, i)
				continue
			}
		}
		found = append(found, line{words[i].page, []int{i}})
	}
	for _, l := range found {
		slices.SortFunc(l.words, func(i, j int) int { return cmp.Compare(words[i].box.x0, words[j].box.x0) })
	}
	return found
}
