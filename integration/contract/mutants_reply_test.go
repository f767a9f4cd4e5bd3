package contract_test

import (
	"bytes"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
)

// replyMutants have faults in their documents and answers: sections 3 to 5.
var replyMutants = []mutant{
	{fault: "Letter instead of A4", caught: "2.3 3.1 3.2", request: editBody(func(body map[string]any) {
		if html := field(body, "html"); strings.TrimSpace(html) != "" {
			body["html"] = "<style>@page { size: letter }</style>" + html
		}
	})},
	{fault: "landscape by a field", caught: "3.2", request: editBody(func(body map[string]any) {
		if body["landscape"] == true {
			body["css"] = "@page { size: landscape }"
		}
	})},
	{fault: "@page { size } is ignored", caught: "1.14 3.3", request: editBody(func(body map[string]any) {
		body["html"] = strings.ReplaceAll(field(body, "html"), "size:", "not-size:")
		body["css"] = strings.ReplaceAll(field(body, "css"), "size:", "not-size:")
	})},
	{fault: "margins of half an inch", caught: "3.4 4.6", reply: pdf(func(p []byte) []byte {
		return regexp.MustCompile(`1 0 0 1 (28\.35|113\.39)`).ReplaceAllFunc(p, func(m []byte) []byte {
			if bytes.HasSuffix(m, []byte("28.35")) {
				return []byte("1 0 0 1 36.00")
			}
			return []byte("1 0 0 1 105.00")
		})
	})},
	{fault: "@page { margin } is ignored", caught: "3.5 4.6", request: editBody(func(body map[string]any) {
		body["html"] = strings.ReplaceAll(field(body, "html"), "@page { margin:", "@page { not-margin:")
	})},
	{fault: "scripts run", caught: "3.9 3.10", request: editBody(ran("html", "<script", "onload", "onerror"))},
	{fault: "only event handlers run", caught: "3.10", request: editBody(ran("html", "onerror"))},
	{fault: "scripts of headers run", caught: "3.11", request: editBody(ran("headerHtml", "<script"))},
	{fault: "a refresh navigates away", caught: "3.12", request: editBody(func(body map[string]any) {
		if strings.Contains(field(body, "html"), "http-equiv=refresh") {
			body["html"] = "elsewhere"
		}
	})},
	{fault: "files of the server are read", caught: "3.16", request: editBody(func(body map[string]any) {
		body["html"] = strings.ReplaceAll(field(body, "html"), "<object", "<p>root:x:0:0</p><object")
	})},
	{fault: "links show the server's folder", caught: "3.17", reply: func(_ *http.Request, a *reply) {
		a.body = bytes.ReplaceAll(a.body, []byte("(relative fragment)"), []byte("(relative file:/a/)"))
	}},

	{fault: "headers are not numbered", caught: "4.1", request: editBody(numbersOf("headerHtml", "pageNumber", "notANumber"))},
	{fault: "footers are not numbered", caught: "4.2 4.3", request: editBody(numbersOf("footerHtml", "pageNumber", "notANumber"))},
	{fault: "there is no total", caught: "4.1 4.2 4.3", request: editBody(func(body map[string]any) {
		numbersOf("headerHtml", "totalPages", "notANumber")(body)
		numbersOf("footerHtml", "totalPages", "notANumber")(body)
	})},
	{fault: "the numbering begins with 0", caught: "4.1 4.2 4.3", reply: pdf(func(p []byte) []byte { return renumber(p, -1) })},
	{fault: "the numbering begins with 2", caught: "4.1 4.2 4.3", reply: pdf(func(p []byte) []byte { return renumber(p, 1) })},
	{fault: "a second number of a page is not filled", caught: "4.3", request: editBody(func(body map[string]any) {
		text := field(body, "footerHtml")
		if at := strings.LastIndex(text, `"totalPages"`); at > strings.Index(text, `"totalPages"`) {
			body["footerHtml"] = text[:at] + text[at+len(`"totalPages"`):]
		}
	})},
	{fault: "a number beside other classes is not filled", caught: "4.3", request: editBody(numbersOf("footerHtml", "x pageNumber y", "x y"))},
	{fault: "header and footer are swapped", caught: "2.20 4.4 4.5 4.7", request: editBody(func(body map[string]any) {
		if header, footer := body["headerHtml"], body["footerHtml"]; header != nil || footer != nil {
			body["headerHtml"], body["footerHtml"] = footer, header
		}
	})},
	{fault: "tall headers stand over the body", caught: "4.5", reply: pdf(func(p []byte) []byte {
		if !bytes.Contains(p, []byte("(Last)")) {
			return p
		}
		return regexp.MustCompile(`\d{3}(\.\d\d Tm \(Body\))`).ReplaceAll(p, []byte("770$1"))
	})},
	{fault: "headers stand at the paper's edge", caught: "4.6", reply: pdf(func(p []byte) []byte {
		return bytes.ReplaceAll(p, []byte("1 0 0 1 113.39"), []byte("1 0 0 1 028.35"))
	})},
	{fault: "tall headers are cut off", caught: "4.7", request: editBody(func(body map[string]any) {
		if text := field(body, "headerHtml"); strings.Count(text, "line") > 40 {
			body["headerHtml"] = text[:100]
		}
	})},
	{fault: "the css applies to headers", caught: "4.8", request: editBody(func(body map[string]any) {
		if strings.Contains(field(body, "css"), "p { display: none }") {
			delete(body, "headerHtml")
		}
	})},
	{fault: "headers stand on the first page alone", caught: "1.16 4.1 4.4 4.5", reply: pdf(func(p []byte) []byte {
		return onPages(p, 2, func(page []byte) []byte {
			return regexp.MustCompile(`(Tm )\((The h|H|P|L)(eader|age \d of \d\.|ine|ast)\)`).ReplaceAllFunc(page, func(m []byte) []byte {
				if bytes.Contains(m, []byte("Page")) && !bytes.Contains(page, []byte("8"+"17.72 Tm (Page")) {
					return m
				}
				return append([]byte("Tm ("), append(bytes.Repeat([]byte("."), len(m)-5), ')')...)
			})
		})
	})},

	{fault: "the connection ends before the body", caught: "5.1", reply: func(_ *http.Request, a *reply) {
		if a.status == http.StatusOK {
			a.header.Set("Content-Length", strconv.Itoa(len(a.body)+10))
		}
	}},
	{fault: "there is no Content-Length", caught: "5.1", reply: func(_ *http.Request, a *reply) {
		if a.status == http.StatusOK {
			a.header.Del("Content-Length")
			a.header.Set("Transfer-Encoding", "chunked")
		}
	}},
	{fault: "a document is an octet-stream", caught: "5.1", reply: document("Content-Type", "application/octet-stream")},
	{fault: "a document has no request id", caught: "1.8 1.9 5.2", reply: document("X-Request-Id", "")},
	{fault: "a document has no Platen-Engine", caught: "5.3", reply: afterFirst(document("Platen-Engine", ""))},
	{fault: "a document has no Platen-Pages", caught: "5.4", reply: document("Platen-Pages", "")},
	{fault: "Platen-Pages is always 1", caught: "5.4", reply: document("Platen-Pages", "1")},
	{fault: "there is no Server-Timing", caught: "5.5", reply: document("Server-Timing", "")},
	{fault: "Server-Timing has no queue", caught: "5.5", reply: document("Server-Timing", "render;dur=1, compose;dur=1")},
	{fault: "documents are attachments", caught: "5.6", reply: document("Content-Disposition", `attachment; filename="document.pdf"`)},
	{fault: "Platen-Resources-Failed is missing", caught: "5.7 5.29", reply: document("Platen-Resources-Failed", "")},
	{fault: "a failure has no RateLimit", caught: "5.8", reply: refusal(400, "RateLimit", "")},
	{fault: "a refused type has no RateLimit-Policy", caught: "5.8", reply: refusal(415, "RateLimit-Policy", "")},
	{fault: "RateLimit is as drafts had it", caught: "5.8", reply: document("RateLimit", "limit=9000, remaining=899, reset=1")},

	{fault: "malformed JSON is a 422", caught: "5.9", reply: restatus(400, 422, func(r *http.Request) bool { return r.ContentLength == int64(len("no json")) })},
	{fault: "a 401 asks for nothing", caught: "5.10", reply: refusal(401, "WWW-Authenticate", "")},
	{fault: "a 401 asks for Basic", caught: "5.10", reply: refusal(401, "WWW-Authenticate", "Basic")},
	{fault: "another path is redirected", caught: "5.11 5.17", reply: restatus(404, 302, func(r *http.Request) bool { return r.URL.Path == "/no/such/path" })},
	{fault: "another method is a 404", caught: "5.12 5.17", reply: restatus(405, 404, nil)},
	{fault: "a 405 allows nothing", caught: "5.12", reply: refusal(405, "Allow", "")},
	{fault: "a 405 is a page of HTML", caught: "5.13 5.14 5.15", reply: func(_ *http.Request, a *reply) {
		if a.status == 405 {
			a.header.Set("Content-Type", "text/html")
			a.body = []byte("<html><body>Method Not Allowed</body></html>")
		}
	}},
	{fault: "failures are text by their type", caught: "5.13", reply: refusal(404, "Content-Type", "text/plain")},
	{fault: "error is an object", caught: "5.13", reply: text(401, `"error":"`, `"error":{"x":1},"y":"`)},
	{fault: "a failure has no code", caught: "5.13 5.14", reply: text(404, `"code":`, `"kind":`)},
	{fault: "a failure has another code", caught: "5.14", reply: text(415, "unsupported_media_type", "invalid_request")},
	{fault: "a failure has no requestId", caught: "5.13 5.15", reply: text(401, `"requestId":`, `"id":`)},
	{fault: "requestId is another one", caught: "5.15", reply: text(404, `"requestId":"`, `"requestId":"0`)},
	{fault: "a message shows a stack", caught: "5.16", reply: text(400, `"error":"`, `"error":"goroutine 17 [running]: `)},
	{fault: "a message shows a path", caught: "5.16", reply: text(405, `"error":"`, `"error":"open /tmp/platen/1.html: `)},
	{fault: "the key is checked before the path", caught: "5.17", reply: restatus(404, 401, func(r *http.Request) bool { return r.Header.Get("Authorization") == "" })},
	{fault: "the type is checked before the key", caught: "5.18", reply: restatus(401, 415, func(r *http.Request) bool { return r.Header.Get("Content-Type") == "text/html" })},
	{fault: "the size is checked before the key", caught: "5.18", reply: restatus(401, 413, func(r *http.Request) bool { return r.ContentLength > 5<<20 })},
	{fault: "the size is checked before the type", caught: "5.19", reply: restatus(415, 413, func(r *http.Request) bool { return r.ContentLength > 5<<20 })},
	{fault: "the body is checked before the type", caught: "5.19", reply: restatus(415, 400, func(r *http.Request) bool { return r.ContentLength == int64(len("no json")) })},
	{fault: "a 401 reads the body", caught: "5.20 5.22", request: func(r *http.Request) {
		if r.Header.Get("Authorization") == "" && r.ContentLength == 100_000 {
			_, _ = r.Body.Read(make([]byte, 1))
		}
	}},
	{fault: "a 413 comes after the body", caught: "5.21 5.22", request: func(r *http.Request) {
		if complete(withSize(r)) && r.ContentLength == 5<<20+1 {
			_, _ = bytes.NewBuffer(nil).ReadFrom(r.Body)
		}
	}},
	{fault: "a 415 keeps the connection", caught: "5.22", reply: refusal(415, "Connection", "")},
	{fault: "a 429 has no Retry-After", caught: "5.24", reply: refusal(429, "Retry-After", "")},
	{fault: "Retry-After is a date", caught: "5.24", reply: refusal(429, "Retry-After", "Sat, 21 Nov 2026 12:00:00 GMT")},
	{fault: "Retry-After is 0", caught: "5.26", reply: refusal(503, "Retry-After", "0")},
	{fault: "a spent limit is a 403", caught: "5.24", reply: restatus(429, 403, nil)},
	{fault: "a failed engine is a 200", caught: "5.25", reply: restatus(500, 200, nil)},
	{fault: "a failed engine is a 502", caught: "5.25", reply: restatus(500, 502, nil)},
	{fault: "a 500 has another code", caught: "5.25", reply: text(500, "render_failed", "internal")},
	{fault: "Preference-Applied is of documents only", caught: "1.29", reply: func(_ *http.Request, a *reply) {
		if a.status != http.StatusOK {
			a.header.Del("Preference-Applied")
		}
	}},
	{fault: "the nearest field is not named", caught: "1.28", reply: text(400, "(the nearest is headerHtml)", "")},
	{fault: "missing placeholders are not counted", caught: "2.23", reply: document("Platen-Placeholders-Missing", "0")},
	{fault: "a filled text is not bounded", caught: "2.24", reply: func(_ *http.Request, a *reply) {
		if bytes.Contains(a.body, []byte("larger than 1MiB")) {
			a.status = http.StatusInternalServerError
		}
	}},
	{fault: "the line of a tag is not named", caught: "2.20", reply: text(400, "line 2", "somewhere")},
	{fault: "failed resources are not counted", caught: "5.29", reply: document("Platen-Resources-Failed", "0")},
	{fault: "a late document is a 500", caught: "5.27", reply: restatus(504, 500, nil)},
}

