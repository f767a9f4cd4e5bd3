package features

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestParseCheck(t *testing.T) {
	for _, text := range []string{
		"green 1 2 3 4", "white 1 2 3 4 2", "coloured", "pages 2", "paper 1 210 297", "text 1 some words", "notext 2 word",
		"word 1 name 1 2 3 4", "below 1 one other", "link https://platen.example/", "font DejaVu", "bookmark 1 2 The title", "tags H1 P",
		"within P Div", "alt A picture",
	} {
		c, err := parseCheck(text)
		require.NoError(t, err, text)
		require.NotNil(t, c, text)
	}
	for text, want := range map[string]string{
		"green 1 2 3": "write LEFT TOP RIGHT BOTTOM [PAGE]", "white 1 2 3 x": "write LEFT TOP RIGHT BOTTOM [PAGE]",
		"pages": "is no check", "pages x": `write a number from 1 after "pages"`, "text 0 word": `write a number from 1 after "text"`,
		"paper 1 210": "is no check", "word 1 name 1 2 3": "is no check", "word 1 name 1 2 3 x": "is no check", "below 1 one": "is no check",
		"bookmark 1 x title": "is no check", "bookmark 1 2": "is no check", "smell 1 roses": "is no check", "": "is no check",
	} {
		_, err := parseCheck(text)
		require.ErrorContains(t, err, want, text)
	}
}
