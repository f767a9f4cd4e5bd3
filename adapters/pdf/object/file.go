// Package object is the object model of PDF files (ISO 32000-1, 7.3 and 7.5): it reads a file's objects on demand, takes new and changed
// ones, and writes the file anew. It knows nothing of what objects mean. It is for the other packages of adapters/pdf, and for engines that
// correct what they print.
//
// It reads tables and streams of cross-references, both in one file, object streams and incremental updates. It does not read encryption,
// and of the compressions only Flate and ASCII85; the data of other streams can be copied, but not decoded. Work and memory are bounded
// in proportion to the file, whatever it contains: engines print untrusted documents.
package object

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

const (
	// tail is the greatest distance of startxref from the end.
	tail = 1024
	// maxObjects bounds the numbers of objects.
	maxObjects = 8 << 20
	// maxRecent is how many of the objects that were read last are kept, if each takes less than maxKept bytes of the file. A page's fonts
	// and states are named by many of its operations.
	maxRecent = 100
	maxKept   = 4 << 10
)

var errEndless = errors.New("the PDF's objects refer to each other without end")

// File is a PDF. It is for one goroutine. What it returns may be returned again: a caller that changes an object changes a clone.
//
// The first error in reading an object ends the reading: all further objects are null, and Err and Write return the error.
type File struct {
	err     error
	content []byte
	entries map[Ref]entry
	trailer Dict
	packed  map[Ref]*objectStream
	changed map[Ref]any // objects that were added or replaced
	recent  *simplelru.LRU[Ref, any]
	last    Ref // the highest number of an object
	// toParse and toInflate bound the bytes that are parsed and decompressed, in proportion to the file: objects may
	// refer to each other in circles, and a few bytes may inflate to many.
	toParse, toInflate int
	inflated           int
	inflater           io.Reader // a zlib.Resetter, for the next stream: a new one takes 44 KB of memory; nil at first
}

// entry is the place of an object.
type entry struct {
	offset int // in the file; 0: it is in an object stream
	within Ref // the object stream
	index  int // in the object stream
}

const (
	parsedPerByte   = 64
	inflatedPerByte = 128 // 50 rounded boxes inside one another have 71 on one engine
	leastBudget     = 1 << 20
	mostInflated    = 256 << 20
)

// startxref matches the end of a file (ISO 32000-1, 7.5.5): the offset of its last cross-references.
var startxref = regexp.MustCompile(`[\r\n]startxref[\r\n]\s*0*([1-9][0-9]{0,8})\s*%%EOF$`)

// Open checks that a file is whole and reads its cross-references. The File keeps the content, which must not change.
func Open(content []byte) (*File, error) {
	if !bytes.HasPrefix(content, []byte("%PDF-")) {
		return nil, errors.New("not a whole PDF: it does not begin with %PDF-")
	}
	end := bytes.TrimRight(content[max(0, len(content)-tail):], "\r\n\t ")
	place := startxref.FindSubmatch(end[max(0, bytes.LastIndex(end, []byte("startxref"))-1):])
	if place == nil {
		return nil, errors.New("not a whole PDF: it does not end with the place of its cross-references")
	}
	start, _ := strconv.Atoi(string(place[1]))              // of nine digits at most; elsewhere there are none
	recent, _ := simplelru.NewLRU[Ref, any](maxRecent, nil) // only other sizes are errors
	f := &File{
		content: content, recent: recent, entries: map[Ref]entry{}, packed: map[Ref]*objectStream{}, changed: map[Ref]any{},
		toParse:   leastBudget + parsedPerByte*len(content),
		toInflate: min(leastBudget+inflatedPerByte*len(content), mostInflated),
	}
	if err := f.readReferences(start); err != nil {
		return nil, err
	}
	if size, ok := f.trailer["Size"].(float64); ok { // what refers to numbers below it reads null, and must not find new objects
		f.last = max(f.last, Ref(min(max(size, 0), maxObjects)))
	}
	if f.trailer["Encrypt"] != nil {
		return nil, errors.New("the PDF is encrypted")
	}
	return f, nil
}

// New makes a file that has nothing, not even a catalog.
func New() *File { return &File{changed: map[Ref]any{}, trailer: Dict{}} }

// Objects returns the number of objects, which bounds how many pages or bookmarks a file can have.
func (f *File) Objects() int { return len(f.entries) }

// Size returns the file's size in bytes, without changes.
func (f *File) Size() int { return len(f.content) }

// Err returns the first error in reading objects. It concerns the whole file.
func (f *File) Err() error { return f.err }

// Fail records an error for Err, unless there was one before.
func (f *File) Fail(err error) {
	if f.err == nil {
		f.err = err
	}
}

// Catalog returns the catalog (7.7.2), the root of all objects.
func (f *File) Catalog() Dict { return f.Dict(f.trailer["Root"]) }

// Info returns the information dictionary (14.3.3); an empty one if there is none.
func (f *File) Info() Dict { return f.Dict(f.trailer["Info"]) }

