package template

import (
	"fmt"
	"strings"

	"platen/domain"
)

// program is a parsed text.
type program struct {
	tags []tag
	// rest is the text after the last tag. It begins at an offset.
	rest  string
	begin int
}

// tag is a tag of a template.
type tag struct {
	// before is the text between the last tag and this one, and raw the text between the tag's braces. before begins at an offset.
	before, raw string
	begin       int
	// partner is the index of the tag that closes a section, or of the one that opened it.
	partner int
	kind    kind
	// named: it is among the missing.
	named bool
}

type kind byte

const (
	placeholder kind = 0
	section     kind = '#'
	inverted    kind = '^'
	closing     kind = '/'
	comment     kind = '!'
)

// name is the name in a tag of a section.
func (t *tag) name() string { return strings.TrimSpace(strings.TrimSpace(t.raw)[1:]) }

// offset is that of the tag, or of blanks before it in its line.
func (t *tag) offset() int { return t.begin + len(t.before) }

// parse reads a field's text. Each byte is read a bounded number of times.
func (f *filling) parse(field, text string) (program, error) {
	p := program{tags: make([]tag, 0, min(strings.Count(text, "{{"), strings.Count(text, "}}")))}
	var open []int // the indices of the sections that are not closed yet
	at := 0
	for {
		from, to, found := f.nextTag(text, at)
		if !found {
			break
		}
		t := tag{before: text[at:from], begin: at, raw: text[from+len("{{") : to-len("}}")]}
		t.kind = f.kindOf(t.raw)
		at = to
		if t.kind != placeholder {
			t.before, at = withoutLine(text, t.before, from, to)
		}
		switch t.kind {
		case section, inverted:
			open = append(open, len(p.tags))
		case closing:
			last := len(open) - 1
			if last < 0 {
				return p, sectionError(field, text, from, "%s closes no section", t.raw)
			}
			opened := &p.tags[open[last]]
			if opened.name() != t.name() {
				return p, sectionError(field, text, from, "%s stands where %s of line %d must be closed",
					t.raw, opened.raw, line(text, opened.offset()))
			}
			t.partner, opened.partner = open[last], len(p.tags)
			open = open[:last]
		}
		p.tags = append(p.tags, t)
	}
	if last := len(open) - 1; last >= 0 {
		opened := &p.tags[open[last]]
		return p, sectionError(field, text, opened.offset(), "%s is not closed", opened.raw)
	}
	p.rest, p.begin = text[at:], at
	return p, nil
}

// nextTag returns where the next tag at or after an offset begins and ends. A }} that closes nothing is text.
func (f *filling) nextTag(text string, at int) (from, to int, found bool) {
	for {
		end := strings.Index(text[at:], "}}")
		if end < 0 {
			return 0, 0, false
		}
		before := text[at : at+end]
		opening := strings.LastIndex(before, "{{")
		if f.settings.Sections {
			// A comment may hold {{.
			if begins := strings.Index(before, "{{!"); begins >= 0 {
				opening = begins
			}
		}
		end += at + len("}}")
		if opening >= 0 {
			return at + opening, end, true
		}
		at = end
	}
}

// kindOf returns what a tag is from the text between its braces.
func (f *filling) kindOf(raw string) kind {
	name := strings.TrimSpace(raw)
	if !f.settings.Sections || name == "" {
		return placeholder
	}
	switch k := kind(name[0]); k {
	case section, inverted, closing, comment:
		if _, isMember := f.read().member(0, raw, name); isMember {
			return placeholder
		}
		return k
	default:
		return placeholder
	}
}

// withoutLine returns the text before a tag and the offset after it. If the tag stands alone on its line, they leave out the
// rest of the line.
func withoutLine(text, before string, from, to int) (string, int) {
	const blanks = " \t"
	kept := strings.TrimRight(before, blanks)
	begin := from - (len(before) - len(kept))
	after := strings.TrimPrefix(strings.TrimLeft(text[to:], blanks), "\r")
	rest, ends := strings.CutPrefix(after, "\n")
	if begins := begin == 0 || text[begin-1] == '\n'; begins && (ends || after == "") {
		return kept, len(text) - len(rest)
	}
	return before, to
}

// sectionError names the field, the line and the tags, each given as the text between its braces.
func sectionError(field, text string, offset int, format string, args ...any) error {
	const mostShown = 60 // characters of a tag
	for i, arg := range args {
		if raw, isTag := arg.(string); isTag {
			if shown := []rune(raw[:min(len(raw), 4*mostShown+4)]); len(shown) > mostShown {
				raw = string(shown[:mostShown]) + "…"
			}
			args[i] = "{{" + raw + "}}"
		}
	}
	where := fmt.Sprintf("the field %s, line %d: ", field, line(text, offset))
	err := domain.Invalidf("%s", where+fmt.Sprintf(format, args...))
	err.LogMessage = where + "a section is not closed"
	return err
}

// line is the number of an offset's line, counted from 1.
func line(text string, offset int) int { return 1 + strings.Count(text[:offset], "\n") }
