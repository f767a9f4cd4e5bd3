package integration_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/integration/harness"
	"platen/ports/pdfcheck"
)

// TestContractSubstitution is section 2 with the default settings.
func TestContractSubstitution(t *testing.T) {
	t.Parallel()
	service := shared(t, both[0])
	t.Run("values", func(t *testing.T) { fillValues(t, service) })
	t.Run("every field but css", func(t *testing.T) { fillFields(t, service) })
	t.Run("in linear time", func(t *testing.T) { fillLarge(t, service) })
}

// fillValues fills a template with data in each case, and checks the whole text of the document.
func fillValues(t *testing.T, s *harness.Service) {
	for name, test := range map[string]struct{ html, data, want string }{
		"every occurrence":             {`{{a}}-{{a}}{{a}} <b>{{a}}</b>`, `{"a":"x"}`, "x-xx x"},
		"in an attribute":              {`<ol start={{n}}><li>z</ol>`, `{"n":7}`, "7. z"},
		"in a style element":           {`<style>.{{c}}{display:none}</style><b class=k>gone</b> rest`, `{"c":"k"}`, "rest"},
		"in a comment nothing is seen": {`<!-- {{a}} -->rest`, `{"a":"x"}`, "rest"},
		"blanks inside":                {"{{ a }}/{{a }}/{{\ta\n}}/{{   a}}", `{"a":"x"}`, "x/x/x/x"},
		"other braces":                 {`{a} {{a} {{{a}}} }}{{ {{a}}`, `{"a":"x"}`, "{a} {{a} {x} }}{{ x"},
		"verbatim":                     {`a{{a}}b`, `{"a":"<i>in</i>&lt;"}`, "ain<b"},
		"replacement patterns":         {`{{a}}|{{b}}`, `{"a":"$1$&\\1%s%d","b":"{0}"}`, `$1$&\1%s%d|{0}`},
		"not scanned again":            {`{{a}} {{b}}`, `{"a":"{{b}}","b":"{{a}}"}`, "{{b}} {{a}}"},
		"not scanned again, joined":    {`{{{a}}{b}}`, `{"a":"{","b":"x"}`, "{{{b}}"},
		"not scanned again, split":     {`{{a}}b}}`, `{"a":"{{","b":"x"}`, "{{b}}"},
		"numbers as written":           {`{{a}} {{b}} {{c}} {{d}} {{e}} {{f}}`, `{"a":10.00,"b":12345678901234567890,"c":1e400,"d":-0,"e":1E+5,"f":0.10000000000000000000001}`, "10.00 12345678901234567890 1e400 -0 1E+5 0.10000000000000000000001"},
		"booleans and null":            {`{{t}} {{f}} [{{n}}]`, `{"t":true,"f":false,"n":null}`, "true false []"},
		"empty string":                 {`[{{e}}]`, `{"e":""}`, "[]"},
		"an object":                    {`{{o}}`, "{\"o\": {\"z\" : 1.0,\n \"a\": [1 ,2], \"s\":\"a b\"} }", `{"z":1.0,"a":[1,2],"s":"a b"}`},
		"an array":                     {`{{l}} {{m}}`, `{"l":[ 1, "two", null, {} ],"m":[]}`, `[1,"two",null,{}] []`},
		"an object verbatim":           {`{{o}}`, `{"o":{"a":"\u003cb\u003ex"}}`, `{"a":"\u003cb\u003ex"}`},
		"escapes of a string":          {`{{a}}`, `{"a":"\u0041\/\"\\ \ud83d\ude00"}`, `A/"\ 😀`},
		"paths":                        {`{{c.name}} {{items.0.price}} {{items.1.tags.1}}`, `{"c":{"name":"N"},"items":[{"price":10.00},{"tags":["p","q"]}]}`, "N 10.00 q"},
		"a path to an object":          {`{{a.b}}`, `{"a":{"b":{"c":[1, 2]}}}`, `{"c":[1,2]}`},
		"a path to null":               {`[{{a.b}}]`, `{"a":{"b":null}}`, "[]"},
		"the whole name wins":          {`{{a.b}} {{a.c}}`, `{"a":{"b":"path","c":"path"},"a.b":"name"}`, "name path"},
		"the whole name wins, first":   {`{{a.b}}`, `{"a.b":"name","a":{"b":"path"}}`, "name"},
		"no value":                     {`{{x}} {{ x }} {{a.x}} {{a.b.c}} {{l.2}} {{l.-1}} {{l.00}} {{n.x}}`, `{"a":{"b":"c"},"l":[1,2],"n":null}`, "{{x}} {{ x }} {{a.x}} {{a.b.c}} {{l.2}} {{l.-1}} {{l.00}} {{n.x}}"},
		"nothing but data":             {`{{length}} {{l.length}} {{constructor}} {{__proto__}} {{toString}} {{s.0}}`, `{"l":[1],"s":"str"}`, "{{length}} {{l.length}} {{constructor}} {{__proto__}} {{toString}} {{s.0}}"},
		"case matters":                 {`{{A}} {{a}}`, `{"a":"x"}`, "{{A}} x"},
		"names of all kinds":           {`{{größe}} {{a b}} {{a-b}} {{$}} {{0}} {{a.}}`, `{"größe":"one","a b":"two","a-b":"three","$":"four","0":"five","a.":"six"}`, "one two three four five six"},
		"an empty name":                {`{{}} {{ }}`, `{"a":1}`, "{{}} {{ }}"},
		"a repeated key":               {`{{a}}`, `{"a":1,"a":2}`, "2"},
		"no data":                      {`{{a}}`, `null`, "{{a}}"},
		"a section of a list":          {`{{#l}}{{name}} {{p}};{{/l}}`, `{"l":[{"name":"a","p":10.00},{"name":"b","p":2.50}]}`, "a 10.00;b 2.50;"},
		"sections in a section":        {`{{#l}}{{n}}:{{#m}}{{.}}{{n}}{{/m}} {{/l}}`, `{"l":[{"n":"a","m":[1,2]},{"n":"b","m":[3]}]}`, "a:1a2a b:3b"},
		"what is shown and left out":   {`{{#t}}t{{/t}}{{#z}}z{{/z}}{{#f}}f{{/f}}{{^e}}e{{/e}}{{^m}}m{{/m}}`, `{"t":true,"z":0,"f":false,"e":[]}`, "tzem"},
		"a section about attributes":   {`<ol{{#start}} start={{.}}{{/start}}><li>z</ol>`, `{"start":7}`, "7. z"},
		"values in a section":          {`{{#l}}{{.}}{{/l}}`, `{"l":["{{#l}}","{{! x }}"]}`, "{{#l}}{{! x }}"},
		"a comment":                    {`one{{! {{x}} two`, `{"x":1}`, "one two"},
		"a name that was escaped":      {`{{é}}`, `{"\u00e9":"x"}`, "x"},
	} {
		t.Run(name, func(t *testing.T) {
			answer := printed(t, s, fmt.Sprintf(`{"html":%s,"data":%s}`, quoted("<!doctype html><body>"+test.html), test.data))
			text, err := pdfcheck.Open(t, answer.Body).Text()
			require.NoError(t, err)
			require.Equal(t, test.want, text)
		})
	}
}

