package verdict

import (
	"cmp"
	"fmt"
	"slices"

	"platen/app/compare/pictures"
	"platen/app/compare/words"
)

func (f *Finding) blankReason() []reason {
	if len(f.words.Blanks) == 0 {
		return nil
	}
	q := quote(f.words.A, f.words.Blanks, nil)
	return []reason{{fmt.Sprintf("%sblanks within words come or go: %s", q.place, q.text), 1}}
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

// wordReasons returns the reasons of words that are lost, extra, or cannot be read: many at once, and the others.
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
		{inA(f.harmed[pictures.NoBar], nil), "word has lost the bar above it", "words have lost the bar above them"},
		{inA(f.harmed[pictures.NewBar], nil), "word has got a bar above it", "words have got a bar above them"},
		{inA(f.harmed[pictures.NoPower], nil), "number has lost its power", "numbers have lost their powers"},
		{inA(f.harmed[pictures.NewPower], nil), "number has got a power", "numbers have got powers"},
		{inA(f.ringed, nil), "word has the ring that another one had", "words have the rings that others had"},
		{inA(f.outlined, nil), "word is drawn, but is no text that can be searched or copied",
			"words are drawn, but are no text that can be searched or copied"},
		{inA(f.words.Displaced, nil), "word stands in another line", "words stand in other lines"},
		{inA(f.words.OtherColumn, nil), "number stands under another heading", "numbers stand under other headings"},
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

// repeatReasons returns the reasons of lines that other pages have, and takes their words off the others.
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