// SetTrailer replaces a dictionary that the trailer names: Root, the catalog, or Info.
func (f *File) SetTrailer(key Name, d Dict) {
	if ref, ok := f.trailer[key].(Ref); ok {
		f.Set(ref, d)
		return
	}
	f.trailer[key] = f.Add(d)
}

// Get resolves a reference to its object; nil if there is none. It returns other values as they are.
func (f *File) Get(o any) any {
	ref, ok := o.(Ref)
	if !ok {
		return o
	}
	if f.err != nil {
		return nil
	}
	o, err := f.load(ref)
	if err != nil {
		f.Fail(err)
		return nil
	}
	return o
}

// Dict resolves a dictionary, or that of a stream; for other objects it returns an empty one.
func (f *File) Dict(o any) Dict {
	switch o := f.Get(o).(type) {
	case Dict:
		return o
	case Stream:
		return o.Dict
	}
	return Dict{}
}

// Array resolves an array; for other objects it returns an empty one.
func (f *File) Array(o any) Array {
	a, _ := f.Get(o).(Array)
	return a
}

// List resolves what may be one object or an array of several; none for null.
func (f *File) List(o any) Array {
	switch resolved := f.Get(o).(type) {
	case nil:
		return nil
	case Array:
		return resolved
	}
	return Array{o}
}

// Number resolves a number; for other objects it returns 0.
func (f *File) Number(o any) float64 {
	n, _ := f.Get(o).(float64)
	return n
}

// Text resolves a text string (7.9.2.2) and decodes it; for other objects it returns "".
func (f *File) Text(o any) string {
	s, _ := f.Get(o).(String)
	return s.Text()
}

// Add adds an object and returns its number.
func (f *File) Add(o any) Ref {
	f.last++
	f.changed[f.last] = o
	return f.last
}

// Set replaces an object.
func (f *File) Set(ref Ref, o any) { f.changed[ref] = o }

// load reads an object.
func (f *File) load(ref Ref) (any, error) {
	if o, ok := f.changed[ref]; ok {
		return o, nil
	}
	at, ok := f.entries[ref]
	if !ok {
		return nil, nil
	}
	if o, ok := f.recent.Get(ref); ok {
		return o, nil
	}
	return f.read(ref, at)
}

// read reads the object at a place, which is null if there is none.
func (f *File) read(ref Ref, at entry) (any, error) {
	p, err := f.parserOf(ref, at)
	if err != nil {
		return nil, err
	}
	defer f.consume(p)
	o, err := p.object(0)
	if err != nil {
		return nil, err
	}
	switch o := o.(type) {
	case keyword, Ref: // an object is a value
		return nil, nil
	case Dict:
		if at.offset != 0 && p.streamFollows() {
			return f.stream(o, p.at)
		}
	}
	if p.at-p.from < maxKept {
		f.recent.Add(ref, o)
	}
	return o, nil
}

// parserOf returns a parser of an object. In the file, "number generation obj" stands before it.
func (f *File) parserOf(ref Ref, at entry) (*parser, error) {
	if f.toParse < 0 {
		return nil, errEndless
	}
	if at.offset == 0 {
		s, err := f.objectStream(at.within)
		if err != nil || at.index >= len(s.offsets) {
			return nil, cmp.Or(err, errSyntax)
		}
		return &parser{content: s.content, at: s.offsets[at.index], from: s.offsets[at.index]}, nil
	}
	p := &parser{content: f.content, at: at.offset, from: at.offset}
	number, err := strconv.Atoi(string(p.token()))
	_, errGeneration := strconv.Atoi(string(p.token()))
	if err != nil || errGeneration != nil || string(p.token()) != "obj" {
		return nil, errSyntax
	}
	if ref != 0 && Ref(number) != ref {
		return nil, fmt.Errorf("object %d of the PDF is not where its cross-reference says", ref)
	}
	return p, nil
}

// streamFollows goes past the keyword "stream" and its line end; false if there is none.
func (p *parser) streamFollows() bool {
	p.skip()
	if !bytes.HasPrefix(p.content[p.at:], []byte("stream")) {
		return false
	}
	p.at += len("stream")
	if bytes.HasPrefix(p.content[p.at:], []byte("\r\n")) {
		p.at++
	}
	p.at = min(p.at+1, len(p.content))
	return true
}

// stream reads the data of a stream. Its length may be an object of its own, which is not a stream.
func (f *File) stream(d Dict, at int) (Stream, error) {
	length, direct := d["Length"].(float64)
	if ref, ok := d["Length"].(Ref); ok {
		p, err := f.parserOf(ref, f.entries[ref])
		if err != nil {
			return Stream{}, err
		}
		length, direct = Number(p.token())
		f.consume(p)
	}
	if !direct || length < 0 || length > float64(len(f.content)-at) {
		return Stream{}, errSyntax
	}
	delete(d, "Length")
	return Stream{d, f.content[at : at+int(length)]}, nil
}

// consume counts the bytes that were parsed.
func (f *File) consume(p *parser) { f.toParse -= p.at - p.from + 1 }
