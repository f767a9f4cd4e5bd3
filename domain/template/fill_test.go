package template_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/domain/template"
)

func TestFill(t *testing.T) {
	tests := map[string]struct{ data, text, want string }{
		"every occurrence":          {`{"a":"x","b":"y"}`, "{{a}}{{b}}-{{a}}", "xy-x"},
		"blanks inside the braces":  {`{"a":"x"}`, "{{ a }}{{a }}{{\n\ta}}{{\u00a0a}}", "xxxx"},
		"a name with blanks":        {`{" a ":"exact","a":"trimmed"}`, "{{ a }}{{a}}{{  a}}", "exacttrimmedtrimmed"},
		"a name of several words":   {`{"first name":"x"}`, "{{first name}}{{ first name }}", "xx"},
		"the empty name":            {`{"":"x"}`, "{{}}{{ }}", "xx"},
		"any name":                  {`{"größe–\"1\"":"x","<b>":"y"}`, `{{größe–"1"}}{{<b>}}`, "xy"},
		"an escaped name":           {`{"\u0061":"x"}`, "{{a}}", "x"},
		"names match exactly":       {`{"a":"x"}`, "{{A}}", "{{A}}"},
		"the last of a name":        {`{"a":"x","a":"y"}`, "{{a}}", "y"},
		"no value":                  {`{"a":"x"}`, "{{b}} {{ b }} {{}}", "{{b}} {{ b }} {{}}"},
		"no data":                   {``, "{{a}}{{a.b}}{{}}", "{{a}}{{a.b}}{{}}"},
		"never scanned again":       {`{"a":"{{b}}","b":"{{a}}","c":"{","d":"{{","e":"}}"}`, "{{a}}{{b}}{{c}}{a}}{{d}}a{{e}}", "{{b}}{{a}}{{a}}{{a}}"},
		"three braces":              {`{"a":"x"}`, "{{{a}}}", "{x}"},
		"four braces":               {`{"a":"x"}`, "{{{{a}}}}", "{{x}}"},
		"the inner one":             {`{"a":"x"}`, "{{ {{a}} }}", "{{ x }}"},
		"never closed before":       {`{"a":"x"}`, "{{ b {{a}}", "{{ b x"},
		"never opened before":       {`{"a":"x"}`, "}} b }} {{a}}", "}} b }} x"},
		"one brace":                 {`{"a":"x"}`, "{a} {{a} {a}} { {a}} {{a} }", "{a} {{a} {a}} { {a}} {{a} }"},
		"a brace in the name":       {`{"a}b":"x","{a":"y"}`, "{{a}b}}{{ {a}}", "xy"},
		"style sheets in the html":  {`{"a":"x"}`, "@media print{p{color:red}}{{a}}", "@media print{p{color:red}}x"},
		"never closed":              {`{"a":"x"}`, "{{a", "{{a"},
		"a string":                  {`{"a":"\"\\\/\n\u00e9\ud83d\ude00<&>"}`, "{{a}}", "\"\\/\né😀<&>"},
		"half a surrogate pair":     {`{"a":"\ud83d"}`, "{{a}}", "\uFFFD"},
		"numbers as written":        {`{"a":10.00,"b":12345678901234567890,"c":-0,"d":1E+2}`, "{{a}} {{b}} {{c}} {{d}}", "10.00 12345678901234567890 -0 1E+2"},
		"a number before a blank":   {"{\"a\":1 ,\"b\":2\n}", "{{a}}{{b}}", "12"},
		"true and false":            {`{"a":true,"b":false}`, "{{a}}{{b}}", "truefalse"},
		"null is empty":             {`{"a":null}`, "[{{a}}]", "[]"},
		"an object as compact JSON": {`{"a": { "z" : 1.0 , "a b" : [ "x y" , null ] } }`, "{{a}}", `{"z":1.0,"a b":["x y",null]}`},
		"an array as compact JSON":  {`{"a": [ 1 , "\u0041\"" , { } ] }`, "{{a}}", `[1,"\u0041\"",{}]`},
		"a path into an object":     {`{"a":{"x":{},"b":{"y":[],"c":"v"}}}`, "{{a.b.c}}{{ a.b.c }}{{a.b}}", `vv{"y":[],"c":"v"}`},
		"a path into an array":      {`{"a":[[9],{"b":"x"},"y"]}`, "{{a.1.b}}{{a.2}}{{a.0.0}}{{a.0}}", "xy9[9]"},
		"indices as names":          {`{"a":{"0":"x","01":"y"}}`, "{{a.0}}{{a.01}}", "xy"},
		"what is no index":          {`{"a":["x"]}`, "{{a.00}}{{a.-0}}{{a.+0}}{{a.1}}{{a.}}{{a.0x0}}{{a.99999999999999999999}}", "{{a.00}}{{a.-0}}{{a.+0}}{{a.1}}{{a.}}{{a.0x0}}{{a.99999999999999999999}}"},
		"the whole name first":      {`{"a.b":"whole","a":{"b":"path"}}`, "{{a.b}}{{ a.b }}", "wholewhole"},
		"whole and null":            {`{"a.b":null,"a":{"b":"path"}}`, "[{{a.b}}]", "[]"},
		"the whole name trimmed":    {`{"a.b":"whole"," a":{"b":"path"}}`, "{{ a.b}}", "whole"},
		"empty steps":               {`{"a":{"":{"b":"x"}},"":{"":"y"}}`, "{{a..b}}{{.}}{{..}}", "xy{{..}}"},
		"a path through no object":  {`{"a":"b","n":null,"i":1}`, "{{a.b}}{{n.b}}{{i.0}}{{a.length}}", "{{a.b}}{{n.b}}{{i.0}}{{a.length}}"},
		"the last of a nested name": {`{"a":{"b":{"x":1},"b":{"x":2}}}`, "{{a.b.x}}", "2"},
		"brackets inside strings":   {`{"s":"}]{[\"\\","a":{"k}]":["]",{"b":"x"}]}}`, "{{a.k}].1.b}}", "x"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var d domain.Data
			if tt.data != "" {
				d = data(t, tt.data)
			}
			require.Equal(t, tt.want, fill(t, template.Default(), tt.text, d))
		})
	}
}

