package domain_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"platen/domain"
)

func TestParseRequest(t *testing.T) {
	tests := map[string]struct {
		body string
		want domain.Request
	}{
		"all fields": {
			`{"html":"<p>","css":"p{}","headerHtml":"H","footerHtml":"F","data":{}}`,
			domain.Request{HTML: "<p>", CSS: "p{}", HeaderHTML: "H", FooterHTML: "F", Data: data(t, `{}`)},
		},
		"blanks everywhere":      {" \t\r\n{ \"html\" : \"x\" , \"css\" : \"y\" } \n", domain.Request{HTML: "x", CSS: "y"}},
		"null is absence":        {`{"html":"x","css":null,"data":null,"headerHtml":null,"footerHtml":null}`, domain.Request{HTML: "x"}},
		"unknown fields":         {`{"a":1,"html":"x","b":{"html":"y"},"c":[{"html":"z"}]}`, domain.Request{HTML: "x"}},
		"names match exactly":    {`{"HTML":"no","Html":"no","html":"x","headerhtml":"no","html ":"no"}`, domain.Request{HTML: "x"}},
		"names may be escaped":   {`{"\u0068tml":"x"}`, domain.Request{HTML: "x"}},
		"the last field wins":    {`{"html":"a","html":"b"}`, domain.Request{HTML: "b"}},
		"the last wins by type":  {`{"html":1,"html":"b"}`, domain.Request{HTML: "b"}},
		"the last wins as null":  {`{"html":"x","css":"a","css":null}`, domain.Request{HTML: "x"}},
		"escapes":                {`{"html":"\"\\\/\b\f\n\r\t\u00e9\u20AC\ud83d\ude00"}`, domain.Request{HTML: "\"\\/\b\f\n\r\té€😀"}},
		"half a surrogate pair":  {`{"html":"\ud83d-\ude00-\ud83dx-\ud83d\u0041"}`, domain.Request{HTML: "\uFFFD-\uFFFD-\uFFFDx-\uFFFDA"}},
		"brackets in strings":    {`{"x":"}]\\\"{[","html":"}"}`, domain.Request{HTML: "}"}},
		"multibyte":              {`{"html":"日本語 𝄞"}`, domain.Request{HTML: "日本語 𝄞"}},
		"deep in unknown fields": {`{"x":` + strings.Repeat("[", 9000) + strings.Repeat("]", 9000) + `,"html":"x"}`, domain.Request{HTML: "x"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := domain.ParseRequest([]byte(tt.body))
			require.NoError(t, err)
			require.Equal(t, tt.want, got)
		})
	}
}

