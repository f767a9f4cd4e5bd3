package accessibility_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/domain/accessibility"
	"platen/domain/template"
)

// TestRequest: lines are those of the template, also behind values and sections, and of long lists the first ones.
func TestRequest(t *testing.T) {
	for _, tt := range []struct{ html, data, want string }{
		{right("\n<p>x"), `{}`, ""},
		{"{{v}}\n<title>{{v}}</title><img><img>\n<img>", `{"v": "1\n2"}`, "missing lang (line 1); 3 pictures without alt (lines 2, 3)"},
		{"<html lang=de><title>x</title>\n{{#r}}\n{{.}}\n<table><td>1</table>{{/r}}", `{"r": ["", "<h2>x</h2>"]}`,
			"1 skipped heading level (line 3); 2 tables without head cells (line 4)"},
		{right(strings.Repeat("<img>\n", 25)), `{}`, "25 pictures without alt (lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, …)"},
	} {
		request, err := domain.ParseRequest([]byte(`{"html": "x", "data": ` + tt.data + `}`))
		require.NoError(t, err)
		request.HTML = tt.html
		places, err := accessibility.Request(t.Context(), template.Default(), request)
		require.NoError(t, err)
		var all []string
		for _, p := range places {
			all = append(all, p.String())
		}
		require.Equal(t, tt.want, strings.Join(all, "; "))
	}
	_, err := accessibility.Request(t.Context(), template.Default(), domain.Request{HTML: "{{#a}}"})
	require.ErrorContains(t, err, "not closed")
}

// TestLinesOf: the words of a page are found in the template, with tags, values and references between them; of equal texts rather the next one.
func TestLinesOf(t *testing.T) {
	request, err := domain.ParseRequest([]byte(`{"html": "x", "data": {"v": "1\n2"}}`))
	require.NoError(t, err)
	request.HTML = "<title>more</title><p class=more>more\n<p>{{v}}\n<p>caf&eacute; &amp; <b>more</b>\nthan that\n<p>more\n<p>a long\ntext of\n{{v}} lines"
	var texts []domain.FaintText
	for _, text := range []string{"more", "café & more than that of course…", "more", "more", "2", "(not there", "café & more than that", "of", "lines"} {
		texts = append(texts, domain.FaintText{Text: text})
	}
	lines, err := accessibility.LinesOf(template.Default(), request, texts)
	require.NoError(t, err)
	require.Equal(t, []int{1, 3, 5, 1, 2, 0, 3, 7, 8}, lines)
	lines, err = accessibility.LinesOf(template.Default(), domain.Request{HTML: "<style>a</style>"}, []domain.FaintText{{Text: "…"}, {Text: "a"}})
	require.NoError(t, err)
	require.Equal(t, []int{0, 0}, lines)
	_, err = accessibility.LinesOf(template.Default(), domain.Request{HTML: "{{#a}}"}, nil)
	require.ErrorContains(t, err, "not closed")
}
