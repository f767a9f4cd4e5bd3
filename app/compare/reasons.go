package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// reasons says in words what was found, the weightiest first.
func (f *finding) reasons() []string {
	told := []string{}
	many, few := f.wordReasons()
	told = append(told, many...)
	told = append(told, f.changeReasons()...)
	told = append(told, few...)
	told = append(told, f.pageReasons()...)
	told = append(told, f.moveReasons()...)
	told = append(told, f.lookReasons()...)
	told = append(told, f.drawnReason()...)
	told = append(told, f.marginReason()...)
	if n := len(f.structure.MissingLinks); n > 0 {
		told = append(told, fmt.Sprintf("%s missing: %s", plural(n, "link is", "links are"), some(f.structure.MissingLinks)))
	}
	if _, furthest := shifts(f.moves); len(told) == 0 && furthest > subpixelMove {
		told = append(told, fmt.Sprintf("words moved by up to %.1f mm", furthest))
	}
	if len(told) == 0 && slices.ContainsFunc(f.drawn, func(p pageDrawn) bool { return p.changed > leastChanged }) {
		told = append(told, "a few pixels differ")
	}
	return told
}

const (
	// fewWords are quoted, fewPages are named one by one.
	fewWords = 3
	fewPages = 4
	// manyWords weigh more than a line or a changed word.
	manyWords = 20
)

// changeReasons names changed words, numbers first.
func (f *finding) changeReasons() (told []string) {
	changed := slices.Clone(f.changed)
	slices.SortStableFunc(changed, func(x, y change) int {
		return cmp.Compare(numberRank(f.words.a[x.from].text), numberRank(f.words.a[y.from].text))
	})
	for k, c := range changed {
		if k == fewWords {
			return append(told, fmt.Sprintf("%s changed", plural(len(changed)-k, "more word", "more words")))
		}
		told = append(told, fmt.Sprintf("page %d: “%s” became “%s”", f.words.a[c.from].page+1, f.words.a[c.from].text, f.words.b[c.to].text))
	}
	return told
}

func numberRank(text string) int {
	if isNumber(text) {
		return 0
	}
	return 1
}

