package verdict

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"platen/app/compare/pictures"
	"platen/app/compare/words"
)

// pageReasons returns the reasons of pages and paper.
func (f *Finding) pageReasons() (told []reason) {
	if a, b := len(f.a.Pages), len(f.b.Pages); a != b {
		told = append(told, reason{fmt.Sprintf("%s instead of %d", plural(b, "page", "pages"), a), 1})
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
	for _, text := range onPages(paper) {
		told = append(told, reason{text, 1})
	}
	return told
}

// columnReason returns the reason of columns that became one, or the other way.
func (f *Finding) columnReason() []reason {
	was, is := words.Columns(f.words.A), words.Columns(f.words.B)
	if was == is || min(was, is) != 1 {
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
	number := "one"
	if is > 1 {
		number = fmt.Sprint(is)
	}
	return []reason{{fmt.Sprintf("%s became %s", plural(was, "column", "columns"), number), 2}}
}

// farAside is how far words move sideways, in millimetres, where columns come or go.
const farAside = 20

// moveReasons reports how many words moved, how far, and why.
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

// lookReasons reports in what words look different, and which fonts that are.
func (f *Finding) lookReasons() (told []reason) {
	by, shares, otherFont := map[string][]int{}, map[string]float64{}, 0.0
	for i, l := range f.looks {
		if l.Share >= seenStyle {
			by[l.By], shares[l.By] = append(by[l.By], i), shares[l.By]+l.Share*f.area(i)
		}
		if l.By == pictures.Width {
			otherFont += f.area(i)
		}
	}
	for _, kind := range sortedKeys(by) {
		place, text := quote(f.words.A, by[kind])
		seen := shares[kind]
		if kind == pictures.Weight {
			seen /= 10 // hardly seen
		}
		told = append(told, reason{fmt.Sprintf("%s%s %s: %s", place, plural(len(by[kind]), "word is", "words are"), kind, text), seen})
	}
	// Some engines write LiberationSans as Liberation-Sans.
	same := func(a, b string) bool { return strings.ReplaceAll(a, "-", "") == strings.ReplaceAll(b, "-", "") }
	if len(told) > 0 && !slices.EqualFunc(f.a.Fonts, f.b.Fonts, same) && len(f.a.Fonts)*len(f.b.Fonts) > 0 {
		told = append(told, reason{fmt.Sprintf("the fonts are %s instead of %s", some(f.b.Fonts), some(f.a.Fonts)), otherFont})
	}
	return told
}

// seenStyle is the least share of a style's difference that is more than hardly seen.
const seenStyle = 0.1

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
