package compare

import (
	"math"

	"platen/domain/comparison"
)

// The score is made of two sums. harm counts what the document no longer says: any of it makes the score at least
// brokenFrom. visible counts what a person sees: it alone never reaches brokenFrom. So a verdict is a range of scores, and
// more of the same change never scores less.
const (
	similarFrom   = 0.5 // below: identical
	differentFrom = 10
	brokenFrom    = 50
	worst         = 100
)

// damage is what a person would hold against a rendering.
type damage struct{ harm, visible float64 }

func (d damage) score() float64 {
	if d.harm > 0 {
		return brokenFrom + (worst-brokenFrom)*math.Sqrt(min(1, d.harm))
	}
	return brokenFrom * (1 - math.Exp(-d.visible))
}

// verdictOf names the range of a score.
func verdictOf(score float64) comparison.Verdict {
	switch {
	case score < similarFrom:
		return comparison.Identical
	case score < differentFrom:
		return comparison.Similar
	case score < brokenFrom:
		return comparison.Different
	default:
		return comparison.Broken
	}
}

// round keeps what a reader can use.
func round(v float64, digits int) float64 {
	scale := math.Pow10(digits)
	return math.Round(v*scale) / scale
}

// weights of one word that is lost, and of one whose digits change, as shares of a document's words.
const (
	wordHarm   = 1
	numberHarm = 4
)

// harm weighs what the words in the set no longer say, against the number of words.
func (f *finding) harm(onPage func(page int, inB bool) bool, total int) float64 {
	sum := 0.0
	add := func(text string) {
		if isNumber(text) {
			sum += numberHarm
		} else {
			sum += wordHarm
		}
	}
	m := f.words
	changedTo := map[int]bool{}
	for _, c := range f.changed {
		changedTo[c.to] = true
	}
	for _, list := range [][]int{f.missing, f.invisible, f.cut} {
		for _, i := range list {
			if onPage(m.a[i].page, false) {
				add(m.a[i].text)
			}
		}
	}
	for _, j := range f.extra {
		if !changedTo[j] && onPage(m.b[j].page, true) { // a changed word is counted once
			add(m.b[j].text)
		}
	}
	for _, j := range f.overprinted {
		if onPage(m.b[j].page, true) {
			sum += wordHarm
		}
	}
	return sum / float64(max(total, 1))
}

// pageDamage weighs one page.
func (f *finding) pageDamage(p pageDrawn) damage {
	total := 0
	if p.a != none {
		total = f.wordsOn(p.a)
	}
	d := damage{harm: f.harm(func(page int, inB bool) bool { return inB && page == p.b || !inB && page == p.a }, total)}
	if p.a == none || p.b == none {
		d.visible = 2
		return d
	}
	size := f.a.Pages[p.a].Size
	area := size.Width.Millimetres() * size.Height.Millimetres()
	for _, b := range p.lost {
		d.harm += 0.02 + b.width()*b.height()/area
	}
	d.visible = f.moveDamage(p.a) + f.lookDamage(p.a) +
		0.3*(1-math.Exp(-p.residue/area*400)) + 0.35*(1-math.Exp(-p.largest/50)) + 1.5*p.residue/area
	other := f.b.Pages[p.b].Size
	wide, high := math.Abs((size.Width - other.Width).Millimetres()), math.Abs((size.Height - other.Height).Millimetres())
	d.visible += ramp(max(wide, high), 1, 20)
	return d
}

func (f *finding) wordsOn(page int) (n int) {
	for _, w := range f.words.a {
		if w.page == page {
			n++
		}
	}
	return n
}

// moveDamage weighs the words of a page that stand elsewhere: how far the furthest went, and how far they went on average.
func (f *finding) moveDamage(page int) float64 {
	sum, furthest, n := 0.0, 0.0, 0
	for _, v := range f.moves {
		if f.words.a[v.i].page != page {
			continue
		}
		d := max(0, v.distance-subpixelMove)
		sum, furthest, n = sum+min(d, 20), max(furthest, d), n+1
	}
	if n == 0 {
		return 0
	}
	return 0.06*min(furthest, 5) + 0.04*sum/float64(n)
}

// lookDamage weighs the words of a page that look different.
func (f *finding) lookDamage(page int) float64 {
	sum, most := 0.0, 0.0
	for i, l := range f.looks {
		if f.words.a[i].page == page {
			sum, most = sum+l.style, max(most, l.style)
		}
	}
	return 0.45*most + 0.6*sum/float64(max(1, f.wordsOn(page)))
}

// total weighs the document: its worst page and its average one, and what no page shows.
func (f *finding) total(pages []damage) damage {
	var d damage
	sum, most := 0.0, 0.0
	for _, p := range pages {
		sum, most = sum+p.visible, max(most, p.visible)
	}
	if len(pages) > 0 {
		d.visible = 0.6*most + 0.4*sum/float64(len(pages))
	}
	d.harm = f.harm(func(int, bool) bool { return true }, len(f.words.a))
	for _, p := range f.drawn {
		for _, b := range p.lost {
			size := f.a.Pages[p.a].Size
			d.harm += (0.02 + b.width()*b.height()/(size.Width.Millimetres()*size.Height.Millimetres())) / float64(len(f.a.Pages))
		}
	}
	if n := len(f.outlined); n > 0 {
		d.visible += 0.25 + 0.2*float64(n)/float64(len(f.words.a)) // cannot be searched or copied
	}
	if n := len(f.structure.MissingLinks); n > 0 {
		d.visible += 0.25 + 0.05*min(5, float64(n))
	}
	return d
}

// judge makes the comparison of a finding.
func (f *finding) judge(engine string) comparison.Comparison {
	c := comparison.Comparison{Engine: engine, Words: f.count(), Pages: []comparison.Page{}}
	var pages []damage
	seen := false
	row := len(f.a.Pages)
	for _, p := range f.drawn {
		d := f.pageDamage(p)
		pages = append(pages, d)
		number := p.a + 1
		if p.a == none {
			row++
			number = row
		}
		seen = seen || p.changed > leastChanged
		c.Pages = append(c.Pages, comparison.Page{Page: number, Score: round(d.score(), 1), ChangedPixels: round(p.changed, 5), Similarity: round(p.similarity, 4)})
	}
	c.Score = f.total(pages).score()
	if c.Score < similarFrom && seen {
		c.Score = similarFrom // pixels that are seen are not identical
	}
	c.Score = round(c.Score, 1)
	c.Verdict = verdictOf(c.Score)
	c.Words.MedianShift, c.Words.MaxShift = round(c.Words.MedianShift, 2), round(c.Words.MaxShift, 2)
	c.Reasons = []string{}
	if c.Verdict != comparison.Identical {
		c.Reasons = f.reasons()
	}
	c.Reasons = append(c.Reasons, f.structureReasons()...)
	c.Structure = &f.structure
	return c
}

// leastChanged is the share of a page's pixels that a person may see.
const leastChanged = 0.00001
