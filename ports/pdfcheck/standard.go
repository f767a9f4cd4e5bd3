package pdfcheck

import (
	"errors"
	"fmt"

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

// Rules returns the rules of a standard. A3B has those of A2B, but for its number.
func Rules(standard domain.Standard) []Rule {
	switch standard {
	case domain.UA1:
		return accessible
	case domain.A2B, domain.A3B:
		return append([]Rule{identified(standard)}, archived...)
	}
	return nil
}

// Keeps checks that a PDF keeps the rules of standards, and claims them. It is no full check, which veraPDF is ("make standards").
func Keeps(standards ...domain.Standard) Check {
	return func(f *File) error {
		d, err := f.document()
		if err != nil {
			return err
		}
		var broken []error
		for _, standard := range standards {
			for _, rule := range Rules(standard) {
				if err := rule.check(d); err != nil {
					broken = append(broken, fmt.Errorf("%s, %s: %s: %w", standard, rule.Clause, rule.Name, err))
				}
			}
		}
		return errors.Join(broken...)
	}
}

// Claims checks that the metadata of a PDF claim these standards and no other.
func Claims(standards ...domain.Standard) Check {
	return func(f *File) error {
		d, err := f.document()
		if err != nil {
			return err
		}
		want := map[domain.Standard]bool{}
		for _, standard := range standards {
			want[standard] = true
		}
		got := map[domain.Standard]bool{
			domain.UA1: d.xmp["pdfuaid:part"] == "1",
			domain.A2B: d.xmp["pdfaid:part"] == "2" && d.xmp["pdfaid:conformance"] == "B",
			domain.A3B: d.xmp["pdfaid:part"] == "3" && d.xmp["pdfaid:conformance"] == "B",
		}
		for standard, claimed := range got {
			if claimed != want[standard] {
				return fmt.Errorf("the metadata claim %s: %t, want %t", standard, claimed, want[standard])
			}
		}
		return nil
	}
}

// Properties checks properties of the metadata by their usual names, as in dc:title.
func Properties(want map[string]string) Check {
	return func(f *File) error {
		d, err := f.document()
		if err != nil {
			return err
		}
		for name, value := range want {
			if d.xmp[name] != value {
				return fmt.Errorf("the metadata's %s is %q, want %q", name, d.xmp[name], value)
			}
		}
		return nil
	}
}
