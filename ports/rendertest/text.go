package rendertest

import (
	"html"
	"testing"

	"platen/ports/pdfcheck"
)

func (s *suite) text(t *testing.T) {
	for name, text := range map[string]string{
		"Latin":      "The quick brown fox, “quoted” — naïve café, Łódź, ß",
		"Greek":      "Ξεσκεπάζω την ψυχοφθόρα",
		"Cyrillic":   "Съешь же ещё этих мягких булок",
		"Chinese":    "敏捷的棕色狐狸",
		"Japanese":   "いろはにほへと",
		"Korean":     "키스의 고유조건은",
		"escapes":    "Smith & Sons <office@platen.example> 'quoted'",
		"whitespace": "one   two\n\tthree",
	} {
		t.Run(name, func(t *testing.T) {
			s.check(t, document("", "<p>"+html.EscapeString(text)+"</p>"), pdfcheck.Text(text))
		})
	}
	// A right-to-left line may be read back in either order; its words must be there.
	t.Run("Arabic", func(t *testing.T) {
		s.check(t, document("", `<p dir=rtl>مرحبا بالعالم</p>`), pdfcheck.Text("مرحبا", "بالعالم"))
	})
	t.Run("emoji", func(t *testing.T) {
		s.check(t, document("", `<p>before 😀 after</p>`), pdfcheck.TextInOrder("before", "after"))
	})
	t.Run("order", func(t *testing.T) {
		body := `<h1>One</h1><table><tr><td>Two</td><td>Three</td></tr></table><ul><li>Four</li></ul><p>Five</p>`
		s.check(t, document("", body), pdfcheck.TextInOrder("One", "Two", "Three", "Four", "Five"))
	})
}
