package object

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
)

const (
	// maxSections bounds the cross-reference sections of a file, one for each update.
	maxSections = 64
	// maxOffset bounds the fields of an entry.
	maxOffset = 1 << 40
)

// readReferences reads the cross-reference sections from the last to the first. The last one that has an object is valid.
func (f *File) readReferences(offset int) error {
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
		if both, ok := trailer["XRefStm"].(float64); ok { // hybrid: the objects that only readers of PDF 1.5 find (7.5.8.4)
			if both < 1 || both >= float64(len(f.content)) {
				return errSyntax
			}
			if _, err := f.readSection(int(both)); err != nil {
				return err
			}
		}
		previous, _ := trailer["Prev"].(float64)
		offset = int(previous)
	}
	return nil
}

// readSection reads a table, or a stream.
func (f *File) readSection(offset int) (Dict, error) {
	if bytes.HasPrefix(f.content[offset:], []byte("xref")) {
		return f.readTable(&parser{content: f.content, at: offset + len("xref"), from: offset})
	}
	s, err := f.streamAt(0, offset, "XRef")
	if err != nil {
		return nil, err
	}
	return s.Dict, f.readStream(s)
}

// set records the place of an object, unless a later section has one. A place outside of the file is none.
func (f *File) set(ref Ref, e entry) error {
	if e.within == 0 && (e.offset <= 0 || e.offset >= len(f.content)) {
		return nil
	}
	if ref > maxObjects {
		return fmt.Errorf("the PDF has more than %d objects", maxObjects)
	}
	if _, known := f.entries[ref]; !known {
		f.entries[ref] = e
		f.last = max(f.last, ref)
	}
	return nil
}

// readTable reads a cross-reference table and its trailer.
func (f *File) readTable(p *parser) (Dict, error) {
	defer f.consume(p)
	for {
		token := p.token()
		if string(token) == "trailer" {
			o, err := p.object(0)
			d, ok := o.(Dict)
			if err != nil || !ok {
				return nil, errSyntax
			}
			return d, nil
		}
		first, err := strconv.ParseUint(string(token), 10, 32)
		n, err2 := strconv.ParseUint(string(p.token()), 10, 32)
		if err != nil || err2 != nil || first > maxObjects {
			return nil, errTable
		}
		for i := range Ref(n) { // an offset, a generation, and "n" if the object is in use
			offset, err := strconv.Atoi(string(p.token()))
			p.token()
			used := string(p.token())
			if err != nil || used != "n" && used != "f" {
				return nil, errTable
			}
			if used == "n" {
				if err := f.set(Ref(first)+i, entry{offset: offset}); err != nil {
					return nil, err
				}
			}
		}
	}
}

var errTable = errors.New("the PDF's cross-reference table is malformed")

// readStream reads a cross-reference stream (ISO 32000-1, 7.5.8).
func (f *File) readStream(s Stream) error {
	widths, _ := s.Dict["W"].(Array)
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
	if err != nil {
		return err
	}
	if size == 0 {
		return errSyntax
	}
	sections, _ := s.Dict["Index"].(Array)
	if sections == nil {
		sections = Array{0.0, s.Dict["Size"]}
	}
	for i := 0; i+1 < len(sections); i += 2 {
		first, ok1 := sections[i].(float64)
		count, ok2 := sections[i+1].(float64)
		if !ok1 || !ok2 || first < 0 || count < 0 || count > float64(len(table)/size) || first > maxObjects {
			return errors.New("the PDF's cross-reference stream is malformed")
		}
		for n := range int(count) {
			if err := f.setFromStream(Ref(int(first)+n), table[n*size:(n+1)*size], w); err != nil {
				return err
			}
		}
		table = table[int(count)*size:]
	}
	return nil
}

// setFromStream reads one entry of a cross-reference stream.
func (f *File) setFromStream(ref Ref, e []byte, w [3]int) error {
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
	case fields[0] == 1:
		return f.set(ref, entry{offset: fields[1]})
	case fields[0] == 2 && fields[1] <= maxObjects:
		return f.set(ref, entry{within: Ref(fields[1]), index: fields[2]})
	}
	return nil
}
