package contract

import (
	"fmt"
	"strconv"
	"strings"
)

// answerCases are about the answer with a document.
func answerCases() []Case {
	return []Case{
		{ID: "5.1", Name: "a document is whole, of its type, and as long as it says", Quotes: []string{"the whole document; `Content-Length` set; never a truncated body"},
			exchanges: one(html(twoPages), status(200), field("Content-Type", "application/pdf"), whole)},
		{ID: "5.2", Name: "a document has an X-Request-Id", Quotes: []string{"On 200: `X-Request-Id`"},
			exchanges: one(request{}, status(200), requestID)},
		{ID: "5.3", Name: "Platen-Engine names the engine", Quotes: []string{"`Platen-Engine`"},
			exchanges: one(request{}, status(200), fieldLike("Platen-Engine", ".+", "the name of the engine"))},
		{ID: "5.4", Name: "Platen-Pages is the number of pages", Quotes: []string{"`Platen-Pages`"},
			exchanges: then(one(request{}, field("Platen-Pages", "1"), pages(1)), one(html(twoPages), field("Platen-Pages", "2"), pages(2)))},
		{ID: "5.5", Name: "Server-Timing has queue, render and compose", Quotes: []string{"`Server-Timing` (queue, render, compose)"},
			exchanges: one(request{}, fieldLike("Server-Timing", `queue;dur=[\d.]+, ?render;dur=[\d.]+, ?compose;dur=[\d.]+`, "queue;dur=1.0, render;dur=1.0, compose;dur=1.0 in milliseconds"))},
		{ID: "5.6", Name: "Content-Disposition names the file", Quotes: []string{"`Content-Disposition: inline; filename=\"document.pdf\"`"},
			exchanges: one(request{}, field("Content-Disposition", `inline; filename="document.pdf"`))},
		{ID: "5.7", Name: "Platen-Resources-Failed is 0 if nothing failed", Quotes: []string{"0 where none"},
			exchanges: one(request{}, field("Platen-Resources-Failed", "0"))},
		{ID: "5.8", Name: "every authenticated answer has the RateLimit fields, or none has", Quotes: []string{"authenticated answer: `RateLimit-Policy` and `RateLimit`"},
			exchanges: each([]request{{}, {body: "no json"}, {header: map[string]string{"Content-Type": "text/html"}}}, rateLimitFields())},
	}
}

// whole checks that the PDF has its end and the announced length.
func whole(a *Answer) error {
	length := a.Header.Get("Content-Length")
	switch {
	case a.Broken != nil:
		return mismatch("a whole body", fmt.Sprintf("%d of %s bytes: %v", len(a.Body), length, a.Broken))
	case length != strconv.Itoa(len(a.Body)):
		return mismatch(fmt.Sprintf("Content-Length: %d", len(a.Body)), fmt.Sprintf("%q", length))
	case !strings.HasSuffix(strings.TrimSpace(string(a.Body)), "%%EOF"):
		return mismatch("a PDF that ends with %%EOF", a.String())
	}
	return nil
}

// rateLimitFields checks that all answers have the fields, in the form of the draft, or none has.
func rateLimitFields() expectation {
	var checks []expectation // those of the first answer hold for all
	return func(a *Answer) error {
		switch {
		case checks != nil:
		case a.Header.Get("RateLimit") == "" && a.Header.Get("RateLimit-Policy") == "":
			checks = []expectation{absent("RateLimit-Policy"), absent("RateLimit")}
		default:
			checks = []expectation{
				fieldLike("RateLimit-Policy", `"[^"]+";q=\d+;w=\d+`, `"name";q=600;w=60`),
				fieldLike("RateLimit", `"[^"]+";r=\d+(;t=\d+)?`, `"name";r=59;t=1`),
			}
		}
		return exchange{expect: checks}.check(a)
	}
}

// failing are requests for one failure of each kind that any server answers.
func failing() []request {
	return []request{
		{body: "no json"},
		{header: map[string]string{"Authorization": "Bearer no-such-key"}},
		{path: "/no/such/path"},
		{method: "GET"},
		{size: maxBody + 1},
		{header: map[string]string{"Content-Type": "text/html"}},
	}
}

