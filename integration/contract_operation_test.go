package integration_test

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/integration/harness"
	"platen/ports/pdfcheck"
)

// TestContractOperation is section 1: the operation.
func TestContractOperation(t *testing.T) {
	t.Parallel()
	service := shared(t, both[0])
	for name, test := range map[string]func(*testing.T, *harness.Service){
		"the only endpoint": onlyEndpoint, "authorization": authorization, "content type": contentType,
		"request id": requestID, "css": cssField, "field types": fieldTypes, "a tolerant reader": tolerantReader,
		"malformed bodies": malformedBodies, "the size of a body": bodySize,
	} {
		t.Run(name, func(t *testing.T) { test(t, service) })
	}
}

func onlyEndpoint(t *testing.T, s *harness.Service) {
	says(t, s, fields{"html": "<p>Hello</p>"}, pdfcheck.Whole(), pdfcheck.Sound(), pdfcheck.Pages(1), pdfcheck.Text("Hello"))
	for _, path := range []string{
		"/", "/healthz", "/readyz", "/metrics", "/version", "/debug/pprof/", "/workbench", "/api", "/api/pdf",
		operation + "/", "/" + operation, "/API/pdf/external", "/api/pdf/%65xternal", "/api/../api/pdf/external",
	} {
		refused(t, call{path: path}.to(t, s), http.StatusNotFound)
		refused(t, call{path: path, method: http.MethodGet, body: ""}.to(t, s), http.StatusNotFound)
	}
	delivered(t, call{path: operation + "?unknown=parameter"}.to(t, s))
}

func authorization(t *testing.T, s *harness.Service) {
	for _, good := range []string{"Bearer ", "bearer ", "BEARER ", "bEaReR  "} {
		delivered(t, call{header: map[string]string{"Authorization": good + harness.Key}}.to(t, s))
	}
	for _, bad := range []string{
		"", "Bearer", "Bearer ", harness.Key, "Bearer" + harness.Key, "Basic " + harness.Key, "Bearer wrong", "Bearer tests",
		"Bearer " + harness.Key + "x", "Bearer x" + harness.Key, "Bearer " + harness.Key[1:], "Bearer " + strings.ToUpper(harness.Key),
		"Bearer tests=" + harness.Key, "Token " + harness.Key, `Bearer "` + harness.Key + `"`,
	} {
		answer := call{header: map[string]string{"Authorization": bad}}.to(t, s)
		refused(t, answer, http.StatusUnauthorized)
		require.Equal(t, "Bearer", answer.Header.Get("WWW-Authenticate"), bad)
		require.NotContains(t, string(answer.Body), harness.Key)
	}
}

func contentType(t *testing.T, s *harness.Service) {
	for _, good := range []string{
		"application/json", "application/json; charset=utf-8", "application/json;charset=UTF-8", "Application/JSON",
		`application/json; charset="utf-8"`, "application/json; profile=x", "",
	} {
		delivered(t, call{header: map[string]string{"Content-Type": good}}.to(t, s))
	}
	for _, bad := range []string{
		"text/html", "text/plain", "application/jsonp", "application/json+x", "application/x-www-form-urlencoded",
		"multipart/form-data; boundary=x", "text/json", "json", "application/*", "*/*",
	} {
		refused(t, call{header: map[string]string{"Content-Type": bad}}.to(t, s), http.StatusUnsupportedMediaType)
	}
}

