package domain

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Standard is the name of a standard that PDFs can keep, as settings and documents write it.
type Standard string

const (
	// UA1 is PDF/UA-1 (ISO 14289-1): accessible.
	UA1 Standard = "ua-1"
	// A2B is PDF/A-2b (ISO 19005-2): for archives. A document keeps at most one of A2B and A3B.
	A2B Standard = "a-2b"
	// A3B is PDF/A-3b (ISO 19005-3), which may have attachments of any kind.
	A3B Standard = "a-3b"
)

// Standards are the standards that a document is asked to keep, or claims to keep, as text: an archive's first, as in "a-2b ua-1". "" says
// nothing of them. "none" is the wish for no standard: it wins over a more general wish, which "" does not.
type Standards string

const none Standard = "none"

// ParseStandards reads a wish: names between blanks or commas, in any order and case, as in "ua-1 a-2b"; "none"; or "", which says nothing.
// The error says what is allowed.
func ParseStandards(text string) (Standards, error) {
	between := func(r rune) bool { return strings.ContainsRune(", \t\n\f\r", r) }
	names := strings.FieldsFunc(strings.ToLower(text), between)
	for _, name := range names {
		if !slices.Contains([]Standard{UA1, A2B, A3B, none}, Standard(name)) {
			return "", fmt.Errorf("%q is no standard of PDFs: use ua-1, a-2b or a-3b, ua-1 with one of the others, or none", name)
		}
	}
	slices.Sort(names)
	s := Standards(strings.Join(slices.Compact(names), " "))
	switch others := s.Without(none); {
	case s.Has(A2B) && s.Has(A3B):
		return "", fmt.Errorf("a document is %s or %s, not both", A2B, A3B)
	case s.Has(none) && others != "":
		return "", fmt.Errorf("none does not go with %s", others)
	}
	return s, nil
}

// List returns the standards, an archive's first.
func (s Standards) List() (list []Standard) {
	for name := range strings.FieldsSeq(string(s.Without(none))) {
		list = append(list, Standard(name))
	}
	return list
}

// Has reports whether a standard is among them.
func (s Standards) Has(standard Standard) bool {
	return slices.Contains(strings.Fields(string(s)), string(standard))
}

// Archive is A2B, A3B or "".
func (s Standards) Archive() Standard {
	if list := s.List(); len(list) > 0 && list[0] != UA1 {
		return list[0]
	}
	return ""
}

// Without returns the standards without one.
func (s Standards) Without(standard Standard) Standards {
	others := slices.DeleteFunc(strings.Fields(string(s)), func(name string) bool { return name == string(standard) })
	return Standards(strings.Join(others, " "))
}

// UnmarshalText reads what ParseStandards reads, for configuration files.
func (s *Standards) UnmarshalText(text []byte) (err error) {
	*s, err = ParseStandards(string(text))
	return err
}

// Conformance is what became of a wish for standards.
type Conformance struct {
	// Claimed are the standards that are asked for and that nothing has ruled out yet: in the end, those that the document keeps and claims.
	Claimed Standards
	// Unmet are the other ones that were asked for, each once and with its reasons.
	Unmet []Unmet
}

// Wanted is the conformance of a document that keeps what the first of the wishes asks for that says anything.
func Wanted(wishes ...Standards) Conformance {
	return Conformance{Claimed: cmp.Or(wishes...).Without(none)}
}

// Unmet is a standard that a document was asked to keep and does not claim.
type Unmet struct {
	Standard Standard
	// Reasons say for the author, or for the operator, what is missing, in few words without ";", as in "missing title" or "3 pictures
	// without alt". At least one.
	Reasons []string
}

// Wished reports whether a standard was asked for.
func (c Conformance) Wished(standard Standard) bool {
	return c.Claimed.Has(standard) || len(c.Reasons(standard)) > 0
}

// Reasons are those for which a standard is unmet; none if it is claimed, or was not asked for.
func (c Conformance) Reasons(standard Standard) []string {
	for _, u := range c.Unmet {
		if u.Standard == standard {
			return u.Reasons
		}
	}
	return nil
}

// counted matches what makes "1 picture without alt" and "3 pictures without alt" different reasons.
var counted = regexp.MustCompile(`^[0-9]+ |s\b`)

// Fail takes back the claim of a standard for the reasons. A standard that is neither claimed nor unmet stays so: it was not asked for. A
// reason that is known is left out, even with another number: a document's HTML and its PDF may count differently.
func (c *Conformance) Fail(standard Standard, reasons ...string) {
	if len(reasons) == 0 {
		return
	}
	if c.Claimed.Has(standard) {
		c.Claimed = c.Claimed.Without(standard)
		c.Unmet = append(c.Unmet, Unmet{Standard: standard})
	}
	what := func(reason string) string { return counted.ReplaceAllString(reason, "") }
	for i := range c.Unmet {
		u := &c.Unmet[i]
		for _, reason := range reasons {
			known := func(other string) bool { return what(other) == what(reason) }
			if u.Standard == standard && !slices.ContainsFunc(u.Reasons, known) {
				u.Reasons = append(u.Reasons, reason)
			}
		}
	}
}

// String is the value of the header field Platen-Standards, as in "a-2b; ua-1=missing title, 3 pictures without alt": the claimed ones,
// then each unmet one with its reasons. It is "none" if nothing was asked for.
func (c Conformance) String() string {
	parts := strings.Fields(string(c.Claimed))
	for _, u := range c.Unmet {
		parts = append(parts, fmt.Sprintf("%s=%s", u.Standard, strings.Join(u.Reasons, ", ")))
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, "; ")
}
