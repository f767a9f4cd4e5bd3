package verdict

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"platen/app/compare/words"
)

// quote says for a sentence where words are, and which.
func quote(words []words.Word, list []int) (place, text string) {
	var pages []int
	var texts []string
	for _, i := range list {
		pages, texts = append(pages, words[i].Page), append(texts, "“"+words[i].Text+"”")
	}
	return where(pages), some(texts)
}

// where names pages, counted from 0, at the beginning of a sentence; only their number where there are many.
func where(pages []int) string {
	pages = slices.Compact(slices.Sorted(slices.Values(pages)))
	switch {
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

// onPages are sentences, each behind the pages that it is about.
func onPages(pages map[string][]int) (told []string) {
	for _, key := range sortedKeys(pages) {
		told = append(told, where(pages[key])+key)
	}
	return told
}

func plural(n int, one, many string) string {
	return fmt.Sprintf("%d %s", n, verb(n, one, many))
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

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
