package words

import (
	"strings"
	"unicode"

	"platen/domain"
)

// MostUnseen is how many words Unseen looks for.
const MostUnseen = 1000

// Unseen returns the words of texts that are nowhere in any of the readings, in their order, at most MostUnseen. It leaves out words of
// scripts that extraction divides, turns round or composes, and says nothing of a word that another one contains.
func Unseen(texts []string, readings []domain.Reading) (unseen []string) {
	shown, letters := map[string]bool{}, make([]string, len(readings))
	for i, reading := range readings {
		var all strings.Builder
		for _, page := range reading.Pages {
			for _, w := range page.Words {
				key := lettersOf(w.Text)
				shown[key] = true
				all.WriteString(key)
			}
		}
		letters[i] = all.String()
	}
	isShown := func(key string) bool {
		for i := 0; i < len(letters) && !shown[key]; i++ {
			shown[key] = strings.Contains(letters[i], key) // a word of several elements, or one that was divided
		}
		return shown[key]
	}
	for _, text := range texts {
		for word := range strings.FieldsSeq(text) {
			if key := lettersOf(word); len(unseen) < MostUnseen && !strings.ContainsFunc(key, isOther) && !isShown(key) {
				unseen = append(unseen, word)
			}
		}
	}
	return unseen
}

// lettersOf returns the letters and digits of a word, in lower case.
func lettersOf(word string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsNumber(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, normalise(word))
}

// isOther reports whether a letter is of a script whose words extraction may change.
func isOther(r rune) bool {
	return unicode.IsLetter(r) && !unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic)
}
