package contract

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"platen/domain"
	"platen/ports"
)

// Answer is the answer to a request.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
	// Broken is the error with which the body ended early; nil if it is whole.
	Broken error
	// Closes: the server closes the connection after it.
	Closes bool

	reader ports.PDFReader
}

// String describes the answer briefly.
func (a *Answer) String() string {
	text := strings.TrimSpace(string(a.Body))
	switch {
	case strings.HasPrefix(text, "%PDF-"):
		text = fmt.Sprintf("a PDF of %d bytes", len(a.Body))
	case len(text) > 300:
		text = text[:300] + "…"
	}
	return fmt.Sprintf("%d %s", a.Status, text)
}

// document returns the pages of a 200; for any other answer, the error describes it.
func (a *Answer) document() ([]domain.PageText, error) {
	if a.Status != http.StatusOK || !strings.HasPrefix(string(a.Body), "%PDF-") {
		return nil, mismatch("200 and a PDF", a.String())
	}
	pages, err := a.reader.Text(a.Body)
	if err != nil {
		return nil, mismatch("a PDF that can be read", err.Error())
	}
	return pages, nil
}

// problem is the JSON of a failure.
type problem struct {
	Error     any    `json:"error"`
	Code      string `json:"code"`
	RequestID string `json:"requestId"`
}

// problem reads the JSON of a failure.
func (a *Answer) problem() (problem, error) {
	var p problem
	if err := json.Unmarshal(a.Body, &p); err != nil {
		return p, mismatch("a JSON object", a.String())
	}
	return p, nil
}

// Mismatch is an expectation of an answer, and what the answer has instead.
type Mismatch struct{ Expected, Got string }

// Error returns both.
func (m *Mismatch) Error() string { return "expected " + m.Expected + ", got " + m.Got }

func mismatch(expected, got string) error { return &Mismatch{expected, got} }

// need returns a Mismatch unless what is expected holds.
func need(holds bool, expected, got string) error {
	if holds {
		return nil
	}
	return mismatch(expected, got)
}

// textOf returns a page's text in the order in which it is painted, as plain returns it.
func textOf(page domain.PageText) string {
	var b strings.Builder
	for _, span := range page.Spans {
		b.WriteString(span.Text)
	}
	return plain(b.String())
}

// plain returns a text without blanks and in compatibility form, since engines differ in the blanks that they paint and in
// ligatures.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.IsControl(r) {
			return -1
		}
		return r
	}, norm.NFKC.String(text))
}
