package contract

import "strings"

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
		{ID: "2.4", Name: "substituted values are not scanned again", Quotes: []string{"nothing that was substituted in is scanned again"},
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
	}
}

// encoded is a text as a JSON string.
func encoded(text string) string {
	body := string(request{body: fields{"t": text}}.content())
	return strings.TrimSuffix(strings.TrimPrefix(body, `{"t":`), "}")
}
