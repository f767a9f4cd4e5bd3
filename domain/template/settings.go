// Package template fills the tags of a request: {{key}} becomes the value of that key, and {{#key}} … {{/key}} is repeated
// for each element.
package template

import (
	"fmt"
	"slices"

	"platen/domain"
)

// Settings say how tags are filled. The zero value is usable: values are not escaped, placeholders without a value are kept,
// there are no sections, and the size is not bounded.
type Settings struct {
	// Escape says how values are inserted: none, html.
	Escape Escape `key:"escape"`
	// Missing says what happens to a placeholder without a value: keep, empty, error.
	Missing Missing `key:"missing"`
	// Sections says whether {{#key}}, {{^key}}, {{/key}}, {{.}} and {{! comment }} have their meaning in Mustache.
	Sections bool `key:"sections"`
	// MaxSize bounds the filled html, headerHtml and footerHtml together, in bytes, and the look-ups of names; 0: no bound. A small
	// request can use a large value many times, and sections can run for years without writing a byte.
	MaxSize domain.ByteSize `key:"max_size"`
}

// Default inserts values verbatim, keeps placeholders without a value, has sections, and bounds the result at 32 MiB.
func Default() Settings {
	return Settings{Escape: None, Missing: Keep, Sections: true, MaxSize: 32 * domain.MiB}
}

// Validate names the first key whose value does not fit.
func (s Settings) Validate() error {
	switch {
	case !slices.Contains([]Escape{None, HTML}, s.Escape):
		return fmt.Errorf("template.escape: %q is not a way to escape values: write none or html", s.Escape)
	case !slices.Contains([]Missing{Keep, Empty, Error}, s.Missing):
		return fmt.Errorf("template.missing: %q is not a way to treat missing values: write keep, empty or error", s.Missing)
	case s.MaxSize < 0:
		return fmt.Errorf("template.max_size: %s is negative; 0 means no bound", s.MaxSize)
	}
	return nil
}

// Escape says how values are inserted into HTML.
type Escape string

// The values of Escape.
const (
	None Escape = "none" // verbatim
	HTML Escape = "html" // & < > " ' as character references
)

// Missing says what happens to a placeholder without a value.
type Missing string

// The values of Missing.
const (
	Keep  Missing = "keep"  // it stays as it was written
	Empty Missing = "empty" // it is removed
	Error Missing = "error" // the request is refused; the message names every such placeholder
)
