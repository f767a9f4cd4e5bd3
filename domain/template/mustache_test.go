package template_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/domain/template"
)

// differences are the tests of the Mustache specification whose results differ here, with the results. REFERENCE.md has the
// reasons.
var differences = map[string]string{
	// ' and " are written with their numbers.
	"HTML Escaping":                     "These characters should be HTML escaped: &amp; &#34; &lt; &gt;\n",
	"Implicit Iterator - HTML Escaping": `"(&amp;)(&#34;)(&lt;)(&gt;)"`,
	// Tags that do not escape are not built.
	"Triple Mustache":                              "These characters should not be HTML escaped: {&amp; &#34; &lt; &gt;}\n",
	"Triple Mustache Integer Interpolation":        `"{85} miles an hour!"`,
	"Triple Mustache Decimal Interpolation":        `"{1.21} jiggawatts!"`,
	"Triple Mustache Null Interpolation":           "I ({}) be seen!",
	"Triple Mustache Context Miss Interpolation":   "I ({}) be seen!",
	"Triple Mustache - Surrounding Whitespace":     "| {---} |",
	"Triple Mustache - Standalone":                 "  {---}\n",
	"Triple Mustache With Padding":                 "|{---}|",
	"Dotted Names - Triple Mustache Interpolation": `"{Joe}" == "{Joe}"`,
	"Implicit Iterator - Triple mustache":          `"({&amp;})({&#34;})({&lt;})({&gt;})"`,
	"Ampersand":                                    "These characters should not be HTML escaped: \n",
	"Ampersand Integer Interpolation":              `" miles an hour!"`,
	"Ampersand Decimal Interpolation":              `" jiggawatts!"`,
	"Ampersand - Surrounding Whitespace":           "|  |",
	"Ampersand - Standalone":                       "  \n",
	"Ampersand With Padding":                       "||",
	"Dotted Names - Ampersand Interpolation":       `"" == ""`,
	"Implicit Iterator - Ampersand":                `"()()()()"`,
	// A key of data that bears the whole name, or the whole text of a tag, wins.
	"Dotted Names are never single keys": "c",
	"Dotted Names - No Masking":          "c",
	"Variable Name Collision":            "comments never show: >2<",
}

// notObjects are the tests whose data are not an object, as the field data must be.
var notObjects = []string{
	"Implicit Iterator - Root-level", "Implicit Iterators - Basic Interpolation", "Implicit Iterators - HTML Escaping",
	"Implicit Iterators - Triple Mustache", "Implicit Iterators - Ampersand", "Implicit Iterators - Basic Integer Interpolation",
}

// TestMustacheSpecification runs the tests of testdata/mustache, which are copied from github.com/mustache/spec (MIT).
func TestMustacheSpecification(t *testing.T) {
	settings := template.Settings{Escape: template.HTML, Missing: template.Empty, Sections: true}
	var left, differed []string
	for _, name := range []string{"sections", "inverted", "comments", "interpolation"} {
		text, err := os.ReadFile("testdata/mustache/" + name + ".json")
		require.NoError(t, err)
		var specification struct {
			Tests []struct {
				Name, Template, Expected string
				Data                     json.RawMessage
			}
		}
		require.NoError(t, json.Unmarshal(text, &specification))
		require.Greater(t, len(specification.Tests), 10)
		for _, test := range specification.Tests {
			d, err := parseData(string(test.Data))
			if err != nil {
				left = append(left, test.Name)
				continue
			}
			if different, differs := differences[test.Name]; differs {
				require.NotEqual(t, test.Expected, different, test.Name)
				test.Expected, differed = different, append(differed, test.Name)
			}
			t.Run(name+"/"+test.Name, func(t *testing.T) {
				got, _, err := settings.Fill(domain.Request{HTML: test.Template, Data: d})
				require.NoError(t, err)
				require.Equal(t, test.Expected, got.HTML)
			})
		}
	}
	require.ElementsMatch(t, notObjects, left)
	require.Len(t, differed, len(differences))
}
