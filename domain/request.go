package domain

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode"
)

// Request is what a client asks for: a template, the values for it, and the header and footer of every page.
type Request struct {
	// HTML is the template of the document's body: a whole document or a fragment.
	HTML string
	// CSS goes into the document after its own styles. Placeholders in it are not filled.
	CSS string
	// Data holds the values of the placeholders.
	Data Data
	// HeaderHTML and FooterHTML are printed at the top and the bottom of every page; empty: none.
	HeaderHTML, FooterHTML string

	// What the HTTP request says beside its body, which ParseRequest does not know.

	// Strict: unknown fields and placeholders without a value are errors. Unknown are the names of the former, each once.
	Strict  bool
	Unknown []string
	// Standards is the wish of the client's key. The document's own wins over it.
	Standards Standards
}

// ParseRequest reads and validates the JSON form of a request: one object with the fields html, css, data, headerHtml
// and footerHtml, UTF-8, nested at most 10,000 levels deep. The html must show something.
//
// Unknown fields are ignored, the last of a repeated field wins, and null equals absence. Names match exactly, so HTML is
// an unknown field. Every error is an InvalidRequest that names the field or the byte offset, counted from 0. The
// request keeps nothing of body.
func ParseRequest(body []byte) (Request, error) {
	raw, err := parseObject("the body", body)
	if err != nil {
		return Request{}, err
	}
	f := fields{raw: raw}
	r := Request{
		HTML:       f.text("html"),
		CSS:        f.text("css"),
		Data:       Data{json: f.object("data")},
		HeaderHTML: f.text("headerHtml"),
		FooterHTML: f.text("footerHtml"),
	}
	if f.err != nil {
		return Request{}, f.err
	}
	if strings.IndexFunc(r.HTML, visible) < 0 {
		return Request{}, Invalidf("the field html is missing or blank: it must hold the template of the document%s", insteadOfHTML(body))
	}
	return r, nil
}

// JSON is a body that ParseRequest reads as this request. The data are as the client wrote them.
func (r Request) JSON() []byte {
	body := struct {
		HTML       string          `json:"html"`
		CSS        string          `json:"css,omitempty"`
		Data       json.RawMessage `json:"data,omitempty"`
		HeaderHTML string          `json:"headerHtml,omitempty"`
		FooterHTML string          `json:"footerHtml,omitempty"`
	}{r.HTML, r.CSS, json.RawMessage(r.Data.JSON()), r.HeaderHTML, r.FooterHTML}
	text, _ := EncodeJSON(body, "") // texts, and JSON that was read
	return bytes.TrimSuffix(text, []byte("\n"))
}

// fields are the fields of a request, as JSON.
type fields struct {
	raw map[string]json.RawMessage
	// err is the first error of text or object.
	err error
}

// text returns the value of a string field.
func (f *fields) text(name string) (text string) {
	_ = json.Unmarshal(f.typed(name, "a string"), &text) // it is valid, or nil
	return text
}

// object returns the JSON text of the object in a field.
func (f *fields) object(name string) string { return string(f.typed(name, "an object")) }

// typed returns the JSON text of a field of the kind; nil if it is missing, null or, which is an error, of another kind.
func (f *fields) typed(name, kind string) []byte {
	value := f.raw[name]
	switch is := kindOf(value); {
	case is == "null":
		return nil
	case is != kind:
		if f.err == nil {
			f.err = Invalidf("the field %s must be %s, not %s", name, kind, is)
		}
		return nil
	}
	return value
}

// visible reports whether a character of HTML shows something. White space of any script, control characters and format
// characters such as the zero-width space show nothing.
func visible(r rune) bool {
	return !unicode.IsSpace(r) && !unicode.IsControl(r) && !unicode.Is(unicode.Cf, r)
}

// Data holds the values of a request's placeholders: one JSON object, kept as the client wrote it, so that numbers
// keep their digits. The zero value holds no values. Safe for concurrent use.
type Data struct {
	// json is the valid JSON text of an object; empty: no data.
	json string
}

// JSON returns the text of the object as the client wrote it, or "" without data.
func (d Data) JSON() string { return d.json }
