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
		require.NotNil(t, kinds[c.kind].fault, text)
	}
	const green, white = "write green LEFT TOP RIGHT BOTTOM [PAGE]", "write white LEFT TOP RIGHT BOTTOM [PAGE]"
	for text, want := range map[string]string{
		"green 1 2 3": green, "green 1 2 3 4 5 6": green, "white 1 2 3 x": white, "white 1 2 3 4 0": white, "coloured x": "write coloured",
		"pages": "write pages N", "pages x": "write pages N", "text 0 word": "write text PAGE WORDS…", "text 1": "write text PAGE WORDS…",
		"paper 1 210": "write paper PAGE WIDTH HEIGHT", "word 1 name 1 2 3": "write word PAGE WORD LEFT TOP RIGHT BOTTOM",
		"word 1 name 1 2 3 x": "write word PAGE", "below 1 one": "write below PAGE WORD OTHER", "bookmark 1 x title": "write bookmark N PAGE TITLE…",
		"bookmark 1 2": "write bookmark", "link": "write link URI", "smell 1 roses": "is no check", "": "is no check",
	} {
		_, err := parseCheck(text)
		require.ErrorContains(t, err, want, text)
	}
}
