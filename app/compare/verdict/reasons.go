package verdict

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"platen/app/compare/pictures"
	"platen/app/compare/words"
)

// reason is a sentence for people, and what share of the document a person sees in it at once; more than 1 for another layout.
type reason struct {
	text string
	seen float64
}

// reasons says in words what was found: what the document no longer says first, then what the eye sees, the largest first.
func (f *Finding) reasons() []string {
	told := []string{}
	many, few := f.wordReasons()
	told = append(told, many...)
	told = append(told, f.changeReasons()...)
	told = append(told, few...)
	told = append(told, f.markReasons()...)
	seen := slices.Concat(f.blankReason(), f.pageReasons(), f.columnReason(), f.moveReasons(), f.lookReasons(), f.figureReasons(),
		f.drawnReasons(), f.marginReason(), f.linkReason())
	slices.SortStableFunc(seen, func(x, y reason) int { return cmp.Compare(y.seen, x.seen) })
	for _, r := range seen {
		told = append(told, r.text)
	}
	if _, furthest := words.Shifts(f.words.Moves); len(told) == 0 && furthest > words.SubpixelMove {
		told = append(told, fmt.Sprintf("words moved by up to %.1f mm", furthest))
	}
	if len(told) == 0 && slices.ContainsFunc(f.pages, func(p Page) bool { return p.Changed > leastChanged }) {
		told = append(told, "a few pixels differ")
	}
	return told
}

// area is that of a word of the reference, as a share of all pages.
func (f *Finding) area(i int) float64 {
	b := f.words.A[i].Box
	return b.Width() * b.Height() / (area(f.a.Pages[f.words.A[i].Page].Size) * float64(len(f.a.Pages)))
}

func (f *Finding) blankReason() []reason {
	if len(f.words.Blanks) == 0 {
		return nil
	}
	q := quote(f.words.A, f.words.Blanks, nil)
	return []reason{{fmt.Sprintf("%sblanks within words come or go: %s", q.place, q.text), 1}}
}

func (f *Finding) linkReason() []reason {
	n := len(f.structure.MissingLinks)
	if n == 0 {
		return nil
	}
	return []reason{{fmt.Sprintf("%s missing: %s", plural(n, "link is", "links are"), some(f.structure.MissingLinks)), 0}}
}

const (
	// fewWords are quoted, fewPages are named one by one.
	fewWords = 3
	fewPages = 4
	// manyWords weigh more than a line or a changed word.
	manyWords = 20
)

// changeReasons names changed words, numbers first.
func (f *Finding) changeReasons() (told []string) {
	changed := slices.Clone(f.words.Changed)
	slices.SortStableFunc(changed, func(x, y words.Change) int {
		return cmp.Compare(numberRank(f.words.A[x.From].Text), numberRank(f.words.A[y.From].Text))
	})
	for k, c := range changed {
		if k == fewWords {
			return append(told, fmt.Sprintf("%s changed", plural(len(changed)-k, "more word", "more words")))
		}
		told = append(told, fmt.Sprintf("page %d: “%s” became “%s”", f.words.A[c.From].Page+1, f.words.A[c.From].Text,
			f.words.B[c.To].Text))
	}
	return told
}

func numberRank(text string) int {
	if words.IsNumber(text) {
		return 0
	}
	return 1
}