func fillFields(t *testing.T, s *harness.Service) {
	says(t, s, fields{
		"html": "<p>body {{a}}</p>", "headerHtml": "<p>header {{ a }} {{x}}</p>", "footerHtml": "<p>footer {{a}}{{a}}</p>",
		"css": `p::after{content:" css {{a}}"}`, "data": fields{"a": "VALUE"},
	}, pdfcheck.Text("body VALUE css {{a}}", "header VALUE {{x}}", "footer VALUEVALUE"))
	// A placeholder does not continue in the next field.
	says(t, s, fields{"html": "<p>open {{a</p>", "footerHtml": "<p>b}} close</p>", "data": fields{"a": "VALUE"}}, pdfcheck.Text("open {{a", "b}} close"))
}

// TestStrictRequests: an engine is not asked for a document that has slips.
func TestStrictRequests(t *testing.T) {
	t.Parallel()
	service := shared(t, both[0])
	strict := map[string]string{"Prefer": "handling=strict"}
	answer := call{header: strict, body: fields{"html": "<p>{{a}} {{#l}}{{b}}{{.}}{{/l}}</p>", "footer": "x", "data": fields{"l": []int{1, 2}}}}.to(t, service)
	refused(t, answer, http.StatusBadRequest, `"footer" (the nearest is footerHtml)`, `"a"`, `"l.b"`)
	require.Equal(t, "handling=strict", answer.Header.Get("Preference-Applied"))
	answer = call{header: strict, body: fields{"html": "<p>{{a}}</p>", "data": fields{"a": 1}}}.to(t, service)
	delivered(t, answer)
	require.Equal(t, "0", answer.Header.Get("Platen-Placeholders-Missing"))
	lenient := printed(t, service, fields{"html": "<p>{{a}} {{#l}}{{b}}{{.}}{{/l}}</p>", "footer": "x", "data": fields{"l": []int{1, 2}}})
	require.Equal(t, "3", lenient.Header.Get("Platen-Placeholders-Missing"))
	require.Empty(t, lenient.Header.Get("Preference-Applied"))
}

