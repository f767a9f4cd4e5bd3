package pdfcheck

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"platen/domain"
)

// Rule is a condition of a standard that a program can check and that a PDF made of HTML could break.
type Rule struct {
	// Clause is the clause of the standard, ISO 14289-1 or ISO 19005-2; for the former with the failure conditions of the Matterhorn protocol
	// 1.1 that it covers, as in "7.3 (13-004)".
	Clause string
	// Name says what must be so.
	Name  string
	check func(*document) error
}

// Rules returns the rules of a standard. A3B has those of A2B.
func Rules(standard domain.Standard) []Rule {
	claimed := func(d *document) error {
		if !d.claims(standard) {
			return fmt.Errorf("they do not")
		}
		return nil
	}
	if standard == domain.UA1 {
		return append([]Rule{{"5 (06-002)", "the metadata name PDF/UA-1", claimed}}, accessible...)
	}
	return append([]Rule{{"6.6.4", "the metadata name the part and the level", claimed}}, archived...)
}

// claims reports whether the metadata claim a standard.
func (d *document) claims(standard domain.Standard) bool {
	archive := d.xmp["pdfaid:part"] + d.xmp["pdfaid:conformance"] // as in 2B
	return standard == domain.Standard("ua-"+d.xmp["pdfuaid:part"]) || strings.ToUpper(string(standard)) == "A-"+archive
}

// Keeps checks that a PDF keeps the rules of standards, and claims them. It is no full check, which veraPDF is ("make standards").
func Keeps(standards ...domain.Standard) Check {
	return ofDocument(func(d *document) error {
		var broken []error
		for _, standard := range standards {
			for _, rule := range Rules(standard) {
				if err := rule.check(d); err != nil {
					broken = append(broken, fmt.Errorf("%s, %s: %s: %w", standard, rule.Clause, rule.Name, err))
				}
			}
		}
		return errors.Join(broken...)
	})
}

// Claims checks that the metadata of a PDF claim these standards and no other.
func Claims(standards ...domain.Standard) Check {
	return ofDocument(func(d *document) error {
		for _, standard := range []domain.Standard{domain.UA1, domain.A2B, domain.A3B} {
			if claimed, want := d.claims(standard), slices.Contains(standards, standard); claimed != want {
				return fmt.Errorf("the metadata claim %s: %t, want %t", standard, claimed, want)
			}
		}
		return nil
	})
}

// Properties checks properties of the metadata by their usual names, as in dc:title.
func Properties(want map[string]string) Check {
	return ofDocument(func(d *document) error {
		for name, value := range want {
			if d.xmp[name] != value {
				return fmt.Errorf("the metadata's %s is %q, want %q", name, d.xmp[name], value)
			}
		}
		return nil
	})
}