func TestParseRequestRefuses(t *testing.T) {
	tests := map[string]struct{ body, message string }{
		"nothing":               {"", "the body is empty: it must be one JSON object, at byte offset 0"},
		"only blanks":           {" \n", "the body is empty: it must be one JSON object, at byte offset 2"},
		"an array":              {`[]`, "the body must be one JSON object, not an array, at byte offset 0"},
		"a string":              {`"x"`, "the body must be one JSON object, not a string, at byte offset 0"},
		"a number":              {`-1`, "the body must be one JSON object, not a number, at byte offset 0"},
		"null":                  {` null`, "the body must be one JSON object, not null, at byte offset 1"},
		"a boolean":             {`true`, "the body must be one JSON object, not a boolean, at byte offset 0"},
		"html is a number":      {`{"html":1.5}`, "the field html must be a string, not a number"},
		"two mistakes":          {`{"css":{},"html":1}`, "the field html must be a string, not a number"},
		"css is an object":      {`{"css":{}}`, "the field css must be a string, not an object"},
		"header is a boolean":   {`{"headerHtml":false}`, "the field headerHtml must be a string, not a boolean"},
		"footer is an array":    {`{"footerHtml":[]}`, "the field footerHtml must be a string, not an array"},
		"data is an array":      {`{"data":[]}`, "the field data must be an object, not an array"},
		"data is a string":      {`{"data":"{}"}`, "the field data must be an object, not a string"},
		"two objects":           {`{"html":"x"}{}`, "the body is not valid JSON: invalid character '{' after top-level value, at byte offset 12 (line 1, column 13)"},
		"trailing text":         {`{"html":"x"} x`, "the body is not valid JSON: invalid character 'x' after top-level value, at byte offset 13 (line 1, column 14)"},
		"cut off":               {`{"html":"x"`, "the body is not valid JSON: unexpected end of JSON input, at byte offset 11 (line 1, column 12)"},
		"cut off in a string":   {`{"html":"x`, "the body is not valid JSON: unexpected end of JSON input, at byte offset 10 (line 1, column 11)"},
		"a comma too many":      {`{"html":"x",}`, "the body is not valid JSON: a comma stands before the closing }: leave it out, at byte offset 12 (line 1, column 13)"},
		"a comma in an array":   {`{"data":{"a":[1,]}}`, "the body is not valid JSON: a comma stands before the closing ]: leave it out, at byte offset 16 (line 1, column 17)"},
		"no comma":              {`{"html":"x" "css":""}`, "the body is not valid JSON: invalid character '\"' after object key:value pair, at byte offset 12 (line 1, column 13)"},
		"a brace too early":     {"{\n\"html\"\n}", "the body is not valid JSON: invalid character '}' after object key, at byte offset 9 (line 3, column 1)"},
		"a blank in a word":     {`{"data":tr ue}`, "the body is not valid JSON: invalid character ' ' in literal true (expecting 'u'), at byte offset 10 (line 1, column 11)"},
		"U+FFFD is a character": {"{\"html\":\"\ufffd\xff\"}", "the body is not valid UTF-8, at byte offset 12"},
		"a bare line break":     {"{\"html\":\"\n\"}", `the body is not valid JSON: a control character stands in a string: write it as \n, at byte offset 9 (line 1, column 10)`},
		"single quotes":         {`{'html':1}`, `the body is not valid JSON: invalid character '\'' looking for beginning of object key string, at byte offset 1 (line 1, column 2)`},
		"a no-break space":      {"\u00a0{}", `the body is not valid JSON: invalid character '\u00a0' looking for beginning of value, at byte offset 0 (line 1, column 1)`},
		"NaN":                   {`{"data":NaN}`, "the body is not valid JSON: invalid character 'N' looking for beginning of value, at byte offset 8 (line 1, column 9)"},
		"invalid UTF-8":         {"{\"html\":\"é\xff\"}", "the body is not valid UTF-8, at byte offset 11"},
		"a surrogate in UTF-8":  {"{\"html\":\"\xed\xa0\x80\"}", "the body is not valid UTF-8, at byte offset 9"},
		"UTF-16":                {"\xff\xfe{\x00", "the body is not valid UTF-8, at byte offset 0"},
		"a byte order mark":     {"\uFEFF{}", "the body begins with a byte order mark, at byte offset 0: leave it out"},
		"too deep":              {`{"data":` + strings.Repeat(`{"a":`, 100_000), "the body is not valid JSON: it is nested more than 10,000 levels deep, at byte offset 50003 (line 1, column 50004)"},
		"too deep in arrays":    {strings.Repeat("[", 100_000), "the body is not valid JSON: it is nested more than 10,000 levels deep, at byte offset 10000 (line 1, column 10001)"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := domain.ParseRequest([]byte(tt.body))
			requireInvalid(t, err, tt.message)
		})
	}
}

// The caller may use its buffer again.
// TestRequestJSON: the JSON is the request again, and as short as a client writes it.
func TestRequestJSON(t *testing.T) {
	const body = `{"html":"<p>{{a}} & b</p>","css":"p > a {}","data":{"a":1.50},"footerHtml":"<b>x</b>"}`
	request, err := domain.ParseRequest([]byte(body))
	require.NoError(t, err)
	require.Equal(t, body, string(request.JSON()))
}

func TestParseRequestCopiesBody(t *testing.T) {
	body := []byte(`{"html":"plain {{a}}","data":{"a":"one"}}`)
	r, err := domain.ParseRequest(body)
	require.NoError(t, err)
	clear(body)
	require.Equal(t, "plain {{a}}", r.HTML)
	require.Equal(t, `{"a":"one"}`, r.Data.JSON())
}

// encoding/json gives the same, except that it ignores case and replaces invalid UTF-8.
func TestParseRequestLikeEncodingJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := struct {
			HTML       string `json:"html"`
			CSS        string `json:"css,omitempty"`
			HeaderHTML string `json:"headerHtml,omitempty"`
			FooterHTML string `json:"footerHtml,omitempty"`
			Other      any    `json:"other"`
		}{
			"x" + rapid.String().Draw(t, "html"), rapid.String().Draw(t, "css"),
			rapid.String().Draw(t, "header"), rapid.String().Draw(t, "footer"),
			rapid.MapOf(rapid.String(), rapid.SliceOf(rapid.String())).Draw(t, "other"),
		}
		body, err := json.Marshal(want)
		require.NoError(t, err)
		got, err := domain.ParseRequest(body)
		require.NoError(t, err)
		require.Equal(t, domain.Request{
			HTML: want.HTML, CSS: want.CSS, HeaderHTML: want.HeaderHTML, FooterHTML: want.FooterHTML,
		}, got)
	})
}