// wordReasons tells of words that are lost, extra, or cannot be read: many at once, and the others.
func (f *Finding) wordReasons() (many, few []string) {
	from, to := map[int]bool{}, map[int]bool{}
	for _, c := range f.words.Changed {
		from[c.From], to[c.To] = true, true
	}
	few = append(few, f.repeatReasons(from)...)
	inA := func(list []int, skip map[int]bool) quoted { return quote(f.words.A, list, skip) }
	for _, group := range []struct {
		words   quoted
		is, are string
	}{
		{inA(f.missing, from), "word is missing", "words are missing"},
		{quote(f.words.B, f.words.Extra, to), "word is there in addition", "words are there in addition"},
		{inA(f.harmed[pictures.Invisible], nil), "word cannot be seen", "words cannot be seen"},
		{inA(f.harmed[pictures.Revealed], nil), "word can be seen that was covered", "words can be seen that were covered"},
		{inA(f.harmed[pictures.Cut], nil), "word is cut", "words are cut"},
		{inA(f.harmed[pictures.Struck], nil), "word is struck through", "words are struck through"},
		{inA(f.harmed[pictures.Unstruck], nil), "word is no longer struck through", "words are no longer struck through"},
		{inA(f.harmed[pictures.Turned], nil), "word is turned", "words are turned"},
		{inA(f.harmed[pictures.NoFraction], nil), "word has lost its fraction bar", "words have lost their fraction bars"},
		{inA(f.harmed[pictures.NewFraction], nil), "word has got a fraction bar", "words have got fraction bars"},
		{inA(f.harmed[pictures.NoPower], nil), "number has lost its power", "numbers have lost their powers"},
		{inA(f.harmed[pictures.NewPower], nil), "number has got a power", "numbers have got powers"},
		{inA(f.ringed, nil), "word has the ring that another one had", "words have the rings that others had"},
		{inA(f.outlined, nil), "word is drawn, but is no text that can be searched or copied",
			"words are drawn, but are no text that can be searched or copied"},
		{inA(f.words.Displaced, nil), "word stands in another line", "words stand in other lines"},
		{quote(f.words.B, f.words.Overprinted, nil), "word stands on top of another", "words stand on top of each other"},
	} {
		if group.words.n == 0 {
			continue
		}
		reason := fmt.Sprintf("%s%s: %s", group.words.place, plural(group.words.n, group.is, group.are), group.words.text)
		if group.words.n >= manyWords {
			many = append(many, reason)
		} else {
			few = append(few, reason)
		}
	}
	return many, few
}

// repeatReasons tells of lines that other pages have, and takes their words off the others.
func (f *Finding) repeatReasons(done map[int]bool) (told []string) {
	pages := map[string][]int{}
	var order []string
	for _, r := range f.words.NotRepeated {
		key := string(r.Kind) + " “" + shorten(r.Text) + "” is not there"
		if r.Kind == words.TableHead {
			key = string(r.Kind) + " “" + shorten(r.Text) + "” is not repeated"
		}
		if pages[key] == nil {
			order = append(order, key)
		}
		pages[key] = append(pages[key], r.Page)
		for _, i := range r.Words {
			done[i] = true
		}
	}
	for _, key := range order {
		told = append(told, where(pages[key])+key)
	}
	return told
}

// markReasons tells of controls, codes and shapes.
func (f *Finding) markReasons() (told []string) {
	pages := map[string][]int{}
	for _, c := range f.codes {
		size := fmt.Sprintf("a code of %.0f × %.0f mm ", c.Box.Width(), c.Box.Height())
		if c.Lost {
			size += "is missing"
		} else {
			size += "says something else: its pattern differs"
		}
		pages[size] = append(pages[size], c.Page)
	}
	for _, p := range f.pages {
		for _, c := range p.Controls {
			key := "a box is no longer marked"
			if c.Marked {
				key = "a box is marked"
			}
			if near := f.wordAfter(p.A, c.Box); near != "" {
				key += ", at “" + near + "”"
			}
			pages[key] = append(pages[key], p.A)
		}
	}
	addFigures(pages, f.pages, func(c pictures.Figure) bool { return !harmless(c) })
	for _, key := range sortedKeys(pages) {
		told = append(told, where(pages[key])+key)
	}
	return told
}

// addFigures adds the pages of some figures to the sentences on them.
func addFigures(sentences map[string][]int, all []Page, wanted func(pictures.Figure) bool) {
	for _, p := range all {
		for _, c := range p.Figures {
			if wanted(c) {
				key := fmt.Sprintf("%s %s", c, c.By)
				sentences[key] = append(sentences[key], max(p.A, 0))
			}
		}
	}
}

// wordAfter is the reference's nearest word on the line of a box.
func (f *Finding) wordAfter(page int, b words.Box) (text string) {
	nearest := 30.0 // millimetres
	for i, w := range f.words.A {
		middle := (b.Y0 + b.Y1) / 2
		if d := max(w.Box.X0-b.X1, b.X0-w.Box.X1); w.Page == page && w.Box.Y0 < middle && w.Box.Y1 > middle && d < nearest && d > -1 {
			nearest, text = d, w.Text
			if next := i + 1; next < len(f.words.A) && f.words.A[next].Page == page && f.words.A[next].Box.Besides(w.Box) {
				text += " " + f.words.A[next].Text
			}
		}
	}
	return text
}

