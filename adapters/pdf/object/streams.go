package object

import (
	"bytes"
	"compress/zlib"
	"encoding/ascii85"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"

	"platen/domain"
)

var errTooLarge = domain.Invalidf("the document's PDF has too much content: make it simpler, " +
	"for example with fewer rounded boxes inside one another")

// objectStream is a decoded object stream (ISO 32000-1, 7.5.7).
type objectStream struct {
	content []byte
	offsets []int // of its objects
}

// objectStream decodes an object stream, once.
func (f *File) objectStream(ref Ref) (*objectStream, error) {
	if known, ok := f.packed[ref]; ok {
		if known == nil {
			return nil, errEndless
		}
		return known, nil
	}
	f.packed[ref] = nil // in progress
	at := f.entries[ref].offset
	if at == 0 {
		return nil, errSyntax // it cannot be in an object stream itself
	}
	source, err := f.streamAt(ref, at, "ObjStm")
	if err != nil {
		return nil, err
	}
	s := new(objectStream)
	if s.content, err = f.decode(source); err != nil {
		return nil, err
	}
	count, _ := source.Dict["N"].(float64)
	first, _ := source.Dict["First"].(float64)
	p := &parser{content: s.content}
	for range int(min(max(count, 0), float64(len(s.content)))) {
		p.token() // the object's number
		offset, err := strconv.Atoi(string(p.token()))
		if err != nil || first < 0 || offset < 0 || first > float64(len(s.content)) || offset >= len(s.content)-int(first) {
			return nil, errSyntax
		}
		s.offsets = append(s.offsets, int(first)+offset)
	}
	f.consume(p)
	f.packed[ref] = s
	return s, nil
}

// streamAt reads a stream of the file's structure.
func (f *File) streamAt(ref Ref, offset int, kind Name) (Stream, error) {
	o, err := f.read(ref, entry{offset: offset})
	s, _ := o.(Stream)
	if err == nil && s.Dict["Type"] != kind {
		err = fmt.Errorf("the PDF's structure has no %s where it says", kind)
	}
	return s, err
}

// Decode decompresses the data of a stream.
func (f *File) Decode(s Stream) []byte {
	data, err := f.decode(s)
	if err != nil {
		f.Fail(err)
	}
	return data
}

func (f *File) decode(s Stream) ([]byte, error) {
	filters, parameters := f.List(s.Dict["Filter"]), f.List(s.Dict["DecodeParms"])
	data := s.Data
	if len(filters) == 0 {
		f.toInflate -= len(data) // contents may name the same stream often
	}
	if f.toInflate < 0 {
		return nil, errTooLarge
	}
	for i, filter := range filters {
		var err error
		switch filter {
		case Name("FlateDecode"):
			data, err = f.inflate(data)
		case Name("ASCII85Decode"):
			data, err = ascii85Decode(data)
		default:
			err = fmt.Errorf("a stream of the PDF is compressed with %v, which engines do not use", filter)
		}
		if err == nil && i < len(parameters) {
			data, err = unpredict(data, f.Dict(parameters[i]))
		}
		if err != nil {
			return nil, err
		}
	}
	return data, nil
}

// inflate decompresses within the file's limits.
func (f *File) inflate(raw []byte) ([]byte, error) {
	var err error
	if source := bytes.NewReader(raw); f.inflater == nil {
		f.inflater, err = zlib.NewReader(source)
	} else {
		err = f.inflater.(zlib.Resetter).Reset(source, nil)
	}
	if err != nil {
		return nil, err
	}
	content, err := io.ReadAll(io.LimitReader(f.inflater, int64(max(f.toInflate, 0))+1))
	f.inflated += len(content)
	if f.toInflate -= len(content); f.toInflate < 0 {
		return nil, errTooLarge
	}
	return content, err
}

func ascii85Decode(raw []byte) ([]byte, error) {
	raw, _, _ = bytes.Cut(raw, []byte("~>"))
	return io.ReadAll(ascii85.NewDecoder(bytes.NewReader(raw)))
}

// unpredict undoes the PNG predictors None and Up of one byte a pixel (ISO 32000-1, 7.4.4.4), which cross-reference streams have.
func unpredict(content []byte, parameters Dict) ([]byte, error) {
	predictor, _ := parameters["Predictor"].(float64)
	if predictor < 2 {
		return content, nil
	}
	columns, _ := parameters["Columns"].(float64)
	if predictor < 10 || columns < 1 || columns > 1024 || parameters["Colors"] != nil {
		return nil, errPredictor
	}
	width := int(columns)
	out := make([]byte, 0, len(content))
	above := make([]byte, width)
	for ; len(content) > width; content = content[width+1:] {
		row := content[1 : width+1]
		if content[0]&^2 != 0 { // 0 is None, and 2 is Up
			return nil, errPredictor
		}
		for i, b := range row {
			if content[0] == 2 {
				b += above[i]
			}
			out = append(out, b)
		}
		above = out[len(out)-width:]
	}
	return out, nil
}

var errPredictor = errors.New("a stream of the PDF has a predictor that engines do not use")

// compressors keeps compressors for the next stream. A new one takes 800 KB of memory and more time than the compression of a document of
// one page.
var compressors = sync.Pool{New: func() any {
	z, _ := zlib.NewWriterLevel(nil, zlib.BestSpeed) // the level is a valid one
	return z
}}

// compressFrom is the length in bytes from which data are compressed.
const compressFrom = 200

// NewStream makes a stream. It compresses the data unless they are short. The dictionary gets the entries for that.
func NewStream(d Dict, data []byte) Stream {
	if len(data) < compressFrom {
		return Stream{d, data}
	}
	z := compressors.Get().(*zlib.Writer)
	defer compressors.Put(z)
	var out bytes.Buffer // whose writes do not fail
	z.Reset(&out)
	_, _ = z.Write(data)
	_ = z.Close()
	d["Filter"] = Name("FlateDecode")
	return Stream{d, out.Bytes()}
}
