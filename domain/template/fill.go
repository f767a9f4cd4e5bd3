package template

import (
	"html"
	"math"
	"strings"

	"platen/domain"
)

// Fill returns the request with the tags of its HTML, HeaderHTML and FooterHTML replaced, and without the Data. CSS holds no
// tags. missing counts the placeholders without a value, each time that they are reached.
//
// A placeholder is {{, a name, and the next }}; if another {{ stands between them, the placeholder begins there. The name is
// the name of a member of the data, which may have dots, or a path into its objects and arrays, as in customer.name or
// items.0.price. Blanks around the name are ignored unless a member's name has them. A string is inserted as it is, null as
// nothing, and other values as compact JSON, spelt as the client spelt them. Inserted text is not scanned again.
//
// With Sections, {{#name}} … {{/name}}, {{^name}} … {{/name}} and {{! comment }} are those of the Mustache specification
// (github.com/mustache/spec), except that a member of the data with the whole text of such a tag makes it a placeholder.
//
// Parsing is linear in the text, and filling in the data and the filled text; sections that fill nothing end after
// maxLookups. The error is an InvalidRequest: the filled text is larger than MaxSize, a section is not closed, or values are
// missing and the setting is Error or the request is strict.
func (s Settings) Fill(r domain.Request) (filled domain.Request, missing int, err error) {
	f := newFilling(s, r)
	for i, text := range []*string{&r.HTML, &r.HeaderHTML, &r.FooterHTML} {
		if *text, err = f.fill(fields[i], *text); err != nil {
			return domain.Request{}, 0, err
		}
	}
	if err := refusal(r.Unknown, f.missing); err != nil {
		return domain.Request{}, 0, err
	}
	r.Data = domain.Data{}
	return r, f.unfilled, nil
}

// fields are the fields that hold tags.
var fields = [...]string{"html", "headerHtml", "footerHtml"}

// filling is the state of one Fill.
type filling struct {
	settings Settings
	data     domain.Data
	// values are read from data at the first tag; nil before.
	values *values
	// size counts what was written, over all fields.
	size domain.ByteSize
	// unfilled counts the placeholders without a value. missing are their paths in order of appearance, if that is an error;
	// named has the same.
	unfilled int
	missing  []string
	named    map[string]bool

	program program
	out     strings.Builder
	// scopes are the data and, inside sections, the elements around the current tag.
	scopes []scope
	// loops are the sections around the current tag.
	loops []loop
	// source follows where in the template the filled text comes from; nil: nobody asks.
	source *source
}

// scope is a value that names are looked up in.
type scope struct {
	node
	// lookup is the index of the innermost scope, this one or one around it, that adds names.
	lookup int
}

// loop is a section that is being shown.
type loop struct {
	// opening is the index of the section's first tag, and rest are the elements that are still to be shown.
	opening int
	rest    []child
}

func newFilling(s Settings, r domain.Request) filling {
	if r.Strict {
		s.Missing = Error
	}
	return filling{settings: s, data: r.Data}
}

// read reads the data once.
func (f *filling) read() *values {
	if f.values == nil {
		f.values = newValues(f.data)
		f.scopes = []scope{{}}
	}
	return f.values
}

// fill returns the filled text of a field.
func (f *filling) fill(field, text string) (_ string, err error) {
	if !strings.Contains(text, "{{") {
		return text, f.count(text)
	}
	if f.program, err = f.parse(field, text); err != nil {
		return "", err
	}
	f.out = strings.Builder{}
	f.out.Grow(len(text))
	if err := f.run(); err != nil {
		return "", err
	}
	return f.out.String(), nil
}

// run writes the filled text of the program.
func (f *filling) run() error {
	for i := 0; i < len(f.program.tags); i++ {
		t := &f.program.tags[i]
		f.source.copies(f.out.Len(), t.begin)
		err := f.write(t.before)
		f.source.replaces(f.out.Len(), t.offset())
		switch t.kind {
		case placeholder:
			if err == nil {
				err = f.replace(t)
			}
		case section, inverted:
			i = f.open(i, t)
		case closing:
			i = f.close(i, t)
		}
		if err != nil {
			return err
		}
		if f.values != nil && f.values.lookups > f.maxLookups() {
			return domain.Invalidf("the sections of the template take more than %d look-ups: nest fewer of them", f.maxLookups())
		}
	}
	f.source.copies(f.out.Len(), f.program.begin)
	return f.write(f.program.rest)
}