// pdf changes documents.
func pdf(change func([]byte) []byte) func(*http.Request, *reply) {
	return func(_ *http.Request, a *reply) {
		if a.status == http.StatusOK && bytes.HasPrefix(a.body, []byte("%PDF-")) {
			a.body = change(a.body)
		}
	}
}

// document sets a header field of documents; an empty value removes it.
func document(name, value string) func(*http.Request, *reply) {
	return refusal(http.StatusOK, name, value)
}

// afterFirst does not change the first answer, by which the suite recognises the server.
func afterFirst(change func(*http.Request, *reply)) func(*http.Request, *reply) {
	var answers atomic.Int64
	return func(r *http.Request, a *reply) {
		if answers.Add(1) > 1 {
			change(r, a)
		}
	}
}

// refusal sets a header field of the answers of a status; an empty value removes it.
func refusal(status int, name, value string) func(*http.Request, *reply) {
	return func(_ *http.Request, a *reply) {
		if a.status != status {
			return
		}
		if a.header.Del(name); value != "" {
			a.header.Set(name, value)
		}
	}
}

// restatus changes the status of answers; nil: to every request.
func restatus(from, to int, where func(*http.Request) bool) func(*http.Request, *reply) {
	return func(r *http.Request, a *reply) {
		if a.status == from && (where == nil || where(r)) {
			a.status = to
			a.body = regexp.MustCompile(`"code":"\w+"`).ReplaceAll(a.body, fmt.Appendf(nil, `"code":%q`, codes[to]))
		}
	}
}