func TestFillEscapes(t *testing.T) {
	escape := template.Settings{Escape: template.HTML}
	d := data(t, `{"a":"<b>&\"'</b>","o":{"a":"<"}}`)
	require.Equal(t, "<p>&lt;b&gt;&amp;&#34;&#39;&lt;/b&gt;</p>", fill(t, escape, "<p>{{a}}</p>", d))
	require.Equal(t, "{&#34;a&#34;:&#34;&lt;&#34;}", fill(t, escape, "{{o}}", d))
	require.Equal(t, "{{<b>}}", fill(t, escape, "{{<b>}}", d), "what the author wrote is not a value")
}

func TestFillMissing(t *testing.T) {
	d := data(t, `{"here":"x"}`)
	r := domain.Request{HTML: "{{ b }}{{here}}{{a.c}}", HeaderHTML: "{{b}}{{c}}", FooterHTML: "{{b}}{{d}}", Data: d}

	got, missing, err := template.Settings{Missing: template.Empty}.Fill(r)
	require.NoError(t, err)
	require.Equal(t, 6, missing, "each occurrence")
	require.Equal(t, domain.Request{HTML: "x"}, got)

	_, _, err = template.Settings{Missing: template.Error}.Fill(r)
	requireInvalid(t, err, `these placeholders have no value in data: "b", "a.c", "c", "d"`)
	require.Equal(t, "4 placeholders have no value in data", domain.AsError(err).LogMessage, "the log quotes no request")

	r.Data = data(t, `{"b":null,"a":{"c":1},"c":2,"d":3,"here":4}`)
	_, _, err = template.Settings{Missing: template.Error}.Fill(r)
	require.NoError(t, err)
}

func TestFillNamesEveryMissingKey(t *testing.T) {
	var text strings.Builder
	for i := range 1500 {
		fmt.Fprintf(&text, "{{n%d %s}}", i, strings.Repeat("é", 5000))
	}
	_, _, err := template.Settings{Missing: template.Error}.Fill(domain.Request{HTML: text.String() + text.String()})
	message := domain.AsError(err).Message
	require.Less(t, len(message), text.Len()+100, "the message is bounded by the request, each name there once")
	for i := range 1500 {
		require.Contains(t, message, fmt.Sprintf(`"n%d éé`, i))
	}
}

