package template_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"platen/domain"
	"platen/domain/template"
)

func TestLines(t *testing.T) {
	for name, html := range map[string]string{
		"no tags":  "a\n@2\n@3",
		"values":   "{{lines}}\n@2 {{lines}} @2 {{none}}\n@3{{lines}}@3",
		"sections": "{{#rows}}\n@2 {{lines}}\n{{! comment }}\n  {{^no}}\n@5{{/no}}\n@6{{.}}\n{{/rows}}\n@8 {{#no}}\n@9\n{{/no}}\n@11",
		"elements": "{{#rows}}{{.}}\n{{/rows}}\n\n@4",
	} {
		t.Run(name, func(t *testing.T) {
			parsed, err := domain.ParseRequest([]byte(`{"html": "x", "data": {"lines": "1\\n2\\n3", "rows": ["a", "b\\n"], "no": []}}`))
			require.NoError(t, err)
			parsed.HTML = html
			settings := template.Default()
			filled, _, err := settings.Fill(parsed)
			require.NoError(t, err)
			var offsets, want []int
			for at := range filled.HTML {
				if filled.HTML[at] == '@' {
					offsets, want = append(offsets, at), append(want, int(filled.HTML[at+1]-'0'))
				}
			}
			if name == "sections" {
				want[len(want)-1] = 11
			}
			require.Equal(t, want, settings.Lines(parsed, offsets), filled.HTML)
		})
	}
}

// TestLinesOfValues: what a value has is on the line of its tag.
func TestLinesOfValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before, value := rapid.IntRange(0, 5).Draw(t, "lines before"), rapid.IntRange(0, 5).Draw(t, "lines of the value")
		parsed, err := domain.ParseRequest([]byte(`{"html": "x", "data": {"v": "` + strings.Repeat(`\n`, value) + `@"}}`))
		if err != nil {
			t.Fatal(err)
		}
		parsed.HTML = strings.Repeat("\n", before) + "<p>{{v}}\n\n"
		if got := template.Default().Lines(parsed, []int{before + 3 + value}); len(got) != 1 || got[0] != before+1 {
			t.Fatalf("got %v, want %d", got, before+1)
		}
	})
}