func requestID(t *testing.T, s *harness.Service) {
	// An answer without a document is the fastest one with an id.
	ask := func(id string) harness.Answer {
		answer := call{body: "{}", header: map[string]string{"X-Request-Id": id}}.to(t, s)
		refused(t, answer, http.StatusBadRequest)
		return answer
	}
	for _, fit := range []string{"a", "order 4711/x", strings.Repeat("x", 128), `"<&>'\`, "~!@#"} {
		require.Equal(t, fit, ask(fit).Header.Get("X-Request-Id"))
	}
	seen := map[string]bool{}
	for _, unfit := range []string{"", strings.Repeat("x", 129), "käse", "tab\there", "caf\xe9"} {
		id := ask(unfit).Header.Get("X-Request-Id")
		require.NotEmpty(t, id)
		require.NotEqual(t, unfit, id)
		require.False(t, seen[id], "the same id twice")
		seen[id] = true
	}
	answer := call{header: map[string]string{"X-Request-Id": "mine"}}.to(t, s)
	delivered(t, answer)
	require.Equal(t, "mine", answer.Header.Get("X-Request-Id"))
}

func cssField(t *testing.T, s *harness.Service) {
	const hide, show = ".x{display:none}", ".x{display:inline}"
	for name, test := range map[string]struct{ html, css, hidden string }{
		"it applies":                  {`<b class=x>word</b> rest`, hide, "word"},
		"after a style in the head":   {`<html><head><style>` + show + `</style></head><body><b class=x>word</b> rest`, hide, "word"},
		"after a style in the body":   {`<html><body><style>` + show + `</style><b class=x>word</b> rest`, hide, "word"},
		"after a style at the end":    {`<b class=x>word</b> rest<style>` + show + `</style>`, hide, "word"},
		"after a style past the body": {`<html><body><b class=x>word</b> rest</body></html><style>` + show + `</style>`, hide, "word"},
		"after a linked stylesheet":   {`<link rel=stylesheet href="data:text/css,.x{display:inline}"><b class=x>word</b> rest`, hide, "word"},
		"less specific, it loses":     {`<style>p .x{display:none}</style><p>rest <b class=x>word</b></p>`, show, "word"},
		"an end tag":                  {`<p>rest</p>`, "</style><p>escaped</p>" + hide, "escaped"},
		"an end tag in capitals":      {`<p>rest</p>`, "</STYLE\n><p>escaped</p>", "escaped"},
		"half an end tag":             {`<p>rest</p>`, "</style/x><p>escaped</p>", "escaped"},
		"an end tag in a string":      {`<b class=x>word</b> rest`, `i::after{content:"</style><p>escaped</p>"}` + hide, "word"},
		"an end tag in a comment":     {`<b class=x>word</b> rest`, `/*</style><p>escaped</p>*/` + hide, "escaped"},
		"a comment's beginning":       {`<b class=x>word</b> rest`, `<!-- ` + hide, "word"},
		"no end tag left over":        {`<p>rest</p>`, "p{color:red}</styl", "styl"},
	} {
		t.Run(name, func(t *testing.T) {
			says(t, s, fields{"html": test.html, "css": test.css}, pdfcheck.Text("rest"), pdfcheck.NoText(test.hidden, "escaped"))
		})
	}
	for _, css := range []string{
		`@import url("data:text/css,.x{display:none}");`, `@charset "utf-8";` + hide, `}}}.y{} ` + hide, `<!-- ` + hide + ` -->`,
		".x{display:none", hide + "/*", hide + `.y::after{content:"`, hide + `\`,
	} {
		t.Run(css, func(t *testing.T) {
			says(t, s, fields{"html": `<b class=x>word</b> rest`, "css": css}, pdfcheck.Text("rest"), pdfcheck.NoText("word", "display"))
		})
	}
	// Even if an author leaves elements open, the css is not inside them.
	for _, open := range []string{
		"<!-- ", "<? ", `<p class="`, "<", "</p ", "<textarea>", "<title>", "<style>.y{", "<style>/*", `<style>.y{content:"`, "<script>",
		"<script><!--<script>", "<plaintext>", "<select><option>", "<table><tr>", "<svg>", "<svg><![CDATA[", "<svg><desc>", "<math>",
		"<template>", "<noscript>", "<iframe>", "<xmp>", "<noembed>", "<object>", "<a><b><i><font>", "</body></html><!-- x -->",
	} {
		t.Run("after "+open, func(t *testing.T) {
			says(t, s, fields{"html": `<style>.x{display:inline}</style><b class=x>word</b> rest` + open, "css": hide},
				pdfcheck.Text("rest"), pdfcheck.NoText("word", "display"))
		})
	}
	// A string in the css keeps its text when the end tag in it is escaped.
	says(t, s, fields{"html": "<i>rest</i>", "css": `i::after{content:" a</style>z"}`}, pdfcheck.Text("rest a</style>z"))
}

func fieldTypes(t *testing.T, s *harness.Service) {
	for field, values := range map[string][]string{
		"html":       {`1`, `true`, `{}`, `["x"]`, `null`, `""`, `" \n\t "`, `"\u00a0"`},
		"css":        {`1`, `false`, `{}`, `[]`},
		"headerHtml": {`1`, `false`, `{}`, `[]`},
		"footerHtml": {`0`, `true`, `{}`, `[]`},
		"data":       {`1`, `false`, `"x"`, `[]`, `[{}]`},
	} {
		for _, value := range values {
			body := fmt.Sprintf(`{"html":"<p>x</p>",%q:%s}`, field, value)
			refused(t, call{body: body}.to(t, s), http.StatusBadRequest, field)
		}
	}
	refused(t, call{body: "{}"}.to(t, s), http.StatusBadRequest, "html")
	says(t, s, `{"html":"<p>{{x}}</p>","css":null,"data":null,"headerHtml":null,"footerHtml":null}`, pdfcheck.Text("{{x}}"), pdfcheck.Pages(1))
	says(t, s, `{"html":"<p>empty</p>","css":"","data":{},"headerHtml":"","footerHtml":""}`, pdfcheck.Text("empty"), pdfcheck.Pages(1))
}