func TestParseRequestNeedsHTML(t *testing.T) {
	for _, html := range []string{"x", " x ", "<p></p>", "\u200b.", "\U0010FFFD", "&nbsp;", "\x00x"} {
		_, err := domain.ParseRequest(withHTML(t, html))
		require.NoError(t, err, "%q", html)
	}
	for _, html := range []string{
		"", " ", "\t\r\n\f\v", "\u00a0", "\u0085", "\u2028", "\u3000", "\u200b", "\ufeff", "\u2060", "\x00", " \u200d\u00ad ",
	} {
		_, err := domain.ParseRequest(withHTML(t, html))
		requireInvalid(t, err, blankHTML)
	}
	for _, body := range []string{`{}`, `{"html":null}`, `{"html":"a","html":null}`, `{"x":"x"}`} {
		_, err := domain.ParseRequest([]byte(body))
		requireInvalid(t, err, blankHTML)
	}
	for _, name := range []string{"HTML", "hmtl", "template", "Body"} {
		_, err := domain.ParseRequest([]byte(`{"page":1,"` + name + `":"x"}`))
		requireInvalid(t, err, blankHTML+`; did you mean html by "`+name+`"?`)
	}
}

func TestUnknownFields(t *testing.T) {
	require.Equal(t, []string{"B", "a", "é"}, domain.UnknownFields([]byte(` {"a":{"x":1},"html":"","B":[],"a":2,"\u00e9":null,"css":1} `)))
	require.Empty(t, domain.UnknownFields([]byte(`{"html":"","css":"","data":{},"headerHtml":"","footerHtml":""}`)))
}

func TestNearestField(t *testing.T) {
	for name, want := range map[string]string{
		"HTML": "html", "hmtl": "html", "template": "html", "styles": "css", "header": "headerHtml", "header_html": "headerHtml", "headerHTML": "headerHtml",
		"Footer": "footerHtml", "footerTemplate": "footerHtml", "Data": "data", "date": "data", "values": "data", "cs": "css",
	} {
		require.Equal(t, want, domain.NearestField(name), name)
	}
	for _, name := range []string{"", "x", strings.Repeat("header", 1000)} {
		require.NotEmpty(t, domain.NearestField(name))
	}
}

const blankHTML = "the field html is missing or blank: it must hold the template of the document"

// withHTML writes a request with that html.
func withHTML(t *testing.T, html string) []byte {
	t.Helper()
	body, err := json.Marshal(map[string]string{"html": html, "css": "p{}", "headerHtml": "x"})
	require.NoError(t, err)
	return body
}

func FuzzParseRequest(f *testing.F) {
	for _, seed := range []string{
		`{"html":"<p>{{a}}</p>","data":{"a":[1,2.50,"x"]}}`, `{"html":null}`, `{"html":"\ud83d\ude00"}`, "{\"html\":\"\xff\"}",
		"\uFEFF{}", `[[[[`, `{"html":"x"}}`, ` { "data" : { } } `, `{"HTML":1,"html":"a","html":"b"}`, ``, `0`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		got, err := domain.ParseRequest(body)
		want := map[string]any{}
		if !json.Valid(body) || json.Unmarshal(body, &want) != nil {
			require.Error(t, err)
		}
		if err != nil {
			var e *domain.Error
			require.ErrorAs(t, err, &e)
			require.Equal(t, domain.InvalidRequest, e.Code)
			require.NotContains(t, e.Message, "Go ")
			return
		}
		for name, field := range map[string]string{
			"html": got.HTML, "css": got.CSS, "headerHtml": got.HeaderHTML, "footerHtml": got.FooterHTML,
		} {
			if want[name] == nil {
				want[name] = ""
			}
			require.Equal(t, want[name], field, name)
		}
	})
}

func BenchmarkParseRequest(b *testing.B) {
	row := "<tr><td class=\"name\">Widget</td>\n<td>10.00 €</td></tr>\n"
	for _, size := range []int{2 << 10, 365 << 10, 5 << 20} {
		html := strings.Repeat(row, size/len(row))
		// JSON as most clients write it: Go's encoder would write six bytes for every <.
		body := []byte(`{"html":"` + strings.NewReplacer(`"`, `\"`, "\n", `\n`).Replace(html) + `","data":{"a":1}}`)
		b.Run(fmt.Sprintf("%dKB", size>>10), func(b *testing.B) {
			b.SetBytes(int64(len(body)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := domain.ParseRequest(body); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func data(tb testing.TB, object string) domain.Data {
	tb.Helper()
	r, err := domain.ParseRequest([]byte(`{"html":"x","data":` + object + `}`))
	require.NoError(tb, err)
	return r.Data
}

func requireInvalid(tb testing.TB, err error, message string) {
	tb.Helper()
	var e *domain.Error
	require.True(tb, errors.As(err, &e), "want a domain.Error, got %v", err)
	require.Equal(tb, domain.InvalidRequest, e.Code)
	require.Equal(tb, message, e.Message)
}
