package pdfreader

import (
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// objectStream is a decoded object stream (ISO 32000-1, 7.5.7).
type objectStream struct {
	content []byte
	offsets []int // of its objects
}

// loadPacked reads an object out of an object stream.
func (f *file) loadPacked(at entry) (any, error) {
	s, err := f.objectStream(at.within)
	if err != nil {
		return nil, err
	}
	if at.index >= len(s.offsets) || f.toParse < 0 {
		return nil, errSyntax
	}
	p := &parser{s.content, s.offsets[at.index]}
	defer f.consume(p, p.at)
	return p.object(0)
}

// objectStream decodes an object stream, once.
func (f *file) objectStream(ref reference) (*objectStream, error) {
	if known, ok := f.packed[ref]; ok {
		if known == nil {
			return nil, errEndless
		}
		return known, nil
	}
	f.packed[ref] = nil // in progress
	at, ok := f.entries[ref]
	if !ok || at.offset == 0 { // it cannot be in an object stream itself
		return nil, errSyntax
	}
	_, o, err := f.objectAt(at.offset)
	if err != nil {
		return nil, err
	}
	source, ok := o.(stream)
	if !ok || source.dict["Type"] != name("ObjStm") {
		return nil, errSyntax
	}
	s := new(objectStream)
	if s.content, err = f.decode(source); err != nil {
		return nil, err
	}
	count, _ := source.dict["N"].(float64)
	first, _ := source.dict["First"].(float64)
	p := &parser{content: s.content}
	for range int(min(max(count, 0), float64(len(s.content)))) {
		p.skip()
		p.regular() // the object's number
		p.skip()
		offset, err := strconv.Atoi(p.regular())
		if err != nil || first < 0 || offset < 0 || first > float64(len(s.content)) || offset >= len(s.content)-int(first) {
			return nil, errSyntax
		}
		s.offsets = append(s.offsets, int(first)+offset)
	}
	f.consume(p, 0)
	f.packed[ref] = s
	return s, nil
}

// decode decompresses a stream. It supports the filter Flate, with the predictors that cross-reference streams use.
func (f *file) decode(s stream) ([]byte, error) {
	length, err := f.number(s.dict["Length"])
	if err != nil || length < 0 || length > float64(len(f.content)-s.at) {
		return nil, errors.Join(err, errSyntax)
	}
	raw := f.content[s.at : s.at+int(length)]
	filter := s.dict["Filter"]
	if several, ok := filter.(array); ok && len(several) == 1 {
		filter = several[0]
	}
	switch filter {
	case nil:
		return raw, nil
	case name("FlateDecode"):
	default:
		return nil, fmt.Errorf("the PDF's structure is compressed with %v, which engines do not use", filter)
	}
	inflated, err := f.inflate(raw)
	if err != nil {
		return nil, err
	}
	parameters := s.dict["DecodeParms"]
	if several, ok := parameters.(array); ok && len(several) == 1 {
		parameters = several[0]
	}
	p, _ := parameters.(dict)
	return unpredict(inflated, p)
}

// inflate decompresses within the file's limits.
func (f *file) inflate(raw []byte) ([]byte, error) {
	z, err := zlib.NewReader(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	content, err := io.ReadAll(io.LimitReader(z, int64(max(f.toInflate, 0))+1))
	if f.toInflate -= len(content); f.toInflate < 0 {
		return nil, errors.New("the PDF's structure is larger than its file accounts for")
	}
	return content, err
}

// unpredict undoes a PNG predictor (ISO 32000-1, 7.4.4.4) of one byte a pixel.
func unpredict(content []byte, parameters dict) ([]byte, error) {
	predictor, _ := parameters["Predictor"].(float64)
	if predictor < 2 {
		return content, nil
	}
	columns, _ := parameters["Columns"].(float64)
	if columns == 0 {
		columns = 1
	}
	colours, coloured := parameters["Colors"].(float64)
	bits, sized := parameters["BitsPerComponent"].(float64)
	if predictor < 10 || columns < 0 || columns > 1024 || coloured && colours != 1 || sized && bits != 8 {
		return nil, errors.New("the PDF's structure has a predictor that engines do not use")
	}
	width := int(columns)
	out := make([]byte, 0, len(content))
	previous := make([]byte, width)
	for len(content) > width {
		kind, row := content[0], content[1:width+1]
		content = content[width+1:]
		start := len(out)
		for i, b := range row {
			var left, upperLeft byte
			if i > 0 {
				left, upperLeft = out[start+i-1], previous[i-1]
			}
			predicted, err := predict(kind, left, previous[i], upperLeft)
			if err != nil {
				return nil, err
			}
			out = append(out, b+predicted)
		}
		previous = out[start:]
	}
	return out, nil
}

// predict is the value that a filter of PNG predicts (PNG, section 9).
func predict(kind, left, up, upperLeft byte) (byte, error) {
	switch kind {
	case 0:
		return 0, nil
	case 1:
		return left, nil
	case 2:
		return up, nil
	case 3:
		return byte((uint(left) + uint(up)) / 2), nil //nolint:gosec // the mean of two bytes
	case 4:
		return paeth(left, up, upperLeft), nil
	}
	return 0, errSyntax
}

func paeth(left, up, upperLeft byte) byte {
	p := int(left) + int(up) - int(upperLeft)
	dLeft, dUp, dUpperLeft := distance(p, left), distance(p, up), distance(p, upperLeft)
	switch {
	case dLeft <= dUp && dLeft <= dUpperLeft:
		return left
	case dUp <= dUpperLeft:
		return up
	}
	return upperLeft
}

func distance(p int, b byte) int { return max(p-int(b), int(b)-p) }
