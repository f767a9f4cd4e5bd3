package verdict

import (
	"cmp"
	"fmt"
	"slices"

	"platen/app/compare/words"
)

func (f *Finding) blankReason() []reason {
	if len(f.words.Blanks) == 0 {
		return nil
	}
	place, text := quote(f.words.A, f.words.Blanks)
	return []reason{{fmt.Sprintf("%sblanks within words come or go: %s", place, text), 1}}
}

const (
	// fewWords are quoted, fewPages are named one by one.
	fewWords = 3
	fewPages = 4
)

// changeReasons names changed words, numbers first.
func (f *Finding) changeReasons() (told []string) {
	changed := slices.SortedStableFunc(slices.Values(f.words.Changed), func(x, y words.Change) int {
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

// wordReasons returns the reasons of words that are lost, extra, or cannot be read.
func (f *Finding) wordReasons() (told []string) {
	for _, found := range f.wordFindings {
		if found.is == "" || len(found.words) == 0 {
			continue
		}
		place, text := quote(f.wordsOf(found), found.words)
		told = append(told, fmt.Sprintf("%s%s: %s", place, plural(len(found.words), found.is, found.are), text))
	}
	return told
}

// repeatReasons returns the reasons of lines that other pages have.
func (f *Finding) repeatReasons() []string {
	pages := map[string][]int{}
	for _, r := range f.words.NotRepeated {
		key := string(r.Kind) + " “" + shorten(r.Text) + "” is not there"
		if r.Kind.OfTable() {
			key = string(r.Kind) + " “" + shorten(r.Text) + "” is not repeated"
		}
		pages[key] = append(pages[key], r.Page)
	}
	return onPages(pages)
}
