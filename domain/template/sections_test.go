package template_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/domain/template"
)

// The rules that the Mustache specification leaves open, or that the contract adds to it.
func TestSections(t *testing.T) {
	tests := map[string]struct{ data, text, want string }{
		"shown for what is there":        {`{"z":0,"s":"x","o":{},"t":true}`, "{{#z}}0{{/z}}{{#s}}s{{/s}}{{#o}}o{{/o}}{{#t}}t{{/t}}", "0sot"},
		"left out for what is empty":     {`{"f":false,"n":null,"s":"","l":[]}`, "{{#f}}f{{/f}}{{#n}}n{{/n}}{{#s}}s{{/s}}{{#l}}l{{/l}}{{#m}}m{{/m}}", ""},
		"elements that are empty":        {`{"l":[0,null,"",false,[]]}`, "{{#l}}({{.}}){{/l}}", "(0)()()(false)([])"},
		"inverted":                       {`{"z":0,"l":[]}`, "{{^z}}z{{/z}}{{^l}}l{{/l}}{{^m}}m{{/m}}", "lm"},
		"blanks inside the braces":       {`{"a":[1,2]}`, "{{ # a }}{{ . }}{{ / a }}", "12"},
		"the element first":              {`{"a":"out","b":"out","l":[{"a":"in"},{"b":"in"}]}`, "{{#l}}{{a}}{{b}} {{/l}}", "inout outin "},
		"a member that is null":          {`{"a":"out","l":[{"a":null}]}`, "[{{#l}}{{a}}{{/l}}]", "[]"},
		"a broken path looks no further": {`{"a":{"b":1},"l":[{"a":{}}]}`, "{{#l}}{{a.b}}{{/l}}", "{{a.b}}"},
		"numbers as written":             {`{"l":[10.00,1e3]}`, "{{#l}}{{.}} {{/l}}", "10.00 1e3 "},
		"paths to elements":              {`{"l":[{"m":[5,6]}]}`, "{{#l.0.m}}{{.}}{{/l.0.m}}{{#l}}{{m.1}}{{/l}}", "566"},
		"an index as a name":             {`{"l":[["a","b"]]}`, "{{#l}}{{1}}{{0}}{{/l}}", "ba"},
		"the whole dotted name":          {`{"a.b":[1],"a":{"b":[2]}}`, "{{#a.b}}{{.}}{{/a.b}}", "1"},
		"a key with the whole tag":       {`{"#a":"x","^ a":"y","! b":"z","a":[1]}`, "{{#a}}{{^ a}}{{! b }}", "xyz"},
		"and its blanks":                 {`{" #a ":"x","/a":"y","a":[1,2]}`, "{{ #a }}{{#a }}{{.}}{{/a }}", "{{error}}"},
		"a key called dot":               {`{".":"x","a":[1]}`, "{{.}}{{#a}}{{.}}{{/a}}", "xx"},
		"the dot outside":                {`{"a":1}`, "{{.}}{{#.}}x{{/.}}{{^.}}y{{/.}}", "{{.}}y"},
		"never scanned again":            {`{"l":["{{#l}}","{{/l}}","{{! x }}"]}`, "{{#l}}{{.}}{{/l}}", "{{#l}}{{/l}}{{! x }}"},
		"a comment that holds tags":      {`{"a":1}`, "{{! {{a}} {{! {{#b}} }}", "  }}"},
		"missing values stay":            {`{"l":[{},{"a":1}]}`, "{{#l}}{{ a }}{{/l}}", "{{ a }}1"},
		"nested over the same value":     {`{"a":{"a":{"b":1}}}`, "{{#a}}{{#a}}{{#a}}{{b}}{{/a}}{{/a}}{{/a}}", "1"},
		"lines of tags go":               {`{"l":[1,2]}`, "<ul>\n  {{#l}}\n  <li>{{.}}\n  {{/l}}\n  {{! end }}\r\n\n</ul>", "<ul>\n  <li>1\n  <li>2\n\n</ul>"},
		"two on a line stay":             {`{"l":[1]}`, "a\n{{#l}} {{/l}}\nb", "a\n \nb"},
		"no data":                        {``, "{{#a}}x{{/a}}{{^a}}y{{/a}}", "y"},
		"a value before on the line":     {`{"a":1}`, "\n{{a}}{{#a}}\n{{/a}}\n", "\n1\n"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var d domain.Data
			if tt.data != "" {
				d = data(t, tt.data)
			}
			if tt.want == "{{error}}" {
				_, _, err := template.Default().Fill(domain.Request{HTML: tt.text, Data: d})
				require.Error(t, err)
				return
			}
			require.Equal(t, tt.want, fill(t, template.Default(), tt.text, d))
		})
	}
}

func TestSectionsOff(t *testing.T) {
	const text = "{{#l}}\n{{.}}{{^l}}{{! x }}{{/x}}"
	d := data(t, `{"l":[1]}`)
	require.Equal(t, text, fill(t, template.Settings{}, text, d))
}