// codes are the codes of the contract's statuses; a server with a wrong status still has the right code.
var codes = map[int]string{
	400: "invalid_request", 401: "unauthorized", 404: "not_found", 413: "payload_too_large", 415: "unsupported_media_type", 500: "render_failed",
	403: "other", 422: "other", 502: "other", 302: "other", 200: "other",
}

// text replaces text in the answers of a status.
func text(status int, from, to string) func(*http.Request, *reply) {
	return func(_ *http.Request, a *reply) {
		if a.status == status {
			a.body = bytes.ReplaceAll(a.body, []byte(from), []byte(to))
		}
	}
}

// ran adds the text that a script would write, if a field has one of the texts.
func ran(name string, texts ...string) func(map[string]any) {
	return func(body map[string]any) {
		for _, text := range texts {
			if strings.Contains(field(body, name), text) {
				body[name] = "<p>ran</p>" + field(body, name)
				return
			}
		}
	}
}

// numbersOf replaces a class in a header or a footer.
func numbersOf(name, from, to string) func(map[string]any) {
	return func(body map[string]any) {
		if text := field(body, name); text != "" {
			body[name] = strings.ReplaceAll(text, from, to)
		}
	}
}

// renumber adds to the page numbers of headers and footers of the suite.
func renumber(p []byte, by int) []byte {
	add := func(m []byte) []byte {
		return regexp.MustCompile(`\d`).ReplaceAllFunc(m, func(d []byte) []byte { return fmt.Append(nil, int(d[0]-'0')+by) })
	}
	p = regexp.MustCompile(`\(Page \d`).ReplaceAllFunc(p, add)
	return regexp.MustCompile(`\(\[\d\|\d\|\d`).ReplaceAllFunc(p, add)
}

// onPages changes the content of the pages from a number on. The file has the last page first.
func onPages(p []byte, from int, change func([]byte) []byte) []byte {
	parts, number := bytes.SplitAfter(p, []byte("endstream")), 0
	for i, part := range slices.Backward(parts) {
		if !bytes.Contains(part, []byte("BT\n")) {
			continue
		}
		if number++; number >= from {
			parts[i] = change(part)
		}
	}
	return bytes.Join(parts, nil)
}

// withSize is the request with a small body.
func withSize(r *http.Request) *http.Request {
	r = r.Clone(r.Context())
	r.ContentLength = 1
	return r
}
