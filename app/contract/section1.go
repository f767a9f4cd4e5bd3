package contract

import (
	"maps"
	"strings"
)

// maxBody is the limit of a body by default.
const maxBody = 5 << 20

// operationCases are about the request's header and its size.
func operationCases() []Case {
	authorization := func(value string) request { return request{header: map[string]string{"Authorization": value}} }
	contentType := func(value string) request { return request{header: map[string]string{"Content-Type": value}} }
	return []Case{
		{ID: "1.1", Name: "POST /api/pdf/external answers with a PDF", Quotes: []string{"`POST {base}/api/pdf/external`"},
			exchanges: one(html("<p>Hello</p>"), status(200), says(1, "Hello"))},
		{ID: "1.2", Name: "a request without a key is a 401", Quotes: []string{"missing or invalid key: 401"},
			exchanges: each([]request{authorization(""), authorization("Bearer"), authorization("Basic {key}"), authorization("{key}")}, status(401))},
		{ID: "1.3", Name: "a request with another key is a 401", Quotes: []string{"missing or invalid key: 401"},
			exchanges: each([]request{authorization("Bearer no-such-key"), authorization("Bearer {key}x")}, status(401))},
		{ID: "1.4", Name: "the word Bearer may be in any case", Quotes: []string{"Scheme word case-insensitive"},
			exchanges: each([]request{authorization("bearer {key}"), authorization("BEARER {key}")}, status(200))},
		{ID: "1.5", Name: "the Content-Type may have parameters", Quotes: []string{"parameters such as `; charset=utf-8` accepted"},
			exchanges: each([]request{contentType("application/json; charset=utf-8"), contentType("Application/JSON")}, status(200))},
		{ID: "1.6", Name: "another Content-Type is a 415", Quotes: []string{"another type: 415"},
			exchanges: each([]request{contentType("text/html"), contentType("application/xml"), contentType("application/x-www-form-urlencoded")}, status(415))},
		{ID: "1.7", Name: "no Content-Type is JSON", Quotes: []string{"No header at all: treated as JSON"},
			exchanges: one(contentType(""), status(200))},
		{ID: "1.8", Name: "X-Request-Id is echoed", Quotes: []string{"any printable ASCII up to 128 characters"},
			exchanges: then(
				one(request{header: map[string]string{"X-Request-Id": "contract 1.8"}}, field("X-Request-Id", "contract 1.8")),
				one(request{header: map[string]string{"X-Request-Id": strings.Repeat("~", 128)}}, field("X-Request-Id", strings.Repeat("~", 128))),
			)},
		{ID: "1.9", Name: "a missing or unfit X-Request-Id is replaced by a new one", Quotes: []string{"generated where absent or unfit"},
			exchanges: each([]request{{}, {}, {header: map[string]string{"X-Request-Id": strings.Repeat("x", 129)}}, {header: map[string]string{"X-Request-Id": "né"}}}, requestID, newID())},
		{ID: "1.10", Name: "a body of 5 MiB is accepted", Quotes: []string{"one JSON object of at most 5 MB", "5 MiB = 5,242,880 bytes"},
			exchanges: one(request{size: maxBody}, status(200))},
		{ID: "1.11", Name: "a larger body is a 413", Quotes: []string{"one JSON object of at most 5 MB"},
			exchanges: one(request{size: maxBody + 1}, status(413))},
		{ID: "1.12", Name: "there is no other public path", Quotes: []string{"No other public endpoint by default"},
			exchanges: each([]request{
				{method: "GET", path: "/healthz"}, {method: "GET", path: "/metrics"}, {method: "GET", path: "/"},
				{path: path + "/"}, {path: path + "/x"}, {path: "/API/pdf/external"},
			}, status(404))},
	}
}