// maxLookups bounds the work of sections, which need not write anything, if the size is bounded.
func (f *filling) maxLookups() int {
	if f.settings.MaxSize == 0 {
		return math.MaxInt
	}
	return int(max(f.settings.MaxSize, 8*domain.MiB))
}

// open begins a section, and returns the index of the tag before the next one.
func (f *filling) open(i int, t *tag) int {
	elements := f.elements(t.name())
	switch shown := len(elements) > 0; {
	case shown == (t.kind == inverted):
		return t.partner
	case shown:
		f.loops = append(f.loops, loop{i, elements[1:]})
		f.enter(elements[0].node)
	}
	return i
}

// close ends one element of a section, and returns the index of the tag before the next one.
func (f *filling) close(i int, t *tag) int {
	if f.program.tags[t.partner].kind == inverted {
		return i
	}
	f.scopes = f.scopes[:len(f.scopes)-1]
	innermost := &f.loops[len(f.loops)-1]
	if len(innermost.rest) == 0 {
		f.loops = f.loops[:len(f.loops)-1]
		return i
	}
	f.enter(innermost.rest[0].node)
	innermost.rest = innermost.rest[1:]
	return innermost.opening
}

// enter makes an element the innermost scope. One that adds no names is passed over when names are looked up, so that sections
// nested over one value cost no more than a single one.
func (f *filling) enter(n node) {
	f.values.lookups++
	s := scope{n, f.scopes[len(f.scopes)-1].lookup}
	if f.values.isContainer(n) && n != f.scopes[s.lookup].node {
		s.lookup = len(f.scopes)
	}
	f.scopes = append(f.scopes, s)
}

// elements returns the values that a section is shown for.
func (f *filling) elements(name string) []child {
	n, found := f.find(name)
	if !found {
		return nil
	}
	return f.values.elements(n)
}

// find returns the value of a name. The innermost scope decides that has a member with the name, as it stands between the
// braces or without the blanks around it, or with its part before the first dot, which then leads into the member.
func (f *filling) find(raw string) (node, bool) {
	v := f.read()
	name := strings.TrimSpace(raw)
	if name == "." && len(f.scopes) > 1 {
		if n, found := v.child(0, name); found {
			return n, true
		}
		return f.scopes[len(f.scopes)-1].node, true
	}
	first, rest, dotted := strings.Cut(name, ".")
	for i := f.scopes[len(f.scopes)-1].lookup; ; i = f.scopes[i-1].lookup {
		in := f.scopes[i].node
		if n, found := v.member(in, raw, name); found {
			return n, true
		}
		if dotted {
			if n, found := v.child(in, first); found {
				return v.follow(n, rest)
			}
		}
		if i == 0 {
			return 0, false
		}
	}
}

// replace writes what replaces a placeholder.
func (f *filling) replace(t *tag) error {
	n, found := f.find(t.raw)
	if !found {
		return f.miss(t)
	}
	text := f.values.text(n)
	if f.settings.Escape == HTML {
		text = html.EscapeString(text)
	}
	return f.write(text)
}

// miss treats a placeholder without a value.
func (f *filling) miss(t *tag) error {
	f.unfilled++
	switch f.settings.Missing {
	case Empty:
		return nil
	case Error:
		return f.addMissing(t)
	}
	for _, part := range []string{"{{", t.raw, "}}"} {
		if err := f.write(part); err != nil {
			return err
		}
	}
	return nil
}

// write adds to the filled text. The size is counted first, so that too large a result is refused before memory is allocated
// for it.
func (f *filling) write(text string) error {
	if err := f.count(text); err != nil {
		return err
	}
	f.out.WriteString(text)
	return nil
}

// count adds text to the size and returns an error if that is too large.
func (f *filling) count(text string) error {
	f.size += domain.ByteSize(len(text))
	if limit := f.settings.MaxSize; limit > 0 && f.size > limit {
		return domain.Invalidf("filled with its values, the document is larger than %s: use large values less often", limit)
	}
	return nil
}