func TestSectionsThatAreNotClosed(t *testing.T) {
	long := strings.Repeat("é", 100)
	for text, want := range map[string]string{
		"\n<p>{{#a}}":            "line 2: {{#a}} is not closed",
		"{{#a}}\n{{ ^ b }}\n":    "line 2: {{ ^ b }} is not closed",
		"{{#a}}\n{{#b}}\n{{/a}}": "line 3: {{/a}} stands where {{#b}} of line 2 must be closed",
		"{{#a.b}}{{/a}}":         "line 1: {{/a}} stands where {{#a.b}} of line 1 must be closed",
		"x\r\n\r\n{{/a}}":        "line 3: {{/a}} closes no section",
		"{{#}}":                  "line 1: {{#}} is not closed",
		"{{#" + long + "}}":      "line 1: {{#" + strings.Repeat("é", 59) + "…}} is not closed",
	} {
		for field, r := range map[string]domain.Request{"html": {HTML: text}, "headerHtml": {HTML: "{{#a}}{{/a}}", HeaderHTML: text}, "footerHtml": {FooterHTML: text}} {
			_, _, err := template.Default().Fill(r)
			requireInvalid(t, err, "the field "+field+", "+want)
			require.Regexp(t, `^the field \w+, line \d+: a section is not closed$`, domain.AsError(err).LogMessage, "the log quotes no request")
		}
	}
	_, _, err := template.Default().Fill(domain.Request{HTML: "x", HeaderHTML: "{{#a}}", FooterHTML: "{{/a}}"})
	require.Error(t, err, "a section ends in its field")
}

func TestStrictRequests(t *testing.T) {
	r := domain.Request{HTML: "{{a}}{{b}}{{#l}}{{c}}{{/l}}", FooterHTML: "{{a}}", Data: data(t, `{"a":1,"l":[1,2]}`), Strict: true}
	_, _, err := template.Default().Fill(r)
	requireInvalid(t, err, `these placeholders have no value in data: "b", "l.c"`)

	r.Unknown = []string{"HTML", `"x`}
	_, _, err = template.Default().Fill(r)
	requireInvalid(t, err, `these fields are unknown: "HTML" (the nearest is html), "\"x" (the nearest is css); these placeholders have no value in data: "b", "l.c"`)
	require.Equal(t, "2 fields are unknown; 2 placeholders have no value in data", domain.AsError(err).LogMessage)

	r.HTML = "{{a}}"
	_, _, err = template.Default().Fill(r)
	require.ErrorContains(t, err, "these fields are unknown")
	r.Unknown = nil
	_, missing, err := template.Default().Fill(r)
	require.NoError(t, err)
	require.Zero(t, missing)
}

// 200,000 sections inside each other, over one value or over none, take time in proportion to their number.
func TestDeepSectionsAreLinear(t *testing.T) {
	const depth = 200_000
	for name, object := range map[string]string{
		"true": `{"a":true}`, "an object": `{"a":{"b":1}}`, "an array": `{"a":[{}]}`, "itself": `{"a":{"a":{"a":{}}}}`, "nothing": `{}`,
	} {
		t.Run(name, func(t *testing.T) {
			text := strings.Repeat("{{#a}}", depth) + "{{b}}" + strings.Repeat("{{/a}}", depth)
			_, _, err := template.Default().Fill(domain.Request{HTML: text, Data: data(t, object)})
			require.NoError(t, err)
		})
	}
	t.Run("never closed", func(t *testing.T) {
		_, _, err := template.Default().Fill(domain.Request{HTML: strings.Repeat("{{#a}}", body/6), Data: data(t, `{"a":[1]}`)})
		require.ErrorContains(t, err, "the field html, line 1: {{#a}} is not closed")
	})
}

// Sections that would run for years are refused after a bounded number of steps, also if they write nothing.
func TestSectionsThatNeverEnd(t *testing.T) {
	const depth = 30
	wide := `{"a":[` + strings.Repeat("1,", 100) + `1]}`
	loop := strings.Repeat("{{#a}}", depth) + strings.Repeat("{{/a}}", depth)
	long := strings.Repeat("x", 1_000_000)
	for name, r := range map[string]domain.Request{
		"empty":      {HTML: loop, Data: data(t, wide)},
		"long names": {HTML: "{{#a}}{{" + long + "}}{{/a}}", Data: data(t, `{"a":[`+strings.Repeat("1,", 1_000_000)+`1],"`+long+`":""}`)},
		"long paths": {HTML: "{{#a}}{{" + strings.Repeat("b.", 9_000) + "c}}{{/a}}", Data: data(t, `{"a":[`+strings.Repeat("1,", 1_000_000)+`1],"b":`+strings.Repeat(`{"b":`, 9_000)+`{"c":""}`+strings.Repeat("}", 9_001))},
	} {
		t.Run(name, func(t *testing.T) {
			settings := template.Settings{Missing: template.Empty, Sections: true, MaxSize: 8 * domain.MiB}
			_, _, err := settings.Fill(r)
			require.ErrorContains(t, err, "invalid_request")
			require.Regexp(t, "larger than 8MiB|more than 8388608 look-ups", err)
		})
	}
}

// Paths of many placeholders without a value in many sections count as text.
func TestMissingPathsAreBounded(t *testing.T) {
	const depth = 100_000
	var text strings.Builder
	text.WriteString(strings.Repeat("{{#a}}", depth))
	for i := range 100_000 {
		fmt.Fprintf(&text, "{{n%d}}", i)
	}
	text.WriteString(strings.Repeat("{{/a}}", depth))
	r := domain.Request{HTML: text.String(), Data: data(t, `{"a":[1]}`), Strict: true}
	settings := template.Settings{Sections: true, MaxSize: 4 * domain.MiB}
	_, _, err := settings.Fill(r)
	require.ErrorContains(t, err, "larger than 4MiB")
	require.NotEmpty(t, settings.MissingNames(r))
}