// pageReasons tells of pages and paper.
func (f *Finding) pageReasons() (told []reason) {
	if a, b := len(f.a.Pages), len(f.b.Pages); a != b {
		told = append(told, reason{fmt.Sprintf("%s instead of %d", plural(b, "page", "pages"), a), 1})
	}
	if begins := f.otherBeginnings(); begins != "" {
		told = append(told, reason{begins, 0.02})
	}
	paper := map[string][]int{}
	for _, p := range f.pages {
		if p.A == words.None || p.B == words.None {
			continue
		}
		x, y := f.a.Pages[p.A].Size, f.b.Pages[p.B].Size
		if math.Abs((x.Width-y.Width).Millimetres()) > 1 || math.Abs((x.Height-y.Height).Millimetres()) > 1 {
			key := fmt.Sprintf("the paper is %.0f × %.0f mm instead of %.0f × %.0f", y.Width.Millimetres(), y.Height.Millimetres(),
				x.Width.Millimetres(), x.Height.Millimetres())
			paper[key] = append(paper[key], p.A)
		}
	}
	for _, key := range sortedKeys(paper) {
		told = append(told, reason{where(paper[key]) + key, 1})
	}
	return told
}

// columnReason tells of columns that became one, or the other way.
func (f *Finding) columnReason() []reason {
	was, is := words.Columns(f.words.A), words.Columns(f.words.B)
	if was == is || was == 0 || is == 0 {
		return nil
	}
	aside := 0
	for _, v := range f.words.Moves {
		if math.Abs(v.DX) > farAside {
			aside++
		}
	}
	if aside*5 < len(f.words.A) {
		return nil
	}
	return []reason{{fmt.Sprintf("%s became %s", plural(was, "column", "columns"), number(is)), 2}}
}

// farAside is how far words move sideways, in millimetres, where columns come or go.
const farAside = 20

// leastArea is the share of a page from which on a difference is one of its background.
const leastArea = 0.1

// drawnReasons tells of what differs beside words: areas of some size, and other things.
func (f *Finding) drawnReasons() (told []reason) {
	const least = 1 // square millimetre: less is hardly seen
	var areas, others []int
	largest, area, most := 0.0, 0.0, 0.0
	for _, p := range f.pages {
		switch {
		case p.Area >= leastArea:
			areas, largest = append(areas, p.A), max(largest, p.Area)
		case p.Residue > least:
			others, area, most = append(others, p.A), area+p.Residue, max(most, p.Area)
		}
	}
	if len(areas) > 0 {
		differs := fmt.Sprintf("%sthe background or a picture differs on %.0f %% of the page", where(areas), 100*largest)
		told = append(told, reason{differs, largest})
	}
	if len(others) > 0 {
		differs := fmt.Sprintf("%slines, backgrounds or pictures differ (%.0f mm² in all)", where(others), math.Ceil(area))
		told = append(told, reason{differs, most})
	}
	return told
}

// figureReasons tells of the figures that say the same.
func (f *Finding) figureReasons() (told []reason) {
	for _, altered := range []bool{false, true} {
		figures := map[string][]int{}
		addFigures(figures, f.pages, func(c pictures.Figure) bool { return harmless(c) && altered == (c.By == pictures.Altered) })
		for _, key := range sortedKeys(figures) {
			seen := 0.0
			for _, page := range figures[key] {
				if !altered && f.pages[page].Area < leastArea {
					seen = max(seen, f.pages[page].Area)
				}
			}
			told = append(told, reason{where(figures[key]) + key, seen})
		}
	}
	return told
}

// otherBeginnings names the first page that begins with another word.
func (f *Finding) otherBeginnings() string {
	firstA, firstB := f.words.FirstA, f.words.FirstB
	for page := 1; page < min(len(firstA), len(firstB)); page++ {
		i, j := firstA[page], firstB[page]
		if i == words.None || j == words.None || f.words.ToB[i] == words.None || f.words.ToB[i] == j || f.words.B[f.words.ToB[i]].Page == page {
			continue
		}
		if is, was := textFrom(f.words.B, j), textFrom(f.words.A, i); is != was {
			return fmt.Sprintf("page %d begins with “%s” instead of “%s”", page+1, is, was)
		}
	}
	return ""
}

