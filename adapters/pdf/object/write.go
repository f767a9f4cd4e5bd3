package object

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"sync"
)

const (
	// packed is the number of objects in one object stream.
	packed = 400
	// maxGrowth is more than the factor by which objects become longer when they are written as Append does.
	maxGrowth = 4
)

// writer writes a PDF 1.7 file with object streams and a cross-reference stream (ISO 32000-1, 7.5.7 and 7.5.8). So dictionaries are
// compressed, which reduces a tagged document to a fraction of its size.
type writer struct {
	file    *File
	out     bytes.Buffer
	entries map[Ref]entry
	next    Ref // the number of the next object that the writer adds
	pending []Ref
	small   map[Ref][]byte // the objects that are not streams, as they are written
	copied  int            // bytes of objects of the file, which has each of them once
}

// Write returns the whole file with its changes. Objects keep their numbers; those to which nothing refers are left out. The data
// of streams that were not changed are copied as they are. Equal files with equal changes give equal bytes.
func (f *File) Write() ([]byte, error) {
	if f.err != nil {
		return nil, f.err
	}
	w := &writer{file: f, entries: map[Ref]entry{}, small: map[Ref][]byte{}}
	w.out.Grow(len(f.content))
	w.out.WriteString("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	root, ok := f.trailer["Root"].(Ref)
	if !ok {
		return nil, errors.New("the PDF has no catalog")
	}
	w.reach(root)
	if info, ok := f.trailer["Info"].(Ref); ok {
		w.reach(info)
	}
	for len(w.pending) > 0 {
		ref := w.pending[len(w.pending)-1]
		w.pending = w.pending[:len(w.pending)-1]
		if err := w.object(ref); err != nil {
			return nil, err
		}
	}
	w.next = max(f.last, slices.Max(slices.Collect(maps.Keys(w.entries)))) + 1
	w.pack()
	w.crossReferences()
	return w.out.Bytes(), nil
}

// reach notes that an object is referred to.
func (w *writer) reach(ref Ref) {
	if _, known := w.entries[ref]; !known {
		w.entries[ref] = entry{}
		w.pending = append(w.pending, ref)
	}
}

// object writes a stream, and keeps any other object for an object stream.
func (w *writer) object(ref Ref) error {
	o, err := w.file.load(ref)
	if err != nil {
		return fmt.Errorf("object %d: %w", ref, err)
	}
	switch o := o.(type) {
	case nil: // an object that does not exist reads as null
	case Stream:
		w.stream(ref, o)
	default:
		text := appendValue(nil, o, w.reach)
		if _, changed := w.file.changed[ref]; !changed {
			w.copied += len(text)
		}
		if w.copied > maxGrowth*(len(w.file.content)+w.file.inflated) {
			return errEndless // objects overlap
		}
		w.small[ref] = text
	}
	return nil
}

// stream writes an object that is a stream.
func (w *writer) stream(ref Ref, s Stream) {
	w.entries[ref] = entry{offset: w.out.Len()}
	d := maps.Clone(s.Dict)
	d["Length"] = float64(len(s.Data))
	fmt.Fprintf(&w.out, "%d 0 obj\n", ref)
	w.out.Write(appendValue(w.out.AvailableBuffer(), d, w.reach))
	w.out.WriteString("\nstream\n")
	w.out.Write(s.Data)
	w.out.WriteString("\nendstream\nendobj\n")
}

// pack writes the objects that are not streams into object streams.
func (w *writer) pack() {
	chunks := slices.Collect(slices.Chunk(slices.Sorted(maps.Keys(w.small)), packed))
	streams := make([]Stream, len(chunks))
	var compressed sync.WaitGroup
	for i, objects := range chunks {
		compressed.Go(func() { streams[i] = w.packing(objects) })
		for index, ref := range objects {
			w.entries[ref] = entry{within: w.next + Ref(i), index: index}
		}
	}
	compressed.Wait()
	for _, s := range streams {
		w.stream(w.next, s)
		w.next++
	}
}

// packing returns an object stream of the objects.
func (w *writer) packing(objects []Ref) Stream {
	var offsets, text []byte
	for _, ref := range objects {
		offsets = fmt.Appendf(offsets, "%d %d ", ref, len(text))
		text = append(append(text, w.small[ref]...), '\n')
	}
	d := Dict{"Type": Name("ObjStm"), "N": float64(len(objects)), "First": float64(len(offsets))}
	return NewStream(d, append(offsets, text...))
}

// crossReferences writes the cross-reference stream and the end of the file. An entry has one byte for the kind: 0 free, 1 in the file,
// 2 in an object stream; four for the offset or the stream's number; and two for the index in the stream (ISO 32000-1, table 18).
func (w *writer) crossReferences() {
	number, start := w.next, w.out.Len()
	w.entries[0] = entry{} // which every table has, and is free
	w.entries[number] = entry{offset: start}
	var table []byte
	var sections Array // the first number and the count of those that follow each other
	next := Ref(-1)
	for _, n := range slices.Sorted(maps.Keys(w.entries)) {
		if n != next {
			sections = append(sections, float64(n), 0.0)
		}
		sections[len(sections)-1] = sections[len(sections)-1].(float64) + 1
		next = n + 1
		kind, e := byte(1), w.entries[n]
		switch {
		case e.within > 0:
			kind = 2
		case e.offset == 0:
			kind = 0
		}
		table = append(table, kind)
		table = binary.BigEndian.AppendUint32(table, uint32(e.offset)+uint32(e.within)) //nolint:gosec // render.max_pdf is less than 4 GiB
		table = binary.BigEndian.AppendUint16(table, uint16(e.index))                   //nolint:gosec // at most packed
	}
	d := Dict{"Type": Name("XRef"), "Size": float64(number + 1), "W": Array{1.0, 4.0, 2.0}, "Index": sections}
	for _, key := range []Name{"Root", "Info"} {
		if value := w.file.trailer[key]; value != nil {
			d[key] = value
		}
	}
	digest := sha256.Sum256(w.out.Bytes())
	id := String(digest[:16]) // of this file; it has no earlier version (14.4)
	d["ID"] = Array{id, id}
	w.stream(number, NewStream(d, table))
	fmt.Fprintf(&w.out, "startxref\n%d\n%%%%EOF\n", start)
}

// Append writes a value that is not a stream as PDF syntax.
func Append(b []byte, o any) []byte { return appendValue(b, o, func(Ref) {}) }

// appendValue calls reach for each reference in the value, in a constant order.
func appendValue(b []byte, o any, reach func(Ref)) []byte {
	switch o := o.(type) {
	case bool:
		return strconv.AppendBool(b, o)
	case float64:
		return appendNumber(b, o)
	case Name:
		return appendName(b, o)
	case String:
		return appendString(b, o)
	case Ref:
		reach(o)
		return append(strconv.AppendInt(b, int64(o), 10), " 0 R"...)
	case Array:
		b = append(b, '[')
		for i, element := range o {
			if i > 0 {
				b = append(b, ' ')
			}
			b = appendValue(b, element, reach)
		}
		return append(b, ']')
	case Dict:
		b = append(b, "<<"...)
		for _, key := range slices.Sorted(maps.Keys(o)) {
			b = append(appendName(b, key), ' ')
			b = appendValue(b, o[key], reach)
		}
		return append(b, ">>"...)
	}
	return append(b, "null"...)
}

func appendNumber(b []byte, n float64) []byte {
	if n == math.Trunc(n) && math.Abs(n) < 1e15 {
		return strconv.AppendInt(b, int64(n), 10)
	}
	return strconv.AppendFloat(b, n, 'f', -1, 64)
}

func appendName(b []byte, n Name) []byte {
	b = append(b, '/')
	for i := range len(n) {
		if c := n[i]; c > ' ' && c <= '~' && c != '#' && classes[c] == regular {
			b = append(b, c)
		} else {
			b = fmt.Appendf(b, "#%02X", c)
		}
	}
	return b
}

func appendString(b []byte, s String) []byte {
	b = append(b, '(')
	for i := range len(s) {
		switch c := s[i]; c {
		case '(', ')', '\\':
			b = append(b, '\\', c)
		case '\r':
			b = append(b, `\r`...)
		default:
			b = append(b, c)
		}
	}
	return append(b, ')')
}
