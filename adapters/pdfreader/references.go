package pdfreader

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"

	"platen/adapters/internal/pdftoken"
)

const (
	// entrySize is fixed by ISO 32000-1, 7.5.4.
	entrySize = 20
	// maxSections bounds the cross-reference sections of a file, one for each update.
	maxSections = 64
)

// readReferences reads the cross-reference sections from the last to the first. The last one that has an object is valid.
func (f *file) readReferences(offset int) error {
	seen := map[int]bool{}
	for offset != 0 {
		if seen[offset] || len(seen) == maxSections || offset < 0 || offset >= len(f.content) {
			return errors.New("the PDF's cross-references are circular or elsewhere")
		}
		seen[offset] = true
		trailer, err := f.readSection(offset)
		if err != nil {
			return err
		}
		if f.trailer == nil {
			f.trailer = trailer
		}
		if trailer["XRefStm"] != nil {
			return errors.New("the PDF has cross-references of both kinds in one section, which engines do not write")
		}
		previous, _ := trailer["Prev"].(float64)
		offset = int(previous)
	}
	return nil
}

// readSection reads a table, or a stream.
func (f *file) readSection(offset int) (dict, error) {
	if rest, ok := bytes.CutPrefix(f.content[offset:], []byte("xref")); ok {
		return f.readTable(rest)
	}
	_, o, err := f.objectAt(offset)
	if err != nil {
		return nil, err
	}
	s, ok := o.(stream)
	if !ok || s.dict["Type"] != name("XRef") {
		return nil, errors.New("the PDF has no cross-references where it says")
	}
	return s.dict, f.readStream(s)
}

// set records the place of an object, unless a later section has one.
func (f *file) set(number int, e entry) error {
	if number > maxObjects {
		return fmt.Errorf("the PDF has more than %d objects", maxObjects)
	}
	if _, known := f.entries[reference(number)]; !known {
		f.entries[reference(number)] = e
	}
	return nil
}

// readTable reads a cross-reference table and its trailer.
func (f *file) readTable(rest []byte) (dict, error) {
	for {
		rest = pdftoken.SkipBlanks(rest)
		if trailer, found := bytes.CutPrefix(rest, []byte("trailer")); found {
			p := &parser{content: trailer}
			o, err := p.object(0)
			f.consume(p, 0)
			d, ok := o.(dict)
			if err != nil || !ok {
				return nil, errSyntax
			}
			return d, nil
		}
		first, rest2, ok := number(rest)
		n, entries, ok2 := number(rest2)
		if !ok || !ok2 || first > maxObjects || n > len(entries)/entrySize {
			return nil, errors.New("the PDF's cross-reference table is malformed")
		}
		for i := range n {
			e := entries[i*entrySize : (i+1)*entrySize]
			if !isEntry(e) {
				return nil, errors.New("the PDF's cross-reference table has a malformed entry")
			}
			offset, err := strconv.Atoi(string(e[:10]))
			if err != nil || e[17] == 'f' || offset == 0 || offset >= len(f.content) {
				continue
			}
			if err := f.set(first+i, entry{offset: offset}); err != nil {
				return nil, err
			}
		}
		rest = entries[n*entrySize:]
	}
}

// number reads digits, and the blanks and the line end after them.
func number(b []byte) (value int, rest []byte, ok bool) {
	digits := 0
	for digits < len(b) && b[digits] >= '0' && b[digits] <= '9' {
		digits++
	}
	value, err := strconv.Atoi(string(b[:digits]))
	return value, bytes.TrimLeft(b[digits:], "\r\n "), err == nil && digits < len(b) && pdftoken.IsBlank(b[digits])
}

// isEntry matches "nnnnnnnnnn ggggg n" and two bytes of line end.
func isEntry(e []byte) bool {
	for i, c := range e[:16] {
		if blank := i == 10; blank != (c == ' ') || !blank && (c < '0' || c > '9') {
			return false
		}
	}
	return e[16] == ' ' && (e[17] == 'n' || e[17] == 'f') && (e[18] == ' ' || isEOL(e[18])) && isEOL(e[19])
}

// readStream reads a cross-reference stream (ISO 32000-1, 7.5.8).
func (f *file) readStream(s stream) error {
	widths, _ := s.dict["W"].(array)
	var w [3]int
	for i := range w {
		if i >= len(widths) {
			return errSyntax
		}
		n, ok := widths[i].(float64)
		if w[i] = int(n); !ok || n < 0 || n > 8 {
			return errSyntax
		}
	}
	size := w[0] + w[1] + w[2]
	table, err := f.decode(s)
	if err != nil || size == 0 {
		return errors.Join(err, errIf(size == 0))
	}
	sections, _ := s.dict["Index"].(array)
	if sections == nil {
		sections = array{0.0, s.dict["Size"]}
	}
	for i := 0; i+1 < len(sections); i += 2 {
		first, ok1 := sections[i].(float64)
		count, ok2 := sections[i+1].(float64)
		if !ok1 || !ok2 || first < 0 || count < 0 || count > float64(len(table)/size) || first > maxObjects {
			return errors.New("the PDF's cross-reference stream is malformed")
		}
		for n := range int(count) {
			if err := f.setFromStream(int(first)+n, table[n*size:(n+1)*size], w); err != nil {
				return err
			}
		}
		table = table[int(count)*size:]
	}
	return nil
}

func errIf(malformed bool) error {
	if malformed {
		return errSyntax
	}
	return nil
}

// setFromStream reads one entry of a cross-reference stream.
func (f *file) setFromStream(number int, e []byte, w [3]int) error {
	var fields [3]int
	for i, width := range w {
		for _, b := range e[:width] {
			if fields[i] > maxOffset {
				return errSyntax
			}
			fields[i] = fields[i]<<8 | int(b)
		}
		e = e[width:]
	}
	if w[0] == 0 {
		fields[0] = 1
	}
	switch {
	case fields[0] == 1 && fields[1] > 0 && fields[1] < len(f.content):
		return f.set(number, entry{offset: fields[1]})
	case fields[0] == 2 && fields[1] <= maxObjects:
		return f.set(number, entry{within: reference(fields[1]), index: fields[2]})
	}
	return nil
}

// maxOffset bounds the fields of an entry.
const maxOffset = 1 << 40