// fillLarge sends requests that take minutes unless substitution is linear. The placeholders are in comments, so that they need no
// layout.
func fillLarge(t *testing.T, s *harness.Service) {
	const room = 5*1024*1024 - 200
	million := strings.Repeat("{{a}}", room/5)
	for name, test := range map[string]struct{ html, data string }{
		"openings":               {strings.Repeat("{{", room/2), `{"a":1}`},
		"closings":               {strings.Repeat("}}", room/2), `{"a":1}`},
		"a million placeholders": {million, `{"a":"x"}`},
		"a million without any":  {million, `{}`},
		"openings, one closed":   {strings.Repeat("{{", room/2) + "a}}", `{"a":1}`},
		"names of many dots":     {strings.Repeat("{{a"+strings.Repeat(".a", 2000)+"}}", room/4010), `{"a":{"a":1}}`},
		"a deep path":            {strings.Repeat("{{a"+strings.Repeat(".a", 1000)+"}}", room/2100), strings.Repeat(`{"a":`, 1001) + "1" + strings.Repeat("}", 1001)},
	} {
		t.Run(name, func(t *testing.T) {
			body := fmt.Sprintf(`{"html":"<p>fast</p><!--%s-->","data":%s}`, test.html, test.data)
			says(t, s, body, pdfcheck.Text("fast"))
		})
	}
}

// TestContractMissingAndEscape is about the settings of section 2.
func TestContractMissingAndEscape(t *testing.T) {
	t.Parallel()
	t.Run("without sections", func(t *testing.T) {
		service := harness.Start(t, quick, "PLATEN_TEMPLATE_SECTIONS=false", "PLATEN_TEMPLATE_MAX_SIZE=1KiB")
		says(t, service, fields{"html": "{{#a}}-{{.}}-{{/b}}{{! c }}", "data": fields{"a": []int{1}}}, pdfcheck.Text("{{#a}}-{{.}}-{{/b}}{{! c }}"))
		refused(t, call{body: fields{"html": strings.Repeat("{{a}}", 200), "data": fields{"a": "123456"}}}.to(t, service), http.StatusBadRequest, "larger than 1KiB")
	})
	t.Run("html and empty", func(t *testing.T) {
		service := harness.Start(t, quick, "PLATEN_TEMPLATE_ESCAPE=html", "PLATEN_TEMPLATE_MISSING=empty")
		says(t, service, fields{
			"html":       `<p>[{{x}}{{ a.b }}] {{a}} <span class="{{q}}">{{o}}</span> <b>markup</b></p>`,
			"headerHtml": "<p>head {{a}} [{{x}}]</p>", "footerHtml": "<p>foot {{a}}</p>", "css": "b::after{content:'{{x}}'}",
			"data": fields{"a": `<i>&amp;"'`, "q": `"><s>out`, "o": fields{"k": "<u>"}},
		}, pdfcheck.Text(`[] <i>&amp;"'`, `"<u>"`, "markup{{x}}", `head <i>&amp;"' []`, `foot <i>&amp;"'`), pdfcheck.NoText(`out`))
	})
	t.Run("error", func(t *testing.T) {
		service := harness.Start(t, quick, "PLATEN_TEMPLATE_MISSING=error")
		says(t, service, fields{"html": "{{a}} {{n}} {{o.k}}", "data": fields{"a": "", "n": nil, "o": fields{"k": "fine"}}}, pdfcheck.Text("fine"))
		answer := call{body: fields{
			"html": "{{one}} {{a}} {{ two.deep }} {{one}}", "headerHtml": "{{three}}", "footerHtml": "{{four}}", "css": "{{five}}",
			"data": fields{"a": 1, "two": 2},
		}}.to(t, service)
		refused(t, answer, http.StatusBadRequest, "one", "two.deep", "three", "four")
		require.NotContains(t, string(answer.Body), "five")
		require.Equal(t, 1, strings.Count(string(answer.Body), `one`), "named once: %s", answer.Body)
		everyMissingKey(t, service)
	})
}

// everyMissingKey: the message names every missing key, however many and however long they are.
func everyMissingKey(t *testing.T, s *harness.Service) {
	var html strings.Builder
	var names []string
	for i := range 3000 {
		name := fmt.Sprintf("key%d%s", i, strings.Repeat("ü", i%200))
		names = append(names, name)
		fmt.Fprintf(&html, "{{%s}}", name)
	}
	answer := call{body: fields{"html": html.String()}}.to(t, s)
	refused(t, answer, http.StatusBadRequest)
	for _, name := range names {
		require.Contains(t, string(answer.Body), name)
	}
	require.Less(t, len(s.Log()), 64<<10, "the log is not for the client's keys")
}