func textFrom(words []words.Word, i int) string {
	var texts []string
	for k := i; k < min(i+fewWords, len(words)) && words[k].Page == words[i].Page; k++ {
		texts = append(texts, words[k].Text)
	}
	return shorten(strings.Join(texts, " "))
}

// moveReasons tells how many words moved, how far, and why.
func (f *Finding) moveReasons() (told []reason) {
	var pages []int
	onPage, elsewhere, furthest, nearest, seen, gone := 0, 0, 0.0, math.Inf(1), 0.0, 0.0
	for _, v := range f.words.Moves {
		switch {
		case v.PageChanged:
			elsewhere, gone = elsewhere+1, gone+f.area(v.From)
		case v.Distance > words.VisibleMove:
			onPage++
			pages = append(pages, f.words.A[v.From].Page)
			furthest, nearest = max(furthest, v.Distance), min(nearest, v.Distance)
			seen += f.area(v.From) * min(1, v.Distance/farMove)
		}
	}
	if elsewhere > 0 {
		told = append(told, reason{plural(elsewhere, "word stands", "words stand") + " on another page", gone})
	}
	if onPage > 0 {
		by := fmt.Sprintf("by up to %.1f mm", furthest)
		if furthest-nearest < 0.3 {
			by = fmt.Sprintf("by %.1f mm", furthest)
		}
		because := ""
		if n := len(f.words.LineBreaks); n == 1 {
			because = fmt.Sprintf(", since a line breaks elsewhere, at “%s”", f.words.A[f.words.LineBreaks[0]].Text)
		} else if n > 1 {
			because = fmt.Sprintf(", since %d lines break elsewhere", n)
		}
		moved := fmt.Sprintf("%s%s moved %s%s", where(pages), plural(onPage, "word", "words"), by, because)
		told = append(told, reason{moved, seen})
	}
	return told
}

// farMove is how far a word goes, in millimetres, for a move that is seen at once.
const farMove = 10

// lookReasons tells in what words look different, and which fonts that are.
func (f *Finding) lookReasons() (told []reason) {
	const least = 0.1 // less is hardly seen
	by, shares := map[string][]int{}, map[string]float64{}
	for i, l := range f.styles {
		if l.Share >= least {
			by[l.By], shares[l.By] = append(by[l.By], i), shares[l.By]+l.Share*f.area(i)
		}
	}
	var most float64
	for _, kind := range sortedKeys(by) {
		slices.Sort(by[kind])
		q := quote(f.words.A, by[kind], nil)
		seen := shares[kind]
		if kind == pictures.Weight {
			seen /= 10 // hardly seen
		}
		told = append(told, reason{fmt.Sprintf("%s%s %s: %s", q.place, plural(q.n, "word is", "words are"), kind, q.text), seen})
		most = max(most, seen)
	}
	if len(told) > 0 && !slices.Equal(f.a.Fonts, f.b.Fonts) && len(f.b.Fonts) > 0 {
		fonts := fmt.Sprintf("the fonts are %s instead of %s", some(f.b.Fonts), some(f.a.Fonts))
		told = append(told, reason{fonts, most / 2})
	}
	return told
}

// noticedMargin is by how many millimetres a margin differs before a reader notices.
const noticedMargin = 1

// marginReason names the margin that differs most. The bottom one is left out: it follows from where lines and pages break.
func (f *Finding) marginReason() []reason {
	sides := [4]string{"top", "right", "", "left"}
	page, side, by := 0, 0, 0.0
	for _, p := range f.pages {
		if p.MarginsA == nil || p.MarginsB == nil {
			continue
		}
		for s, name := range sides {
			if d := p.MarginsB[s] - p.MarginsA[s]; name != "" && math.Abs(d) > math.Abs(by) {
				page, side, by = p.A, s, d
			}
		}
	}
	if math.Abs(by) < noticedMargin {
		return nil
	}
	how := "wider"
	if by < 0 {
		how = "narrower"
	}
	return []reason{{fmt.Sprintf("page %d: the %s margin is %.0f mm %s", page+1, sides[side], math.Abs(by), how), 0}}
}
