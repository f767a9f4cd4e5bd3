package words_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/app/compare/words"
	"platen/domain"
)

// TestUnseen: a word counts as shown however engines write and divide it.
func TestUnseen(t *testing.T) {
	reading := func(texts ...string) domain.Reading {
		page := domain.ReadPage{}
		for _, text := range texts {
			page.Words = append(page.Words, domain.Word{Text: text})
		}
		return domain.Reading{Pages: []domain.ReadPage{page}}
	}
	readings := []domain.Reading{reading("TITLE", "infor-", "mation", "ﬁne", "Word"), reading("title", "other,")}
	require.Equal(t, []string{"lost", "12.50", "(gone)"}, words.Unseen([]string{"Title infor\u00admation fine Wo", "rd lost – 12.50", "other 漢字 שלום (gone)"}, readings))
	require.Len(t, words.Unseen([]string{strings.Repeat("x ", 9999)}, readings), words.MostUnseen)
}