func tolerantReader(t *testing.T, s *harness.Service) {
	for body, want := range map[string]string{
		`{"html":"one","unknown":[1,{"html":"two"}],"other":null}`:                          "one",
		`{"html":"one","HTML":"two","Html":"three"}`:                                        "one",
		`{"html":"one","html":"two"}`:                                                       "two",
		`{"html":7,"html":"two"}`:                                                           "two",
		`{"html":"one","css":7,"css":null}`:                                                 "one",
		`{"\u0068tml":"escaped name"}`:                                                      "escaped name",
		`{"html":"{{a}}","data":{"a":1},"data":{"a":2}}`:                                    "2",
		" \r\n\t{ \"html\" :\n\"blanks\" } \r\n":                                            "blanks",
		`{"html":"gr\u00fc\u00df \/ \ud83d\ude00"}`:                                         "grüß / 😀",
		`{"html":"half \ud83d a pair"}`:                                                     "half",
		`{"html":"nil \u0000 byte"}`:                                                        "byte",
		`{"html":"x","deep":` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + `}`: "x",
	} {
		says(t, s, body, pdfcheck.Text(want))
	}
	for _, body := range []string{`{"HTML":"x"}`, `{"html":"x","html":null}`, `{"html ":"x"}`, `{"html":"x","html":""}`} {
		refused(t, call{body: body}.to(t, s), http.StatusBadRequest, "html")
	}
}

func malformedBodies(t *testing.T, s *harness.Service) {
	for body, part := range map[string]string{
		"":                                    "offset 0",
		" \n":                                 "offset 2",
		" null":                               "offset 1",
		"[]":                                  "offset 0",
		`[{"html":"x"}]`:                      "offset 0",
		`"html"`:                              "offset 0",
		"7":                                   "offset 0",
		"true":                                "offset 0",
		"html":                                "offset 0",
		`{"html":"x"`:                         "offset 11",
		`{"html":"x"}}`:                       "offset 12",
		`{"html":"x"} {"html":"y"}`:           "offset 13",
		`{"html":"x"} null`:                   "offset 13",
		`{"html":"x",}`:                       "offset 12",
		`{'html':"x"}`:                        "offset 1",
		`{"html":"x","data":{"a":01}}`:        "offset 25",
		`{"html":"x","data":{"a":NaN}}`:       "offset 24",
		`{"html":"x"/**/}`:                    "offset 11",
		"{\"html\":\"a\nb\"}":                 "offset 10",
		`{"html":"\x"}`:                       "offset 10",
		"{\"html\":\"\xff\"}":                 "offset 9",
		"{\"html\":\"é\xe9\"}":                "offset 11",
		"{\"html\":\"x\",\"u\":\"\xc0\xaf\"}": "offset 17",
		"{\"html\":\"\xed\xa0\x80\"}":         "offset 9",
		"{\"html\":\"x\"}\xff":                "offset 12",
		"\xef\xbb\xbf{\"html\":\"x\"}":        "offset 0",
		"\xff\xfe{\x00}\x00":                  "offset 0",
	} {
		refused(t, call{body: body}.to(t, s), http.StatusBadRequest, part)
	}
}

// bodySize sends bodies of exactly the limit and of one byte more, with a length and in chunks.
func bodySize(t *testing.T, s *harness.Service) {
	const limit = 5 * 1024 * 1024
	const head, tail = `{"html":"<p>exactly</p>","unknown":"`, `"}`
	sized := func(size int) []byte {
		return []byte(head + strings.Repeat("x", size-len(head)-len(tail)) + tail)
	}
	exact, over := sized(limit), sized(limit+1)
	require.Len(t, exact, 5_242_880)
	for name, body := range map[string]func([]byte) any{
		"content length": func(b []byte) any { return b },
		"chunked":        func(b []byte) any { return bytes.NewBuffer(b) },
	} {
		t.Run(name, func(t *testing.T) {
			says(t, s, body(exact), pdfcheck.Text("exactly"))
			refused(t, call{body: body(over)}.to(t, s), http.StatusRequestEntityTooLarge, "5MiB")
		})
	}
	// A body of the limit's size whose html fills it is printed.
	html := `{"html":"<p>all of it</p><!--` + strings.Repeat("x", limit-34) + `-->"}`
	require.Len(t, html, limit)
	says(t, s, html, pdfcheck.Text("all of it"))
}
