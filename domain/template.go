package domain

import "fmt"

// Template says how placeholders are filled. The zero value is usable: nothing is escaped, what has no value
// is kept, and the size has no bound.
type Template struct {
	// Escape says how values go in: none, html.
	Escape Escape `koanf:"escape"`
	// Missing says what becomes of a placeholder without a value: keep, empty, error.
	Missing Missing `koanf:"missing"`
	// MaxSize bounds the filled html, headerHtml and footerHtml together, in bytes; 0: no bound. A small
	// request can ask for a large value very often.
	MaxSize ByteSize `koanf:"max_size"`
}

// DefaultTemplate fills values in verbatim, keeps placeholders that have none, and stops at 32 MiB.
func DefaultTemplate() Template {
	return Template{Escape: EscapeNone, Missing: MissingKeep, MaxSize: 32 * MiB}
}

// Validate names the first key whose value does not fit.
func (t Template) Validate() error {
	var escape Escape
	if err := escape.UnmarshalText([]byte(t.Escape)); err != nil {
		return fmt.Errorf("template.escape: %w", err)
	}
	var missing Missing
	if err := missing.UnmarshalText([]byte(t.Missing)); err != nil {
		return fmt.Errorf("template.missing: %w", err)
	}
	if t.MaxSize < 0 {
		return fmt.Errorf("template.max_size: %s is negative; 0 means no bound", t.MaxSize)
	}
	return nil
}

// Escape says how values go into HTML.
type Escape string

// The ways of Escape.
const (
	EscapeNone Escape = "none" // verbatim
	EscapeHTML Escape = "html" // & < > " ' as character references
)

// UnmarshalText reads none or html, for configuration files.
func (e *Escape) UnmarshalText(text []byte) error {
	switch value := Escape(text); value {
	case EscapeNone, EscapeHTML:
		*e = value
		return nil
	}
	return fmt.Errorf("%q is no way to escape values: write none or html", text)
}

// Missing says what becomes of a placeholder without a value.
type Missing string

// The ways of Missing.
const (
	MissingKeep  Missing = "keep"  // it stays as it was written
	MissingEmpty Missing = "empty" // it becomes nothing
	MissingError Missing = "error" // the request is refused, every such placeholder named
)

// UnmarshalText reads keep, empty or error, for configuration files.
func (m *Missing) UnmarshalText(text []byte) error {
	switch value := Missing(text); value {
	case MissingKeep, MissingEmpty, MissingError:
		*m = value
		return nil
	}
	return fmt.Errorf("%q is no way to treat missing values: write keep, empty or error", text)
}