func TestFillAllFieldsButCSS(t *testing.T) {
	got, missing, err := template.Default().Fill(domain.Request{
		HTML: "1{{a}}", CSS: "p{{{a}}}", HeaderHTML: "2{{a}}", FooterHTML: "3{{a}}", Data: data(t, `{"a":"x"}`),
	})
	require.NoError(t, err)
	require.Equal(t, domain.Request{HTML: "1x", CSS: "p{{{a}}}", HeaderHTML: "2x", FooterHTML: "3x"}, got)
	require.Zero(t, missing)
}

func TestFillBoundsTheSize(t *testing.T) {
	limit := template.Settings{MaxSize: 10}
	r := domain.Request{HTML: "{{a}}12", HeaderHTML: "{{a}}", FooterHTML: "12", Data: data(t, `{"a":"xyz"}`)}
	_, _, err := limit.Fill(r)
	require.NoError(t, err, "10 bytes fit")

	r.FooterHTML += "3"
	_, _, err = limit.Fill(r)
	requireInvalid(t, err, "filled with its values, the document is larger than 10B: use large values less often")

	_, _, err = template.Settings{}.Fill(r)
	require.NoError(t, err, "no bound")
}

// A text without placeholders costs no memory, however much data comes with it.
func TestFillWithoutPlaceholders(t *testing.T) {
	r := domain.Request{
		HTML: strings.Repeat("<p>{plain}</p> }} ", 1000) + "{{ never closed",
		Data: data(t, `{"a":[`+strings.Repeat("1,", 100_000)+`1]}`),
	}
	got := fill(t, template.Default(), r.HTML, r.Data)
	require.Equal(t, r.HTML, got)
	r.HTML = strings.TrimSuffix(r.HTML, "{{ never closed")
	require.Zero(t, testing.AllocsPerRun(10, func() { _, _, _ = template.Default().Fill(r) }))
}

func TestSettings(t *testing.T) {
	require.Equal(t, template.Settings{Escape: template.None, Missing: template.Keep, Sections: true, MaxSize: 32 << 20}, template.Default())
	require.NoError(t, template.Default().Validate())
	for key, settings := range map[string]template.Settings{
		"template.escape":   {Escape: "xml", Missing: template.Keep},
		"template.missing":  {Escape: template.HTML, Missing: "drop"},
		"template.max_size": {Escape: template.HTML, Missing: template.Empty, MaxSize: -1},
	} {
		require.ErrorContains(t, settings.Validate(), key+": ")
	}
	for escape, valid := range map[template.Escape]bool{template.None: true, template.HTML: true, "": false, "HTML": false} {
		require.Equal(t, valid, template.Settings{Escape: escape, Missing: template.Keep}.Validate() == nil)
	}
	for missing, valid := range map[template.Missing]bool{template.Keep: true, template.Empty: true, template.Error: true, "": false, "Keep": false} {
		require.Equal(t, valid, template.Settings{Escape: template.None, Missing: missing}.Validate() == nil)
	}
}

func fill(tb testing.TB, settings template.Settings, text string, d domain.Data) string {
	tb.Helper()
	got, _, err := settings.Fill(domain.Request{HTML: text, Data: d})
	require.NoError(tb, err)
	require.Equal(tb, domain.Data{}, got.Data)
	return got.HTML
}

// parseData reads a JSON object as the field data of a request.
func parseData(object string) (domain.Data, error) {
	r, err := domain.ParseRequest([]byte(`{"html":"x","data":` + object + `}`))
	return r.Data, err
}

func data(tb testing.TB, object string) domain.Data {
	tb.Helper()
	d, err := parseData(object)
	require.NoError(tb, err)
	return d
}

func requireInvalid(tb testing.TB, err error, message string) {
	tb.Helper()
	var e *domain.Error
	require.ErrorAs(tb, err, &e)
	require.Equal(tb, domain.InvalidRequest, e.Code)
	require.Equal(tb, message, e.Message)
}
