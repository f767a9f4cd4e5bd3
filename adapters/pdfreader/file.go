package pdfreader

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
)

const (
	// tail is the greatest distance of startxref from the end.
	tail = 1024
	// maxObjects bounds the numbers of objects.
	maxObjects = 8 << 20
	// maxChain bounds chains of objects that are only references to another object.
	maxChain = 8
)

var (
	errNotWhole = errors.New("not a whole PDF")
	errEndless  = errors.New("the PDF's objects refer to each other without end")
)

// file is a PDF whose objects are read on demand.
type file struct {
	content []byte
	entries map[reference]entry
	trailer dict
	packed  map[reference]*objectStream
	// toParse and toInflate bound the bytes that are parsed and decompressed, in proportion to the file: objects may
	// refer to each other in circles, and a few bytes may inflate to many.
	toParse, toInflate int
}

// entry is the place of an object.
type entry struct {
	offset int       // in the file; 0: it is in an object stream
	within reference // the object stream
	index  int       // in the object stream
}

const (
	parsedPerByte   = 64
	inflatedPerByte = 16
	leastBudget     = 1 << 20
	mostInflated    = 256 << 20
)

// open checks that a file is whole and reads its cross-references.
func open(content []byte) (*file, error) {
	if !bytes.HasPrefix(content, []byte("%PDF-")) {
		return nil, fmt.Errorf("%w: it does not begin with %%PDF-", errNotWhole)
	}
	end := bytes.TrimRight(content[max(0, len(content)-tail):], "\r\n\t ")
	if !bytes.HasSuffix(end, []byte("%%EOF")) {
		return nil, fmt.Errorf("%w: it does not end with %%%%EOF", errNotWhole)
	}
	start, ok := startOf(end)
	if !ok || start >= len(content) {
		return nil, fmt.Errorf("%w: the place of its cross-references is not given", errNotWhole)
	}
	f := &file{
		content: content, entries: map[reference]entry{}, packed: map[reference]*objectStream{},
		toParse:   leastBudget + parsedPerByte*len(content),
		toInflate: min(leastBudget+inflatedPerByte*len(content), mostInflated),
	}
	if err := f.readReferences(start); err != nil {
		return nil, err
	}
	if f.trailer["Encrypt"] != nil {
		return nil, errors.New("the PDF is encrypted")
	}
	return f, nil
}

// openAt opens a PDF and returns it with a dictionary of its catalog.
func openAt(content []byte, key name) (*file, dict, error) {
	f, err := open(content)
	if err != nil {
		return nil, nil, err
	}
	found, err := f.ofCatalog(key)
	return f, found, err
}

// ofCatalog returns a dictionary of the catalog (ISO 32000-1, 7.7.2); an empty one if there is none.
func (f *file) ofCatalog(key name) (dict, error) {
	catalog, err := f.dict(f.trailer["Root"])
	if err != nil {
		return nil, err
	}
	return f.dict(catalog[key])
}

// startOf reads the offset from the lines "startxref", number, "%%EOF".
func startOf(end []byte) (offset int, ok bool) {
	i := bytes.LastIndex(end, []byte("startxref"))
	if i < 1 || !isEOL(end[i-1]) {
		return 0, false
	}
	rest := end[i+len("startxref") : len(end)-len("%%EOF")]
	if len(rest) == 0 || !isEOL(rest[0]) {
		return 0, false
	}
	offset, err := strconv.Atoi(string(bytes.TrimSpace(rest)))
	return offset, err == nil && offset > 0
}

func isEOL(b byte) bool { return b == '\n' || b == '\r' }

// get resolves a reference to its object; nil if there is none. Errors concern the whole file.
func (f *file) get(o any) (any, error) {
	for range maxChain {
		ref, ok := o.(reference)
		if !ok {
			return o, nil
		}
		var err error
		if o, err = f.load(ref); err != nil {
			return nil, err
		}
	}
	return nil, errEndless
}

// load reads an object.
func (f *file) load(ref reference) (any, error) {
	at, ok := f.entries[ref]
	if !ok {
		return nil, nil
	}
	if at.offset == 0 {
		return f.loadPacked(at)
	}
	number, o, err := f.objectAt(at.offset)
	if err != nil {
		return nil, err
	}
	if number != ref {
		return nil, fmt.Errorf("object %d of the PDF is not where its cross-reference says", ref)
	}
	return o, nil
}

// objectAt reads "number generation obj" and the object after it.
func (f *file) objectAt(offset int) (reference, any, error) {
	p := &parser{f.content, offset}
	defer f.consume(p, offset)
	if f.toParse < 0 {
		return 0, nil, errEndless
	}
	p.skip()
	number, err := strconv.Atoi(p.regular())
	p.skip()
	_, errGeneration := strconv.Atoi(p.regular())
	p.skip()
	if err != nil || errGeneration != nil || p.regular() != "obj" {
		return 0, nil, errSyntax
	}
	o, err := p.object(0)
	if err != nil {
		return 0, nil, err
	}
	d, isDict := o.(dict)
	p.skip()
	if isDict && bytes.HasPrefix(p.content[p.at:], []byte("stream")) {
		p.at += len("stream")
		if bytes.HasPrefix(p.content[p.at:], []byte("\r\n")) {
			p.at++
		}
		return reference(number), stream{d, min(p.at+1, len(p.content))}, nil
	}
	return reference(number), o, nil
}

// consume counts the bytes that were parsed.
func (f *file) consume(p *parser, from int) { f.toParse -= p.at - from + 1 }

// dict gives a dictionary, or that of a stream; for other objects an empty one.
func (f *file) dict(o any) (dict, error) {
	o, err := f.get(o)
	switch o := o.(type) {
	case dict:
		return o, err
	case stream:
		return o.dict, err
	}
	return dict{}, err
}

// array gives an array; for other objects an empty one.
func (f *file) array(o any) (array, error) {
	o, err := f.get(o)
	a, _ := o.(array)
	return a, err
}

// number gives a number; for other objects 0.
func (f *file) number(o any) (float64, error) {
	o, err := f.get(o)
	n, _ := o.(float64)
	return n, err
}
