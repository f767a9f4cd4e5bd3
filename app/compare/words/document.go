package words

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"platen/domain"
)

// Word is a word of a document.
type Word struct {
	Text string // normalised
	Page int    // from 0
	Box  Box
	// Pieces is how many words of the PDF it is made of; more than one where the engines divide words differently.
	Pieces int

	key     string // equal for words that say the same
	line    int    // of the document
	running bool   // it is part of a header or a footer
	divided bool   // its rest stands in the next line
	initial bool   // it is a large first letter
	swapped bool   // it took another one's place
	// forgiven: that it has no counterpart says nothing, since one document has more pages.
	forgiven bool
	// blank is the widest gap between its pieces, in millimetres.
	blank float64
}

// Leads reports whether a word only leads the eye: the mark of a list, which engines write or draw, or dots of a leader.
func (w Word) Leads() bool { return strings.Trim(w.Text, "•◦▪.") == "" }

// document is a PDF's words and the lines that they stand in.
type document struct {
	words   []Word
	lines   []line
	pages   int
	heights []float64 // of the pages, in millimetres
}

// line is a row of words on a page.
type line struct {
	page int
	box  Box
	text string
	// key is its text with the page's number and the number of pages masked.
	key string
	// copies is how many lines of the document have its key.
	copies int
	// inwards is how many lines stand between it and the nearer edge of its page.
	inwards int
}

func newDocument(reading domain.Reading) *document {
	d := &document{words: flatten(reading), pages: len(reading.Pages)}
	for _, p := range reading.Pages {
		d.heights = append(d.heights, p.Size.Height.Millimetres())
	}
	d.findLines()
	return d
}

// findLines groups words that stand besides each other, and counts the lines that say the same.
func (d *document) findLines() {
	order := make([]int, len(d.words))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := d.words[i], d.words[j]
		return cmp.Or(cmp.Compare(a.Page, b.Page), cmp.Compare(a.Box.middle(), b.Box.middle()))
	})
	var rows [][]int
	for _, i := range order {
		if n := len(rows); n > 0 {
			first := d.words[rows[n-1][0]]
			if first.Page == d.words[i].Page && math.Abs(first.Box.middle()-d.words[i].Box.middle()) < first.Box.Height()/3 {
				rows[n-1] = append(rows[n-1], i)
				continue
			}
		}
		rows = append(rows, []int{i})
	}
	copies, onPage := map[string]int{}, make([]int, d.pages)
	for n, row := range rows {
		slices.SortFunc(row, func(i, j int) int { return cmp.Compare(d.words[i].Box.X0, d.words[j].Box.X0) })
		l := line{page: d.words[row[0]].Page, box: d.words[row[0]].Box}
		var texts, masked []string
		for _, i := range row {
			w := &d.words[i]
			w.line, l.box = n, l.box.Union(w.Box)
			texts, masked = append(texts, w.Text), append(masked, w.masked(d.pages))
		}
		l.text, l.key = strings.Join(texts, " "), strings.Join(masked, " ")
		copies[l.key]++
		l.inwards = onPage[l.page]
		onPage[l.page]++
		d.lines = append(d.lines, l)
	}
	for n := range d.lines {
		l := &d.lines[n]
		l.copies, l.inwards = copies[l.key], min(l.inwards, onPage[l.page]-1-l.inwards)
	}
}

// masked is the text without the page's number and the number of pages: "#/#" for "3/4" on the third of four pages.
func (w Word) masked(pages int) string {
	return number.ReplaceAllStringFunc(w.Text, func(digits string) string {
		if digits == strconv.Itoa(w.Page+1) || digits == strconv.Itoa(pages) {
			return "#"
		}
		return digits
	})
}

// number is a number with its separators, of which no part is the number of a page.
var number = regexp.MustCompile(`\d+(?:[.,]\d+)*`)

// atEdge reports whether a line stands in the first or the last quarter of its page.
func (d *document) atEdge(l line) bool {
	return l.box.middle() < d.heights[l.page]/4 || l.box.middle() > d.heights[l.page]*3/4
}

// Box is a region of a page in millimetres from its top left corner.
type Box struct{ X0, Y0, X1, Y1 float64 }

// BoxOf is a rectangle of a page.
func BoxOf(r domain.Rect) Box {
	return Box{r.Left.Millimetres(), r.Top.Millimetres(), r.Right.Millimetres(), r.Bottom.Millimetres()}
}

// Width is in millimetres.
func (b Box) Width() float64 { return b.X1 - b.X0 }

// Height is in millimetres.
func (b Box) Height() float64 { return b.Y1 - b.Y0 }
func (b Box) middle() float64 { return (b.Y0 + b.Y1) / 2 }

// Union is the smallest box around both.
func (b Box) Union(o Box) Box {
	return Box{min(b.X0, o.X0), min(b.Y0, o.Y0), max(b.X1, o.X1), max(b.Y1, o.Y1)}
}

// Moved is the box elsewhere, to the right and downwards in millimetres.
func (b Box) Moved(dx, dy float64) Box { return Box{b.X0 + dx, b.Y0 + dy, b.X1 + dx, b.Y1 + dy} }

// Overlap is the area that two boxes share, as a part of the smaller one.
func (b Box) Overlap(o Box) float64 {
	width, height := min(b.X1, o.X1)-max(b.X0, o.X0), min(b.Y1, o.Y1)-max(b.Y0, o.Y0)
	if width <= 0 || height <= 0 {
		return 0
	}
	return width * height / min(b.Width()*b.Height(), o.Width()*o.Height())
}

// AsTall reports whether two words are about as tall.
func (b Box) AsTall(o Box) bool { return max(b.Height(), o.Height()) < 2*min(b.Height(), o.Height()) }

// Besides reports whether two boxes stand on one line.
func (b Box) Besides(o Box) bool {
	shared := min(b.Y1, o.Y1) - max(b.Y0, o.Y0)
	return shared > min(b.Height(), o.Height())/2
}