// fieldCases are about the body's fields.
func fieldCases() []Case {
	body := func(f fields) request {
		if f["html"] == nil {
			f["html"] = "<p>Fine</p>"
		}
		return request{body: f}
	}
	return []Case{
		{ID: "1.13", Name: "html is the template of the body", Quotes: []string{"the template of the document's body"},
			exchanges: then(
				one(html("<!doctype html><html><body><p>A whole document</p></body></html>"), says(1, "A whole document")),
				one(html("A fragment, <b>in bold</b>"), says(1, "A fragment, in bold")),
			)},
		{ID: "1.14", Name: "css wins over the author's own styles", Quotes: []string{"injected as an inline `<style>` block inside the HTML"},
			exchanges: one(body(fields{"html": "<style>@page { size: A3 }</style><p>Fine</p>", "css": "@page { size: A5 }"}), paper(148, 210))},
		{ID: "1.15", Name: "</style in css does not end the style block", Quotes: []string{"A `</style` inside it must not break out of the block"},
			exchanges: one(body(fields{"css": "/* </style><p>escaped</p><style> */"}), says(1, "Fine"), never("escaped"))},
		{ID: "1.16", Name: "headerHtml stands on every page", Quotes: []string{"rendered at the top of every page, outside the main content area"},
			exchanges: one(body(fields{"html": twoPages, "headerHtml": "<p>The header</p>"}), pages(2), says(1, "The header"), says(2, "The header"))},
		{ID: "1.17", Name: "footerHtml stands on every page", Quotes: []string{"rendered at the bottom of every page, outside the main content area"},
			exchanges: one(body(fields{"html": twoPages, "footerHtml": "<p>The footer</p>"}), pages(2), says(1, "The footer"), says(2, "The footer"))},
		{ID: "1.18", Name: "null is the same as absence", Quotes: []string{"`null` for an optional field equals its absence"},
			exchanges: one(request{body: `{"html":"<p>Fine</p>","css":null,"data":null,"headerHtml":null,"footerHtml":null}`}, says(1, "Fine"))},
		{ID: "1.19", Name: "a field of another type is a 400 that names it", Quotes: []string{"A field of another type"},
			exchanges: then(
				one(request{body: `{"html":1}`}, status(400), message("html")),
				one(body(fields{"css": 1}), status(400), message("css")),
				one(body(fields{"data": "text"}), status(400), message("data")),
				one(body(fields{"data": []int{1}}), status(400), message("data")),
				one(body(fields{"headerHtml": []string{"x"}}), status(400), message("headerHtml")),
				one(body(fields{"footerHtml": true}), status(400), message("footerHtml")),
			)},
		{ID: "1.20", Name: "a missing, empty or blank html is a 400 that names it", Quotes: []string{"an empty or all-blank `html`"},
			exchanges: each([]request{{body: `{}`}, {body: `{"html":null}`}, {body: `{"html":""}`}, {body: `{"html":" \t\n"}`}}, status(400), message("html"))},
		{ID: "1.21", Name: "a body that is not one JSON object is a 400", Quotes: []string{"a body that is not one JSON object"},
			exchanges: each([]request{{body: ``}, {body: `[]`}, {body: `null`}, {body: `"text"`}, {body: `{"html":"x"`}, {body: `{'html':'x'}`}}, status(400))},
		{ID: "1.22", Name: "data after the object is a 400", Quotes: []string{"trailing data after it"},
			exchanges: each([]request{{body: `{"html":"x"}{}`}, {body: `{"html":"x"} x`}}, status(400))},
		{ID: "1.23", Name: "invalid UTF-8 is a 400", Quotes: []string{"invalid UTF-8: 400"},
			exchanges: one(request{body: "{\"html\":\"\xff\xfe\"}"}, status(400))},
		{ID: "1.24", Name: "a 400 for malformed JSON names the byte offset", Quotes: []string{"field or the byte offset"},
			exchanges: one(request{body: `{"html":"x",}`}, status(400), message("12"))},
		{ID: "1.25", Name: "unknown fields are ignored", Quotes: []string{"Unknown fields are ignored"},
			exchanges: one(body(fields{"options": fields{"a": 1}, "x": nil}), says(1, "Fine"))},
		{ID: "1.26", Name: "field names match exactly", Quotes: []string{"`HTML` is not `html`"},
			exchanges: one(request{body: `{"HTML":"x"}`}, status(400), message("html"))},
		{ID: "1.27", Name: "of a repeated field, the last one wins", Quotes: []string{"A repeated field: the last wins"},
			exchanges: one(request{body: `{"html":"<p>first</p>","html":"<p>last</p>"}`}, says(1, "last"), never("first"))},
		{ID: "1.28", Name: "handling=strict names all unknown fields, and all placeholders without a value",
			Quotes: []string{"unknown fields and placeholders without a value are a 400 that names all of", "with the nearest known name beside each unknown field"},
			exchanges: then(
				one(strict(body(fields{"HTML": "x", "headerhtml": "x"})), status(400), message("HTML", "html", "headerhtml", "headerHtml")),
				one(strict(body(fields{"html": "{{here}} {{gone}}", "footerHtml": "{{lost}}", "data": fields{"here": 1}})), status(400), message("gone", "lost")),
				one(strict(body(fields{"html": "{{gone}}", "foooter": "x"})), status(400), message("gone", "foooter")),
				one(strict(body(fields{"html": "<p>Fine {{here}}</p>", "data": fields{"here": nil}})), says(1, "Fine")),
			)},
		{ID: "1.29", Name: "Preference-Applied tells that handling=strict was applied, whatever the status",
			Quotes: []string{"the answer, whatever its status, has `Preference-Applied: handling=strict`"},
			exchanges: each([]request{
				strict(request{}), strict(request{body: "no json"}), strict(body(fields{"x": 1})), strict(request{path: "/no/such/path"}),
				strict(request{header: map[string]string{"Authorization": ""}}), strict(request{header: map[string]string{"Content-Type": "text/html"}}),
			}, field("Preference-Applied", "handling=strict"))},
		{ID: "1.30", Name: "other preferences change nothing", Quotes: []string{"`handling=lenient`, other preferences and none: as above"},
			exchanges: each([]request{prefer("handling=lenient", body(fields{"x": "{{x}}"})), prefer("respond-async, wait=10", body(fields{"x": 1})), {}},
				status(200), absent("Preference-Applied"))},
	}
}

// strict is the request with Prefer: handling=strict.
func strict(r request) request { return prefer("handling=strict", r) }

// prefer is the request with a preference.
func prefer(preference string, r request) request {
	header := map[string]string{"Prefer": preference}
	maps.Copy(header, r.header)
	r.header = header
	return r
}

// twoPages is a body of two pages.
const twoPages = `<p style="page-break-after: always">Page one</p><p>Page two</p>`

// newID checks that the X-Request-Id is another one than those before, and not that of the request.
func newID() expectation {
	seen := map[string]bool{strings.Repeat("x", 129): true}
	return func(a *Answer) error {
		id := a.Header.Get("X-Request-Id")
		known := seen[id]
		seen[id] = true
		return need(!known, "a new X-Request-Id", id)
	}
}
