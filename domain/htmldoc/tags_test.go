package htmldoc_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"platen/domain/htmldoc"
)

// TestStartTagsAreReadAlone: a tag is read as if no other one had been read before.
func TestStartTagsAreReadAlone(t *testing.T) {
	pieces := rapid.SampledFrom([]string{
		"<img", "<TITLE", "<textarea>", "<plaintext ", "<script>", "<a b='", "'", "\"", ">", "/>", " x=", "=", "&amp;", "\r\n", "\x00", "é", "</p>",
		strings.Repeat("x", 5000), " title=\">" + strings.Repeat("<b> ", 3000),
	})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(pieces, 0, 40).Draw(t, "text"), "")
		tags := htmldoc.NewTagReader(text)
		for at := range htmldoc.TagStarts(text) {
			if strings.HasPrefix(text[at:], "</") {
				continue
			}
			length, ends := tags.StartTag(at)
			alone := html.NewTokenizer(strings.NewReader(text[at:]))
			alone.Next()
			want := alone.Token()
			require.Equal(t, want.Type != html.ErrorToken, ends)
			if ends {
				require.Equal(t, want, tags.Token())
			}
			require.Len(t, alone.Raw(), length)
		}
	})
}

// TestStartTagsShareABuffer: tags are read without a tokenizer for each.
func TestStartTagsShareABuffer(t *testing.T) {
	const tags = 10_000
	document := strings.Repeat("<meta>", tags)
	allocations := testing.AllocsPerRun(3, func() {
		for range htmldoc.StartTags(document, "meta") {
		}
	})
	require.Less(t, allocations, 2.0*tags)
}
