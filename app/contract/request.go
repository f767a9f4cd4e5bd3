package contract

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"platen/domain"
)

// path is the operation's path below the base URL.
const path = "/api/pdf/external"

// fields are a body's members.
type fields map[string]any

// request is a request of the suite. The zero value is valid.
type request struct {
	// method and path are POST and the operation's unless given.
	method, path string
	// header replaces the usual fields; an empty value leaves one out.
	header map[string]string
	// body is fields, or text that is sent as it is; nil: a small document.
	body any
	// size pads the body with an unknown field to so many bytes; 0: not at all.
	size int
	// unsent is the length of a body that is announced and never sent; 0: the body is sent.
	unsent int
	// busy is the status, 429 or 503, that the answer is to have. A busy answer that is not asked for is waited out; 0: each.
	busy int
}

// html is a request for a document of the HTML.
func html(text string) request { return request{body: fields{"html": text}} }

// content is the body's bytes.
func (r request) content() []byte {
	var text []byte
	switch body := r.body.(type) {
	case nil:
		text = []byte(`{"html":"<p>Fine</p>"}`)
	case string:
		text = []byte(body)
	case fields:
		text, _ = domain.EncodeJSON(body, "") // strings, numbers, slices and maps always encode
		text = bytes.TrimSpace(text)
	}
	if r.size > 0 {
		const before, after = `,"padding":"`, `"}`
		text = bytes.TrimSuffix(text, []byte("}"))
		pad := r.size - len(text) - len(before) - len(after)
		text = slices.Concat(text, []byte(before), bytes.Repeat([]byte("x"), pad), []byte(after))
	}
	return text
}

func (r request) verb() string { return cmp.Or(r.method, http.MethodPost) }

func (r request) target() string { return cmp.Or(r.path, path) }

// fieldsOf returns the header with the usual fields; key is what stands for the API key.
func (r request) fieldsOf(key string) map[string]string {
	header := map[string]string{"Authorization": "Bearer " + key, "Content-Type": "application/json"}
	for name, value := range r.header {
		header[name] = strings.ReplaceAll(value, "{key}", key)
	}
	maps.DeleteFunc(header, func(_, value string) bool { return value == "" })
	return header
}

// new makes the request for net/http.
func (r request) new(ctx context.Context, base, key string) (*http.Request, error) {
	var body io.Reader = bytes.NewReader(r.content())
	if r.unsent > 0 {
		body = silent{ctx.Done()}
	}
	out, err := http.NewRequestWithContext(ctx, r.verb(), base+r.target(), body)
	if err != nil {
		return nil, err
	}
	if r.unsent > 0 {
		out.ContentLength = int64(r.unsent)
	}
	for name, value := range r.fieldsOf(key) {
		out.Header.Set(name, value)
	}
	return out, nil
}

// silent is a body that sends nothing until the request ends.
type silent struct{ over <-chan struct{} }

func (s silent) Read([]byte) (int, error) {
	<-s.over
	return 0, io.ErrUnexpectedEOF
}

// mostShown bounds the body in a command line.
const mostShown = 2000

// curl returns the request as a command line that reads the key from the environment variable.
func (r request) curl(base, keyName string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "curl -sS -i -X %s %s", r.verb(), quote(base+r.target()))
	header := r.fieldsOf("$" + keyName)
	for _, name := range slices.Sorted(maps.Keys(header)) {
		field := quote(name + ": " + header[name])
		if strings.Contains(header[name], "$"+keyName) {
			field = `"` + name + ": " + header[name] + `"` // for the shell to fill in
		}
		b.WriteString(" -H " + field)
	}
	content := r.content()
	switch {
	case r.unsent > 0:
		fmt.Fprintf(&b, " # announcing a body of %d bytes and sending none", r.unsent)
	case len(content) > mostShown:
		fmt.Fprintf(&b, " --data-binary %s # … %d bytes", quote(string(content[:200])), len(content))
	default:
		b.WriteString(" --data-binary " + quote(string(content)))
	}
	return b.String()
}

// quote quotes for a shell. What is not UTF-8 is escaped, since reports are text.
func quote(text string) string {
	if !utf8.ValidString(text) {
		quoted := strconv.Quote(text)
		return "$'" + strings.ReplaceAll(quoted[1:len(quoted)-1], "'", `\'`) + "'"
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
