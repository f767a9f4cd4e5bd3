package pdfcpu

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

// packed is the number of objects in one object stream.
const packed = 400

// writer writes a PDF 1.7 file with object streams and a cross-reference stream (ISO 32000-1, 7.5.7 and 7.5.8). So dictionaries are
// compressed, which reduces a tagged document to a fraction of its size. Streams do not change. Objects without references to them are
// left out.
type writer struct {
	document *document
	out      bytes.Buffer
	entries  map[int]entry // by object number
	next     int           // the number of the next object that the writer adds
}

// entry is the position of an object: an offset in the file, or an index in an object stream.
type entry struct {
	kind          byte // 1 or 2
	offset, index int
}

// write returns the whole file.
func (d *document) write(sizeHint int) ([]byte, error) {
	w := &writer{document: d, entries: map[int]entry{}}
	w.out.Grow(sizeHint)
	w.out.WriteString("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	if d.parsed.Root == nil {
		return nil, errNoCatalog
	}
	reached, err := w.reachable()
	if err != nil {
		return nil, err
	}
	if len(reached) == 0 {
		return nil, errNoCatalog
	}
	w.next = slices.Max(reached) + 1
	var small []int
	for _, number := range reached {
		entry, _ := d.parsed.Find(number)
		if stream, ok := entry.Object.(types.StreamDict); ok {
			w.stream(number, stream.Dict, stream.Raw)
		} else {
			small = append(small, number)
		}
	}
	for batch := range slices.Chunk(small, packed) {
		if err := w.pack(batch); err != nil {
			return nil, err
		}
	}
	if err := w.crossReferences(); err != nil {
		return nil, err
	}
	return w.out.Bytes(), nil
}

// reachable returns the numbers of the objects that can be reached from the catalog or the information dictionary, in order.
func (w *writer) reachable() ([]int, error) {
	seen := map[int]bool{}
	pending := []types.Object{*w.document.parsed.Root}
	if info := w.document.parsed.Info; info != nil {
		pending = append(pending, *info)
	}
	for len(pending) > 0 {
		o := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		switch o := o.(type) {
		case types.IndirectRef:
			number := o.ObjectNumber.Value()
			if seen[number] {
				continue
			}
			entry, ok := w.document.parsed.Find(number)
			if !ok || entry.Free {
				continue // it reads as null
			}
			content, err := w.document.parsed.Dereference(o)
			if err != nil {
				return nil, err
			}
			seen[number] = true
			entry.Object = content
			if stream, ok := content.(types.StreamDict); ok {
				stream.Dict["Length"] = types.Integer(len(stream.Raw))
			}
			pending = append(pending, content)
		case types.Dict:
			pending = slices.AppendSeq(pending, maps.Values(o))
		case types.StreamDict:
			pending = slices.AppendSeq(pending, maps.Values(o.Dict))
		case types.Array:
			pending = append(pending, o...)
		}
	}
	return slices.Sorted(maps.Keys(seen)), nil
}

// stream writes an object that is a stream.
func (w *writer) stream(number int, dict types.Dict, raw []byte) {
	w.entries[number] = entry{kind: 1, offset: w.out.Len()}
	dict["Length"] = types.Integer(len(raw))
	fmt.Fprintf(&w.out, "%d 0 obj\n", number)
	w.out.Write(appendObject(w.out.AvailableBuffer(), dict))
	w.out.WriteString("\nstream\n")
	w.out.Write(raw)
	w.out.WriteString("\nendstream\nendobj\n")
}

// pack writes objects that are not streams into an object stream.
func (w *writer) pack(numbers []int) error {
	var offsets, objects []byte
	for i, number := range numbers {
		found, _ := w.document.parsed.Find(number)
		offsets = fmt.Appendf(offsets, "%d %d ", number, len(objects))
		objects = append(appendObject(objects, found.Object), '\n')
		w.entries[number] = entry{kind: 2, offset: w.next, index: i}
	}
	raw, err := deflate(append(offsets, objects...))
	if err != nil {
		return err
	}
	w.stream(w.next, types.Dict{
		"Type": types.Name("ObjStm"), "N": types.Integer(len(numbers)), "First": types.Integer(len(offsets)),
		"Filter": types.Name("FlateDecode"),
	}, raw)
	w.next++
	return nil
}

// entrySize is the size of an entry: one byte for the kind, four for the offset and two for the index.
const entrySize = 7

// crossReferences writes the cross-reference stream and the end of the file.
func (w *writer) crossReferences() error {
	number, start := w.next, w.out.Len()
	w.entries[number] = entry{kind: 1, offset: start}
	table := make([]byte, 0, entrySize*(number+1))
	for n := range number + 1 {
		e := w.entries[n] // free, if there is none
		table = append(table, e.kind)
		table = binary.BigEndian.AppendUint32(table, uint32(e.offset)) //nolint:gosec // render.max_pdf is less than 4 GiB
		table = binary.BigEndian.AppendUint16(table, uint16(e.index))  //nolint:gosec // at most packed
	}
	raw, err := deflate(table)
	if err != nil {
		return err
	}
	dict := types.Dict{
		"Type": types.Name("XRef"), "Size": types.Integer(number + 1), "Root": *w.document.parsed.Root,
		"W":      types.Array{types.Integer(1), types.Integer(4), types.Integer(2)},
		"Filter": types.Name("FlateDecode"),
	}
	if info := w.document.parsed.Info; info != nil {
		dict["Info"] = *info
	}
	if id := w.document.parsed.ID; len(id) == 2 {
		dict["ID"] = id
	}
	w.stream(number, dict, raw)
	fmt.Fprintf(&w.out, "startxref\n%d\n%%%%EOF\n", start)
	return nil
}

// appendObject writes an object as PDF syntax.
func appendObject(b []byte, o types.Object) []byte {
	switch o := o.(type) {
	case nil:
		return append(b, "null"...)
	case types.IndirectRef:
		return append(strconv.AppendInt(b, int64(o.ObjectNumber), 10), " 0 R"...)
	case types.Dict:
		b = append(b, "<<"...)
		for _, key := range slices.Sorted(maps.Keys(o)) {
			b = append(b, types.Name(key).PDFString()...)
			b = append(b, ' ')
			b = appendObject(b, o[key])
		}
		return append(b, ">>"...)
	case types.Float:
		return strconv.AppendFloat(b, math.Round(o.Value()*1e6)/1e6, 'f', -1, 64)
	case types.Array:
		b = append(b, '[')
		for i, element := range o {
			if i > 0 {
				b = append(b, ' ')
			}
			b = appendObject(b, element)
		}
		return append(b, ']')
	}
	return append(b, o.PDFString()...)
}
