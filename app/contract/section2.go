package contract

import (
	"strings"
)

// substitutionCases are section 2.
func substitutionCases() []Case {
	fill := func(template, data, want string, not ...string) []exchange {
		body := `{"html":` + encoded("<p>"+template+"</p>") + `,"data":` + data + `}`
		return one(request{body: body}, says(1, want), never(not...))
	}
	return []Case{
		{ID: "2.1", Name: "every {{key}} of html, headerHtml and footerHtml becomes its value",
			Quotes: []string{"Every occurrence of `{{key}}` in html, headerHtml and footerHtml becomes the value", "values of the placeholders"},
			exchanges: one(request{body: fields{
				"html": "<p>{{a}} and {{b}} and {{a}}</p>", "headerHtml": "<p>Header {{a}}{{b}}</p>", "footerHtml": "<p>Footer {{b}}{{a}}</p>",
				"data": fields{"a": "one", "b": "two"},
			}}, says(1, "one and two and one", "Header onetwo", "Footer twoone"), never("{{"))},
		{ID: "2.2", Name: "blanks inside the braces are allowed", Quotes: []string{"Blanks just inside the braces are allowed"},
			exchanges: fill("{{ a }}-{{\t a}}", `{"a":"value"}`, "value-value", "{{")},
		{ID: "2.3", Name: "css is not substituted", Quotes: []string{"css is not substituted"},
			exchanges: one(request{body: fields{"html": "<p>Fine</p>", "css": "@page { size: {{size}} }", "data": fields{"size": "A5"}}}, paper(210, 297))},
		{ID: "2.4", Name: "nothing substituted in is scanned again", Quotes: []string{"nothing that was substituted in is scanned again"},
			exchanges: fill("{{a}} {{b}} {{c}}", `{"a":"{{b}}","b":"{{c}}","c":"{{a}}"}`, "{{b}} {{c}} {{a}}")},
		{ID: "2.5", Name: "values go in verbatim", Quotes: []string{"Values go in verbatim by default"},
			exchanges: fill("{{a}}", `{"a":"<b>bold</b> &amp; &lt;plain&gt;"}`, "bold & <plain>", "<b>", "&amp;")},
		{ID: "2.6", Name: "a number stays as it was written", Quotes: []string{"a number exactly as it was written in the JSON"},
			exchanges: fill("{{a}} {{b}} {{c}} {{d}}", `{"a":10.00,"b":12345678901234567890,"c":1.5e3,"d":-0}`, "10.00 12345678901234567890 1.5e3 -0")},
		{ID: "2.7", Name: "true, false and null become true, false and nothing", Quotes: []string{"`true`/`false`; `null` is empty"},
			exchanges: fill("[{{t}}|{{f}}|{{n}}]", `{"t":true,"f":false,"n":null}`, "[true|false|]")},
		{ID: "2.8", Name: "an object or an array becomes its compact JSON", Quotes: []string{"an object or an array as its compact JSON text"},
			exchanges: fill("{{o}} {{l}}", `{"o": {"k" : [1, 2.50]}, "l": [ true , null ]}`, `{"k":[1,2.50]} [true,null]`)},
		{ID: "2.9", Name: "a path reaches into objects and arrays", Quotes: []string{"`{{customer.name}}` and `{{items.0.price}}` reach into objects and arrays"},
			exchanges: fill("{{customer.name}}: {{items.1.price}}", `{"customer":{"name":"Ada"},"items":[{"price":1},{"price":2.50}]}`, "Ada: 2.50", "{{")},
		{ID: "2.10", Name: "a key with the whole dotted name wins over the path", Quotes: []string{"a key that bears the whole dotted"},
			exchanges: fill("{{a.b}}", `{"a":{"b":"path"},"a.b":"key"}`, "key", "path")},
		{ID: "2.11", Name: "a placeholder without a value stays", Quotes: []string{"A placeholder without a value stays as it was written"},
			exchanges: fill("{{missing}} {{a.missing}}", `{"a":{}}`, "{{missing}} {{a.missing}}")},
		{ID: "2.12", Name: "millions of braces do not cost minutes", Quotes: []string{"Substitution is one linear pass"}, Needs: Slow,
			exchanges: one(request{body: fields{"html": "<p>Fine</p><!--" + strings.Repeat("{{", 2_000_000) + "-->", "data": fields{"a": 1}}}, says(1, "Fine"))},
		{ID: "2.13", Name: "a section repeats what it holds for each element, in their order", Quotes: []string{"repeats what it holds for each element of an array, in its order"},
			exchanges: fill("{{#items}}[{{name}} {{ price }}]{{/items}}{{#none}}x{{/none}}", `{"items":[{"name":"b","price":10.00},{"name":"a","price":2.50}],"none":[]}`, "[b 10.00][a 2.50]", "x", "{{")},
		{ID: "2.14", Name: "a section is shown once for a value, and left out without one",
			Quotes:    []string{"shows it once for an object, `true`, or any other value that is neither `false`, `null`, an empty string", "(0 is a value)"},
			exchanges: fill("{{#t}}t{{/t}}{{#z}}z{{/z}}{{#o}}o{{/o}}{{#s}}s{{/s}}{{#f}}F{{/f}}{{#n}}N{{/n}}{{#e}}E{{/e}}{{#m}}M{{/m}}|", `{"t":true,"z":0,"o":{},"s":"x","f":false,"n":null,"e":""}`, "tzos|", "F", "N", "E", "M")},
		{ID: "2.15", Name: "an inverted section is the opposite", Quotes: []string{"`{{^items}}…{{/items}}` is the opposite"},
			exchanges: fill("{{^t}}T{{/t}}{{^z}}Z{{/z}}{{^l}}L{{/l}}{{^f}}f{{/f}}{{^e}}e{{/e}}{{^m}}m{{/m}}|", `{"t":true,"z":0,"l":[1],"f":false,"e":[]}`, "fem|", "T", "Z", "L")},
		{ID: "2.16", Name: "names are looked up in the element first, then outwards; {{.}} is the element",
			Quotes:    []string{"names are looked up in the element first, then outwards", "`{{.}}` is the element itself"},
			exchanges: fill("{{#l}}({{a}}{{b}}{{c.d}}{{#m}}{{.}}{{a}}{{/m}}){{/l}}", `{"a":"A","b":"B","c":{"d":"D"},"l":[{"a":"a","m":[1,2]},{"b":"b"}]}`, "(aBD1a2a)(AbD)", "{{")},
		{ID: "2.17", Name: "a comment leaves nothing", Quotes: []string{"`{{! a comment }}` leaves nothing"},
			exchanges: fill("a{{! a comment }}{{!b}}c", `{"b":1}`, "ac", "comment", "{{")},
		{ID: "2.18", Name: "tags that stand alone on a line take the line with them", Quotes: []string{"tags that stand alone on a line take the line with them"}, Needs: Layout,
			exchanges: one(request{body: fields{"html": "<pre style='font-size: 5mm; line-height: 10mm'>from\n  {{#l}}\nto\n{{/l}}\nthen</pre>", "data": fields{"l": true}}},
				below("from", "to", 10), below("to", "then", 10))},
		{ID: "2.19", Name: "a key with the whole text of a tag is that key", Quotes: []string{"A key of data that bears the whole text of a tag"},
			exchanges: fill("{{#a}}-{{^b}}-{{! c}}", `{"#a":"one","^b":"two","! c":"three","a":[1]}`, "one-two-three")},
		{ID: "2.20", Name: "a section that is not closed is a 400 with the field, the tag and its line", Quotes: []string{"is a 400 with the field, the tag and its line"},
			exchanges: then(
				one(request{body: fields{"html": "<p>\n{{#items}}</p>"}}, status(400), message("html", "{{#items}}", "line 2")),
				one(request{body: fields{"html": "x", "footerHtml": "{{^a}}{{#b}}\n\n{{/a}}{{/b}}"}}, status(400), message("footerHtml", "{{#b}}", "{{/a}}", "line 3")),
			)},
		{ID: "2.21", Name: "values in sections go in as outside", Quotes: []string{"Escaping, missing values and what was said of numbers hold inside as outside"},
			exchanges: fill("{{#l}}{{.}} {{gone}} {{/l}}", `{"l":["{{#l}}",1.50,"{{! x }}"]}`, "{{#l}} {{gone}} 1.50 {{gone}} {{! x }} {{gone}}")},
		{ID: "2.22", Name: "sections work in headers and footers", Quotes: []string{"Sections, as in the Mustache specification"},
			exchanges: one(request{body: fields{"html": twoPages, "headerHtml": "<p>{{#l}}h{{.}}{{/l}}</p>", "footerHtml": "<p>{{^no}}foot{{/no}}</p>", "data": fields{"l": []int{1, 2}}}},
				says(1, "h1h2", "foot"), says(2, "h1h2", "foot"))},
		{ID: "2.23", Name: "Platen-Placeholders-Missing counts the placeholders without a value", Quotes: []string{"`Platen-Placeholders-Missing` is their number (0 where none), each occurrence counted"},
			exchanges: then(
				one(request{}, status(200), field("Platen-Placeholders-Missing", "0")),
				one(request{body: fields{"html": "{{a}}{{a}}{{#l}}{{b}}{{.}}{{/l}}", "headerHtml": "<p>{{c}}</p>", "data": fields{"l": []int{1, 2, 3}}}}, status(200), field("Platen-Placeholders-Missing", "6")),
			)},
		{ID: "2.24", Name: "a filled text that is too large is a 400", Quotes: []string{"The filled text is bounded by `template.max_size`: beyond, 400"},
			exchanges: one(request{body: fields{"html": strings.Repeat("{{#l}}", 7) + strings.Repeat("long ", 20) + strings.Repeat("{{/l}}", 7), "data": fields{"l": make([]int, 10)}}}, status(400))},
		{ID: "2.25", Name: "millions of sections do not cost minutes", Quotes: []string{"Substitution is one linear pass"}, Needs: Slow,
			exchanges: one(request{body: fields{"html": strings.Repeat("{{#a}}", 800_000), "data": fields{"a": []int{1}}}}, status(400), message("{{#a}}"))},
	}
}

// encoded is a text as a JSON string.
func encoded(text string) string {
	body := string(request{body: fields{"t": text}}.content())
	return strings.TrimSuffix(strings.TrimPrefix(body, `{"t":`), "}")
}
