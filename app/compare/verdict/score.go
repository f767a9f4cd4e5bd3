package verdict

import (
	"math"
	"slices"

	"platen/app/compare/pictures"
	"platen/app/compare/words"
	"platen/domain"
	"platen/domain/comparison"
)

// The score is made of two sums. harm counts what the document no longer says: any of it makes the score at least
// brokenFrom. visible counts what a person sees: it alone never reaches brokenFrom. So a verdict is a range of scores, and
// more of the same change never scores less.
const (
	similarFrom   = 0.5 // below: identical
	differentFrom = 10
	brokenFrom    = 50
	// Worst is the score of a rendering that failed.
	Worst = 100
)

// damage is what a person would hold against a rendering.
type damage struct{ harm, visible float64 }

func (d damage) score() float64 {
	if d.harm > 0 {
		return brokenFrom + (Worst-brokenFrom)*math.Sqrt(min(1, d.harm))
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

// Round keeps what a reader can use.
func Round(v float64, digits int) float64 {
	scale := math.Pow10(digits)
	return math.Round(v*scale) / scale
}

// weights of one word that is lost, and of one whose digits change, as shares of a document's words.
const (
	wordHarm   = 1
	numberHarm = 4
)

// harm weighs what the words of the pages no longer say, against the number of words. onPage reports whether a word of a page is
// weighed. A changed word is counted once.
func (f *Finding) harm(onPage func(page int, inB bool) bool, total int) float64 {
	sum := 0.0
	for _, found := range f.wordFindings {
		all := f.wordsOf(found)
		for _, i := range found.words {
			switch {
			case found.harmless || !onPage(all[i].Page, found.inB):
			case words.IsNumber(all[i].Text):
				sum += numberHarm
			default:
				sum += wordHarm
			}
		}
	}
	return sum / float64(max(total, 1))
}

// The harm of a control in another state, of a figure that says something else, beside that of its size, and of such a code.
const (
	wrongControl = 0.02
	wrongFigure  = 0.03
	wrongCode    = 0.1
)

// symbolHarm weighs what says something without words on a page.
func (f *Finding) symbolHarm(p Page) float64 {
	sum := wrongControl * float64(len(p.Controls))
	for _, c := range p.Figures {
		if !harmless(c) {
			sum += wrongFigure + c.Width()*c.Height()/area(f.a.Pages[p.A].Size)
		}
	}
	for _, c := range f.codes {
		if c.Page == p.A {
			sum += wrongCode
		}
	}
	return sum
}

// harmless reports whether a document says the same with a figure changed like this.
func harmless(c pictures.Figure) bool {
	return c.Decorates() || slices.Contains([]pictures.FigureChange{pictures.Scaled, pictures.Recoloured, pictures.Refilled, pictures.Altered}, c.By)
}

// figureDamage weighs the figures of a page that say the same.
func figureDamage(p Page) (most float64) {
	for _, c := range p.Figures {
		switch {
		case c.By == pictures.Altered:
			most = max(most, 0.03)
		case harmless(c):
			most = 0.25
		}
	}
	return most
}

// pageDamage weighs one page.
func (f *Finding) pageDamage(p Page) damage {
	onPage := func(page int, inB bool) bool { return inB && page == p.B || !inB && page == p.A }
	d := damage{harm: f.harm(onPage, f.wordsOn(p.A))}
	if p.A == words.None || p.B == words.None {
		d.visible = 2
		return d
	}
	size, other := f.a.Pages[p.A].Size, f.b.Pages[p.B].Size
	d.harm += f.symbolHarm(p)
	d.visible = f.moveDamage(p.A) + f.lookDamage(p.A) + figureDamage(p) + 0.3*(1-math.Exp(-p.Residue/area(size)*600))
	wide, high := math.Abs((size.Width - other.Width).Millimetres()), math.Abs((size.Height - other.Height).Millimetres())
	d.visible += pictures.Ramp(max(wide, high), 1, 20)
	return d
}

func area(s domain.Size) float64 { return s.Width.Millimetres() * s.Height.Millimetres() }

func (f *Finding) wordsOn(page int) (n int) {
	for _, w := range f.words.A {
		if w.Page == page {
			n++
		}
	}
	return n
}

// moveDamage weighs the words of a page that stand elsewhere: how far the furthest went, and how far they went on average.
func (f *Finding) moveDamage(page int) float64 {
	sum, furthest, n := 0.0, 0.0, 0
	for _, v := range f.words.Moves {
		if f.words.A[v.From].Page != page {
			continue
		}
		d := max(0, v.Distance-words.SubpixelMove)
		sum, furthest, n = sum+min(d, 20), max(furthest, d), n+1
	}
	return 0.06*min(furthest, 5) + 0.04*sum/float64(max(1, n))
}

// lookDamage weighs the words of a page that look different.
func (f *Finding) lookDamage(page int) float64 {
	sum, most := 0.0, 0.0
	for i, l := range f.looks {
		if f.words.A[i].Page == page {
			sum, most = sum+l.Share, max(most, l.Share)
		}
	}
	return 0.45*most + 0.6*sum/float64(max(1, f.wordsOn(page)))
}

// total weighs the document: its worst page and its average one, and what no page shows.
func (f *Finding) total(pages []damage) damage {
	var d damage
	sum, most := 0.0, 0.0
	for _, p := range pages {
		sum, most = sum+p.visible, max(most, p.visible)
	}
	if len(pages) > 0 {
		d.visible = 0.6*most + 0.4*sum/float64(len(pages))
	}
	d.harm = f.harm(func(int, bool) bool { return true }, len(f.words.A))
	for _, p := range f.pages {
		d.harm += f.symbolHarm(p) / float64(len(f.a.Pages))
	}
	if n := len(f.outlined); n > 0 {
		d.visible += 0.05 + 0.5*float64(n)/float64(len(f.words.A)) // cannot be searched or copied
	}
	if n := len(f.words.Blanks); n > 0 {
		d.visible += 0.25 + 0.02*min(10, float64(n))
	}
	if len(f.ofTable) > 0 {
		d.visible += 0.35
	}
	if n := len(f.structure.MissingLinks); n > 0 {
		d.visible += 0.25 + 0.05*min(5, float64(n))
	}
	return d
}

// Judge returns the comparison with an engine.
func (f *Finding) Judge(engine string) comparison.Comparison {
	c := comparison.Comparison{Engine: engine, Words: f.count(), Pages: []comparison.Page{}}
	var pages []damage
	seen := false
	row := len(f.a.Pages)
	for _, p := range f.pages {
		d := f.pageDamage(p)
		pages = append(pages, d)
		number := p.A + 1
		if p.A == words.None {
			row++
			number = row
		}
		seen = seen || p.Changed > leastChanged
		c.Pages = append(c.Pages, comparison.Page{Page: number, Score: Round(d.score(), 1), ChangedPixels: Round(p.Changed, 5),
			Similarity: Round(p.Similarity, 4)})
	}
	c.Score = f.total(pages).score()
	if c.Score < similarFrom && seen {
		c.Score = similarFrom // pixels that are seen are not identical
	}
	c.Score = Round(c.Score, 1)
	c.Verdict = verdictOf(c.Score)
	c.Words.MedianShift, c.Words.MaxShift = Round(c.Words.MedianShift, 2), Round(c.Words.MaxShift, 2)
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
