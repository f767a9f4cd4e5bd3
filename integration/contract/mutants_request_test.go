package contract_test

import (
	"encoding/json"
	"html"
	"net/http"
	"regexp"
	"strings"

	"platen/adapters/httpapi"
	"platen/domain"
)

// requestMutants have faults in reading a request: sections 1 and 2.
var requestMutants = []mutant{
	{fault: "another key is let in", caught: "1.3", request: func(r *http.Request) {
		if given := r.Header.Get("Authorization"); complete(withKey(r)) && strings.HasPrefix(given, "Bearer ") && len(given) > 8 {
			r.Header.Set("Authorization", "Bearer "+key)
		}
	}},
	{fault: "a key without Bearer is let in", caught: "1.2", request: func(r *http.Request) {
		if r.Header.Get("Authorization") == key {
			r.Header.Set("Authorization", "Bearer "+key)
		}
	}},
	{fault: "the scheme is case-sensitive", caught: "1.4", request: func(r *http.Request) {
		if !strings.HasPrefix(r.Header.Get("Authorization"), "Bearer ") {
			r.Header.Del("Authorization")
		}
	}},
	{fault: "parameters of the type are refused", caught: "1.5", request: func(r *http.Request) {
		if strings.Contains(r.Header.Get("Content-Type"), ";") {
			r.Header.Set("Content-Type", "text/plain")
		}
	}},
	{fault: "XML is taken for JSON", caught: "1.6", request: func(r *http.Request) {
		if r.Header.Get("Content-Type") == "application/xml" {
			r.Header.Set("Content-Type", "application/json")
		}
	}},
	{fault: "a missing type is refused", caught: "1.7", request: func(r *http.Request) {
		if r.Header.Get("Content-Type") == "" {
			r.Header.Set("Content-Type", "text/plain")
		}
	}},
	{fault: "the request id is not echoed", caught: "1.8", request: func(r *http.Request) { r.Header.Del("X-Request-Id") }},
	{fault: "long request ids are cut", caught: "1.8", request: func(r *http.Request) {
		if id := r.Header.Get("X-Request-Id"); len(id) == 128 {
			r.Header.Set("X-Request-Id", id[:64])
		}
	}},
	{fault: "all new request ids are the same", caught: "1.9", request: func(r *http.Request) {
		if r.Header.Get("X-Request-Id") == "" {
			r.Header.Set("X-Request-Id", "0")
		}
	}},
	{fault: "an unfit request id is echoed", caught: "1.9", reply: func(r *http.Request, a *reply) {
		if id := r.Header.Get("X-Request-Id"); len(id) > 128 {
			a.header.Set("X-Request-Id", id)
		}
	}},
	{fault: "a request id beyond ASCII is echoed", caught: "1.9", reply: func(r *http.Request, a *reply) {
		if id := r.Header.Get("X-Request-Id"); strings.Contains(id, "é") {
			a.header.Set("X-Request-Id", id)
		}
	}},
	{fault: "the limit is 5,000,000 bytes", caught: "1.10", config: func(c *httpapi.Config) { c.BodyLimit = 5_000_000 }},
	{fault: "the limit is a byte higher", caught: "1.11 5.21 5.22", config: func(c *httpapi.Config) { c.BodyLimit = 5*domain.MiB + 1 }},
	{fault: "a slash at the end of the path is ignored", caught: "1.12", request: func(r *http.Request) { r.URL.Path = strings.TrimSuffix(r.URL.Path, "/") }},
	{fault: "the health is public", caught: "1.12", reply: func(r *http.Request, a *reply) {
		if r.URL.Path == "/healthz" {
			a.status, a.body = http.StatusOK, []byte("ok")
		}
	}},
	{fault: "css is ignored", caught: "1.14", request: editBody(func(body map[string]any) { delete(body, "css") })},
	{fault: "css goes before the author's styles", caught: "1.14", request: editBody(func(body map[string]any) {
		if css := field(body, "css"); strings.HasPrefix(css, "@page") && !strings.Contains(css, "{{") {
			body["html"] = "<style>" + css + "</style>" + field(body, "html")
			delete(body, "css")
		}
	})},
	{fault: "css is put in as it is", caught: "1.15", request: editBody(func(body map[string]any) {
		if css := field(body, "css"); strings.Contains(css, "</") {
			body["html"] = field(body, "html") + "<style>" + css + "</style>"
		}
	})},
	{fault: "the header is ignored", caught: "1.16 2.1 2.22 2.23 3.11 4.1 4.4 4.5 4.6 4.7 4.8", request: editBody(func(body map[string]any) { delete(body, "headerHtml") })},
	{fault: "the footer is ignored", caught: "1.17 1.28 2.1 2.20 2.22 3.11 4.2 4.3 4.4 4.6 4.7 4.8", request: editBody(func(body map[string]any) { delete(body, "footerHtml") })},
	{fault: "null is refused", caught: "1.18", request: editRaw(func(body string) string { return strings.ReplaceAll(body, `"css":null`, `"css":0`) })},
	{fault: "a number is taken for a text", caught: "1.19", request: editTypes(func(body map[string]any) {
		if n, is := body["css"].(json.Number); is {
			body["css"] = n.String()
		}
	})},
	{fault: "an array is taken for data", caught: "1.19", request: editTypes(func(body map[string]any) {
		if _, is := body["data"].([]any); is {
			delete(body, "data")
		}
	})},
	{fault: "the message does not name the field", caught: "1.19", reply: func(_ *http.Request, a *reply) {
		a.body = []byte(strings.ReplaceAll(string(a.body), "footerHtml must", "a field must"))
	}},
	{fault: "blank html is printed", caught: "1.20", request: editRaw(func(body string) string {
		return strings.ReplaceAll(body, `{"html":" \t\n"}`, `{"html":"&nbsp;"}`)
	})},
	{fault: "missing html is printed", caught: "1.20", request: editRaw(func(body string) string {
		if body == "{}" {
			return `{"html":"&nbsp;"}`
		}
		return body
	})},
	{fault: "an unfinished object is finished", caught: "1.21", request: editRaw(func(body string) string {
		if body == `{"html":"x"` {
			return body + "}"
		}
		return body
	})},
	{fault: "data after the object is ignored", caught: "1.22", request: editRaw(func(body string) string {
		return strings.Replace(body, `"}{}`, `"}`, 1)
	})},
	{fault: "invalid UTF-8 is replaced", caught: "1.23", request: editRaw(func(body string) string { return strings.ToValidUTF8(body, "?") })},
	{fault: "a malformed body has no offset", caught: "1.24", reply: func(_ *http.Request, a *reply) {
		if a.status == http.StatusBadRequest {
			a.body = regexp.MustCompile(`\b12\b`).ReplaceAll(a.body, []byte("some byte"))
		}
	}},
	{fault: "unknown fields are refused", caught: "1.25", request: editRaw(func(body string) string { return strings.Replace(body, `"options":`, `"css":`, 1) })},
	{fault: "field names match in any case", caught: "1.26 1.28", request: editRaw(func(body string) string { return strings.Replace(body, `"HTML":`, `"html":`, 1) })},
	{fault: "of a repeated field the first wins", caught: "1.27", request: editRaw(func(body string) string {
		return strings.Replace(body, `,"html":"<p>last</p>"`, "", 1)
	})},

	{fault: "only the first placeholder is replaced", caught: "2.1 2.16", request: editBody(func(body map[string]any) {
		text := field(body, "html")
		if at := strings.LastIndex(text, "{{a}}"); strings.Index(text, "{{a}}") != at {
			body["html"] = text[:at] + "{{ none }}" + text[at+5:]
		}
	})},
	{fault: "headers are not filled", caught: "2.1", request: editBody(func(body map[string]any) {
		body["headerHtml"] = strings.ReplaceAll(field(body, "headerHtml"), "{{a}}", "{{ none }}")
	})},
	{fault: "footers are not filled", caught: "2.1", request: editBody(func(body map[string]any) {
		body["footerHtml"] = strings.ReplaceAll(field(body, "footerHtml"), "{{a}}", "{{ none }}")
	})},
	{fault: "blanks are not allowed", caught: "2.2", request: editBody(func(body map[string]any) {
		body["html"] = strings.ReplaceAll(field(body, "html"), "{{ a }}", "{{ none }}")
	})},
	{fault: "css is filled", caught: "2.3", request: editBody(func(body map[string]any) {
		if data, is := body["data"].(map[string]any); is {
			if size, is := data["size"].(string); is {
				body["css"] = strings.ReplaceAll(field(body, "css"), "{{size}}", size)
			}
		}
	})},
	{fault: "values are scanned again", caught: "2.4", request: editBody(func(body map[string]any) {
		if data, is := body["data"].(map[string]any); is && data["a"] == "{{b}}" {
			data["a"] = data["b"]
		}
	})},
	{fault: "values are escaped", caught: "2.5", request: editBody(func(body map[string]any) {
		if data, is := body["data"].(map[string]any); is {
			for k, v := range data {
				if text, is := v.(string); is {
					data[k] = html.EscapeString(text)
				}
			}
		}
	})},
	{fault: "numbers are written anew", caught: "2.6 2.8 2.9 2.13 2.21", request: editBody(func(body map[string]any) { body["data"] = throughFloats(body["data"]) })},
	{fault: "null becomes the word null", caught: "2.7 2.14", request: editData(func(data map[string]any) {
		if v, is := data["n"]; is && v == nil {
			data["n"] = "null"
		}
	})},
	{fault: "true becomes 1", caught: "2.7", request: editData(func(data map[string]any) {
		if data["t"] == true {
			data["t"] = 1
		}
	})},
	{fault: "objects are written with blanks", caught: "2.8", request: editData(func(data map[string]any) {
		if o, is := data["o"]; is {
			text, _ := json.MarshalIndent(o, "", "  ")
			data["o"] = strings.ReplaceAll(string(text), "\n", "") + "."
		}
	})},
	{fault: "paths do not reach into arrays", caught: "2.9 2.13", request: editData(func(data map[string]any) { delete(data, "items") })},
	{fault: "paths do not reach into objects", caught: "2.9", request: editData(func(data map[string]any) { delete(data, "customer") })},
	{fault: "a path wins over a key", caught: "2.10", request: editData(func(data map[string]any) { delete(data, "a.b") })},
	{fault: "a placeholder without a value is removed", caught: "2.11", request: editData(func(data map[string]any) {
		if o, is := data["a"].(map[string]any); is && len(o) == 0 {
			data["missing"] = ""
		}
	})},

	{fault: "Prefer is ignored", caught: "1.28 1.29", request: func(r *http.Request) { r.Header.Del("Prefer") }},
	{fault: "any preference is strict", caught: "1.30", request: func(r *http.Request) {
		if r.Header.Get("Prefer") != "" {
			r.Header.Set("Prefer", "handling=strict")
		}
	}},
	{fault: "only the first element is shown", caught: "2.8 2.9 2.13 2.16 2.21 2.22 2.23 2.24", request: editData(func(data map[string]any) {
		for name, value := range data {
			if elements, is := value.([]any); is && len(elements) > 1 {
				data[name] = elements[:1]
			}
		}
	})},
	{fault: "0 is no value", caught: "2.14 2.15", request: editData(func(data map[string]any) {
		if _, is := data["z"]; is {
			data["z"] = false
		}
	})},
	{fault: "inverted sections are sections", caught: "2.15 2.19", request: editTemplate("{{^", "{{#")},
	{fault: "the element has no name", caught: "2.16 2.21 2.23", request: editTemplate("{{.}}", "{{none}}")},
	{fault: "comments are shown", caught: "2.17 2.19", request: editTemplate("{{!", "{{ comment")},
	{fault: "a key is never a tag", caught: "2.19", request: editData(func(data map[string]any) { delete(data, "! c") })},
	{fault: "footers have no sections", caught: "2.22", request: editBody(func(body map[string]any) {
		body["footerHtml"] = strings.ReplaceAll(field(body, "footerHtml"), "{{^no}}", "{{/no}}")
	})},
	{fault: "values in sections are parsed", caught: "2.21", request: editBody(func(body map[string]any) {
		if strings.Contains(field(body, "html"), "{{gone}} {{/l}}") {
			body["html"] = strings.ReplaceAll(field(body, "html"), "{{.}}", "{{! x }}")
		}
	})},
	{fault: "a section may stay open", caught: "2.20", request: editTemplate("{{#items}}</p>", "{{/items}}")},
}

// editTemplate replaces text in html.
func editTemplate(from, to string) func(*http.Request) {
	return editBody(func(body map[string]any) { body["html"] = strings.ReplaceAll(field(body, "html"), from, to) })
}

// editData changes the data of small, valid requests.
func editData(edit func(data map[string]any)) func(*http.Request) {
	return editBody(func(body map[string]any) {
		if data, is := body["data"].(map[string]any); is {
			edit(data)
		}
	})
}

// throughFloats returns the value as a decoder that knows only floats reads it.
func throughFloats(value any) any {
	text, _ := json.Marshal(value)
	var read any
	_ = json.Unmarshal(text, &read)
	return read
}

// withKey is the request with the right key.
func withKey(r *http.Request) *http.Request {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+key)
	return r
}