// failureCases are about the answers to failures.
func failureCases() []Case {
	anonymous := map[string]string{"Authorization": ""}
	scenario := func(text string) request {
		status, _ := strconv.Atoi(text) // 0 if the scenario is none of a status
		return request{header: map[string]string{"Platen-Fake": text}, busy: status}
	}
	return []Case{
		{ID: "5.9", Name: "malformed JSON is a 400", Quotes: []string{"malformed body; html missing; the field errors above"},
			exchanges: one(request{body: "no json"}, status(400))},
		{ID: "5.10", Name: "a 401 asks for Bearer", Quotes: []string{"`WWW-Authenticate: Bearer`", "key missing or invalid"},
			exchanges: one(request{header: anonymous}, status(401), fieldLike("WWW-Authenticate", "Bearer.*", "Bearer"))},
		{ID: "5.11", Name: "another path is a 404", Quotes: []string{"another path, another method"},
			exchanges: one(request{path: "/no/such/path"}, status(404))},
		{ID: "5.12", Name: "another method is a 405 that allows POST", Quotes: []string{"another path, another method (`Allow: POST`)"},
			exchanges: each([]request{{method: "GET"}, {method: "PUT"}, {method: "DELETE"}}, status(405), field("Allow", "POST"))},
		{ID: "5.13", Name: "every failure is JSON with error, code and requestId", Quotes: []string{"Every failure of a request that is HTTP at all is JSON", "`error` is a string"},
			exchanges: each(failing(), inForm)},
		{ID: "5.14", Name: "the code is that of the status", Quotes: []string{"`code` is one of"},
			exchanges: each(failing(), ownCode)},
		{ID: "5.15", Name: "requestId is the X-Request-Id", Quotes: []string{`"requestId": "…"}`},
			exchanges: each(failing(), sameID)},
		{ID: "5.16", Name: "a message shows no internals of the server", Quotes: []string{"A message never shows a path, a stack"},
			exchanges: each(failing(), discreet)},
		{ID: "5.17", Name: "path and method are checked before the key", Quotes: []string{"The order of checks: path and method, key"},
			exchanges: then(one(request{path: "/no/such/path", header: anonymous}, status(404)), one(request{method: "GET", header: anonymous}, status(405)))},
		{ID: "5.18", Name: "the key is checked before type, size and body", Quotes: []string{"key, rate limit, type, size, JSON"},
			exchanges: each([]request{
				{header: map[string]string{"Authorization": "", "Content-Type": "text/html"}}, {header: anonymous, body: "no json"}, {header: anonymous, unsent: maxBody + 1},
			}, status(401))},
		{ID: "5.19", Name: "the type is checked before size and body", Quotes: []string{"rate limit, type, size, JSON"},
			exchanges: each([]request{
				{header: map[string]string{"Content-Type": "text/html"}, body: "no json"}, {header: map[string]string{"Content-Type": "text/html"}, unsent: maxBody + 1},
			}, status(415))},
		{ID: "5.20", Name: "a 401 does not read the body", Quotes: []string{"its body is not read"},
			exchanges: one(request{header: anonymous, unsent: 100_000}, status(401))},
		{ID: "5.21", Name: "a 413 comes as soon as the length is known", Quotes: []string{"refused as soon as it is known"},
			exchanges: one(request{unsent: maxBody + 1}, status(413))},
		{ID: "5.22", Name: "an answer before the body closes the connection", Quotes: []string{"closes the connection so that a client still sending can read it"},
			exchanges: each([]request{{header: anonymous, unsent: 100_000}, {header: map[string]string{"Content-Type": "text/html"}, unsent: 100_000}, {unsent: maxBody + 1}}, closes)},
		// Before 5.23, which spends the rate limit.
		{ID: "5.28", Name: "a full queue is a 503 with Retry-After", Quotes: []string{"the service is full or shutting down"}, Needs: Disruptive | Layout,
			exchanges: []exchange{{request: longTable(), flood: true,
				expect: []expectation{status(503), retryAfter, inForm, ownCode, sameID, discreet}}}},
		{ID: "5.23", Name: "a request over the rate limit is a 429 with Retry-After", Quotes: []string{"this key's rate limit is spent"}, Needs: Disruptive,
			exchanges: []exchange{{request: request{body: "no json", busy: 429}, repeat: 5000,
				expect: []expectation{status(429), retryAfter, inForm, ownCode, sameID}}}},
		{ID: "5.24", Name: "a 429 has Retry-After and the form of all failures", Quotes: []string{"`Retry-After` (whole seconds, at least 1)"}, Needs: Fake,
			exchanges: one(scenario("429"), status(429), retryAfter, inForm, ownCode, sameID)},
		{ID: "5.25", Name: "a 500 has the form of all failures", Quotes: []string{"an unexpected error during rendering"}, Needs: Fake,
			exchanges: one(scenario("500"), status(500), inForm, ownCode, sameID, discreet)},
		{ID: "5.26", Name: "a 503 has Retry-After and the form of all failures", Quotes: []string{"the service is full or shutting down"}, Needs: Fake,
			exchanges: one(scenario("503"), status(503), retryAfter, inForm, ownCode, sameID)},
		{ID: "5.27", Name: "a 504 has the form of all failures", Quotes: []string{"rendering ran past `render.timeout`"}, Needs: Fake,
			exchanges: one(scenario("504"), status(504), inForm, ownCode, sameID)},
		{ID: "5.29", Name: "Platen-Resources-Failed is the number of resources that failed", Quotes: []string{"`resources-failed=N`"}, Needs: Fake,
			exchanges: one(scenario("resources-failed=3"), status(200), field("Platen-Resources-Failed", "3"))},
	}
}
