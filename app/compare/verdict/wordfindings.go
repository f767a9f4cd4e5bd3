package verdict

import (
	"cmp"
	"slices"

	"platen/app/compare/pictures"
	"platen/app/compare/words"
	"platen/domain/comparison"
)

// wordFinding is what became of some words: of the reference's, or of the candidate's.
type wordFinding struct {
	words []int
	inB   bool
	// is and are tell it of one word and of several; empty: other sentences do.
	is, are string
	// mark is how people are shown the words; empty: something else shows them.
	mark comparison.MarkKind
	// harmless: the document says the same.
	harmless bool
}

// findWords finds what became of words, from how they look among others.
func (f *Finding) findWords() {
	var from, to, repeated []int
	for _, c := range f.words.Changed {
		from, to = append(from, c.From), append(to, c.To)
	}
	missing := without(f.missing, from)
	for _, r := range f.words.NotRepeated {
		there := slices.DeleteFunc(slices.Clone(r.Words), func(i int) bool { return !slices.Contains(missing, i) })
		if repeated = append(repeated, there...); r.Kind.OfTable() {
			f.ofTable = append(f.ofTable, there...)
		}
	}
	f.wordFindings = []wordFinding{
		{words: from},
		{words: without(repeated, f.ofTable), mark: comparison.MissingWord},
		{words: f.ofTable, mark: comparison.MissingWord, harmless: true},
		{words: without(missing, repeated), is: "word is missing", are: "words are missing", mark: comparison.MissingWord},
		{words: without(f.words.Extra, to), inB: true, is: "word is there in addition", are: "words are there in addition",
			mark: comparison.ExtraWord},
	}
	some := func(which func(pictures.Change) bool) (list []int) {
		for i, change := range f.looks {
			if which(change) {
				list = append(list, i)
			}
		}
		return list
	}
	marks := map[pictures.Harm]comparison.MarkKind{pictures.Invisible: comparison.InvisibleWord, pictures.Cut: comparison.CutWord}
	for _, h := range pictures.Harms() {
		f.wordFindings = append(f.wordFindings, wordFinding{words: some(func(c pictures.Change) bool { return c.Harm == h }),
			is: h.One, are: h.Several, mark: cmp.Or(marks[h], comparison.ChangedWord)})
	}
	var ringed []int
	if slices.ContainsFunc(f.looks, func(c pictures.Change) bool { return c.Unringed }) {
		ringed = some(func(c pictures.Change) bool { return c.Ringed })
	}
	f.wordFindings = append(f.wordFindings, []wordFinding{
		{words: ringed, is: "word has the ring that another one had", are: "words have the rings that others had"},
		{words: f.outlined, is: "word is drawn, but is no text that can be searched or copied",
			are: "words are drawn, but are no text that can be searched or copied", harmless: true},
		{words: f.words.Displaced, is: "word changed its place", are: "words changed their places"},
		{words: f.words.OtherColumn, is: "word stands in another column", are: "words stand in other columns"},
		{words: f.words.Overprinted, inB: true, is: "word stands on top of another", are: "words stand on top of each other",
			mark: comparison.OverprintedWord},
	}...)
}

// wordsOf are the words of the document that a finding is about.
func (f *Finding) wordsOf(found wordFinding) []words.Word {
	if found.inB {
		return f.words.B
	}
	return f.words.A
}