// wordReasons tells of words that are lost, extra, or cannot be read: many at once, and the others.
func (f *finding) wordReasons() (many, few []string) {
	from, to := map[int]bool{}, map[int]bool{}
	for _, c := range f.changed {
		from[c.from], to[c.to] = true, true
	}
	few = append(few, f.repeatReasons(from)...)
	inA := func(list []int, skip map[int]bool) quoted { return quote(f.words.a, list, skip) }
	for _, group := range []struct {
		words   quoted
		is, are string
	}{
		{inA(f.missing, from), "word is missing", "words are missing"},
		{quote(f.words.b, f.extra, to), "word is there in addition", "words are there in addition"},
		{inA(f.invisible, nil), "word cannot be seen", "words cannot be seen"},
		{inA(f.cut, nil), "word is cut", "words are cut"},
		{inA(f.outlined, nil), "word is drawn, but is no text that can be searched or copied", "words are drawn, but are no text that can be searched or copied"},
		{quote(f.words.b, f.overprinted, nil), "word stands on top of another", "words stand on top of each other"},
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
func (f *finding) repeatReasons(done map[int]bool) (told []string) {
	pages := map[string][]int{}
	var order []string
	for _, r := range f.notRepeated {
		key := r.kind + " “" + shorten(r.text) + "” is not there"
		if r.kind == tableHead {
			key = r.kind + " “" + shorten(r.text) + "” is not repeated"
		}
		if pages[key] == nil {
			order = append(order, key)
		}
		pages[key] = append(pages[key], r.page)
		for i, w := range f.words.a {
			if w.page == r.page && f.words.toB[i] == none && strings.Contains(r.text, w.text) {
				done[i] = true
			}
		}
	}
	for _, key := range order {
		told = append(told, where(pages[key])+key)
	}
	return told
}

// quoted are words for a sentence.
type quoted struct {
	n           int
	place, text string
}

func quote(words []word, list []int, skip map[int]bool) quoted {
	var q quoted
	var pages []int
	var texts []string
	for _, i := range list {
		if skip[i] {
			continue
		}
		q.n++
		pages, texts = append(pages, words[i].page), append(texts, "“"+words[i].text+"”")
	}
	q.place, q.text = where(pages), some(texts)
	return q
}

// pageReasons tells of pages, paper and pictures.
func (f *finding) pageReasons() (told []string) {
	if a, b := len(f.a.Pages), len(f.b.Pages); a != b {
		told = append(told, fmt.Sprintf("%s instead of %d", plural(b, "page", "pages"), a))
	}
	if begins := f.otherBeginnings(); begins != "" {
		told = append(told, begins)
	}
	paper := map[string][]int{}
	for _, p := range f.drawn {
		if p.a == none || p.b == none {
			continue
		}
		for _, b := range p.lost {
			told = append(told, fmt.Sprintf("page %d: a picture of %.0f × %.0f mm is missing", p.a+1, b.width(), b.height()))
		}
		x, y := f.a.Pages[p.a].Size, f.b.Pages[p.b].Size
		if math.Abs((x.Width-y.Width).Millimetres()) > 1 || math.Abs((x.Height-y.Height).Millimetres()) > 1 {
			key := fmt.Sprintf("the paper is %.0f × %.0f mm instead of %.0f × %.0f", y.Width.Millimetres(), y.Height.Millimetres(), x.Width.Millimetres(), x.Height.Millimetres())
			paper[key] = append(paper[key], p.a)
		}
	}
	for _, key := range sortedKeys(paper) {
		told = append(told, where(paper[key])+key)
	}
	return told
}

// drawnReason tells of what differs beside words.
func (f *finding) drawnReason() []string {
	const least = 1 // square millimetre: less is hardly seen
	var pages []int
	area := 0.0
	for _, p := range f.drawn {
		if p.residue > least {
			pages, area = append(pages, p.a), area+p.residue
		}
	}
	if len(pages) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%slines, backgrounds or pictures differ (%.0f mm² in all)", where(pages), math.Ceil(area))}
}

// otherBeginnings names the first page that begins with another word.
func (f *finding) otherBeginnings() string {
	firstA := firstOfPages(f.words.a, findRepeats(f.words.a, len(f.a.Pages)), len(f.a.Pages))
	firstB := firstOfPages(f.words.b, findRepeats(f.words.b, len(f.b.Pages)), len(f.b.Pages))
	for page := 1; page < min(len(firstA), len(firstB)); page++ {
		i, j := firstA[page], firstB[page]
		if i == none || j == none || f.words.toB[i] == none || f.words.toB[i] == j || f.words.b[f.words.toB[i]].page == page {
			continue
		}
		return fmt.Sprintf("page %d begins with “%s” instead of “%s”", page+1, textFrom(f.words.b, j), textFrom(f.words.a, i))
	}
	return ""
}

func textFrom(words []word, i int) string {
	var texts []string
	for k := i; k < min(i+fewWords, len(words)) && words[k].page == words[i].page; k++ {
		texts = append(texts, words[k].text)
	}
	return shorten(strings.Join(texts, " "))
}

// moveReasons tells how many words moved, how far, and why.
func (f *finding) moveReasons() (told []string) {
	var pages []int
	onPage, elsewhere, furthest, nearest := 0, 0, 0.0, math.Inf(1)
	for _, v := range f.moves {
		switch {
		case v.pageChanged:
			elsewhere++
		case v.distance > visibleMove:
			onPage++
			pages = append(pages, f.words.a[v.i].page)
			furthest, nearest = max(furthest, v.distance), min(nearest, v.distance)
		}
	}
	if elsewhere > 0 {
		told = append(told, plural(elsewhere, "word stands", "words stand")+" on another page")
	}
	if onPage > 0 {
		by := fmt.Sprintf("by up to %.1f mm", furthest)
		if furthest-nearest < 0.3 {
			by = fmt.Sprintf("by %.1f mm", furthest)
		}
		because := ""
		if n := len(f.lineBreaks); n == 1 {
			because = fmt.Sprintf(", since a line breaks elsewhere, at “%s”", f.words.a[f.lineBreaks[0]].text)
		} else if n > 1 {
			because = fmt.Sprintf(", since %d lines break elsewhere", n)
		}
		told = append(told, fmt.Sprintf("%s%s moved %s%s", where(pages), plural(onPage, "word", "words"), by, because))
	}
	return told
}

// lookReasons tells in what words look different, and which fonts that are.
func (f *finding) lookReasons() (told []string) {
	const least = 0.1 // less is hardly seen
	by := map[string][]int{}
	for i, l := range f.looks {
		if l.style >= least {
			by[l.by] = append(by[l.by], i)
		}
	}
	kinds := sortedKeys(by)
	slices.SortStableFunc(kinds, func(x, y string) int { return cmp.Compare(len(by[y]), len(by[x])) })
	for _, kind := range kinds {
		slices.Sort(by[kind])
		q := quote(f.words.a, by[kind], nil)
		told = append(told, fmt.Sprintf("%s%s %s: %s", q.place, plural(q.n, "word is", "words are"), kind, q.text))
	}
	if len(told) > 0 && !slices.Equal(f.a.Fonts, f.b.Fonts) && len(f.b.Fonts) > 0 {
		told = append(told, fmt.Sprintf("the fonts are %s instead of %s", some(f.b.Fonts), some(f.a.Fonts)))
	}
	return told
}

// where names pages, counted from 0, at the beginning of a sentence; nothing where there are many.
func where(pages []int) string {
	pages = slices.Clone(pages)
	slices.Sort(pages)
	pages = slices.Compact(pages)
	switch {
	case len(pages) == 0:
		return ""
	case len(pages) == 1:
		return fmt.Sprintf("page %d: ", pages[0]+1)
	case len(pages) > fewPages:
		return fmt.Sprintf("%d pages: ", len(pages))
	}
	names := make([]string, len(pages))
	for i, p := range pages {
		names[i] = fmt.Sprint(p + 1)
	}
	return "pages " + strings.Join(names, ", ") + ": "
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// some quotes the first few.
func some(texts []string) string {
	if len(texts) <= fewWords {
		return strings.Join(texts, ", ")
	}
	return strings.Join(texts[:fewWords], ", ") + " …"
}

func shorten(text string) string {
	const most = 40
	if letters := []rune(text); len(letters) > most {
		return string(letters[:most]) + "…"
	}
	return text
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
