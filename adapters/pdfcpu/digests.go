package pdfcpu

import (
	"crypto/sha256"
	"maps"
	"slices"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

// digest identifies an object by its content and by the content of all objects that it refers to.
type digest [sha256.Size]byte

// maxReferences bounds the chains of references that are compared. Objects with longer chains are copied without comparison.
const maxReferences = 128

// digests computes the digests of one document's objects, each once.
type digests struct {
	document *document
	known    map[types.Integer]*digest // nil: not comparable, or being computed
}

func newDigests(d *document) *digests {
	return &digests{d, map[types.Integer]*digest{}}
}

// of returns the digest of an object; false if it is not comparable, since objects refer to each other in a circle.
func (d *digests) of(ref types.IndirectRef) (digest, bool) { return d.object(ref, 0) }

func (d *digests) object(ref types.IndirectRef, depth int) (digest, bool) {
	if sum, ok := d.known[ref.ObjectNumber]; ok {
		if sum == nil {
			return digest{}, false
		}
		return *sum, true
	}
	d.known[ref.ObjectNumber] = nil
	o, err := d.document.parsed.Dereference(ref)
	if err != nil || o == nil || depth > maxReferences {
		return digest{}, false
	}
	text, ok := d.append(nil, o, depth, 0)
	if !ok {
		return digest{}, false
	}
	sum := digest(sha256.Sum256(text))
	d.known[ref.ObjectNumber] = &sum
	return sum, true
}

// append writes an object in canonical form: with sorted keys, and with digests in the place of references.
func (d *digests) append(text []byte, o types.Object, depth, nesting int) (_ []byte, ok bool) {
	if nesting > maxNesting {
		return nil, false
	}
	switch o := o.(type) {
	case nil:
		return append(text, "null "...), true
	case types.IndirectRef:
		sum, ok := d.object(o, depth+1)
		return append(append(text, 'R'), sum[:]...), ok
	case types.Dict:
		return d.appendDict(text, o, depth, nesting)
	case types.StreamDict:
		if text, ok = d.appendDict(text, o.Dict, depth, nesting); !ok {
			return nil, false
		}
		sum := sha256.Sum256(o.Raw)
		return append(append(text, "stream"...), sum[:]...), true
	case types.Array:
		text = append(text, '[')
		for _, element := range o {
			if text, ok = d.append(text, element, depth, nesting+1); !ok {
				return nil, false
			}
		}
		return append(text, ']'), true
	}
	return append(append(text, o.PDFString()...), ' '), true
}

func (d *digests) appendDict(text []byte, dict types.Dict, depth, nesting int) (_ []byte, ok bool) {
	text = append(text, "<<"...)
	for _, key := range slices.Sorted(maps.Keys(dict)) {
		if key == "Length" {
			continue // the stream's bytes have one
		}
		text = append(append(append(text, '/'), key...), ' ')
		if text, ok = d.append(text, dict[key], depth, nesting+1); !ok {
			return nil, false
		}
	}
	return append(text, ">>"...), true
}

// shared finds objects that are in the body already.
type shared struct {
	body    *document
	digests *digests
	streams map[int][]types.IndirectRef // the body's own streams, by length
	made    map[digest]types.IndirectRef
}

func newShared(body *document) *shared {
	return &shared{body: body, digests: newDigests(body), made: map[digest]types.IndirectRef{}}
}

// find returns the body's object with that digest. Of the body's own objects it compares only streams of the same length, since pictures
// and fonts are streams: to compute the digest of every object would take as long as reading the file.
func (s *shared) find(sum digest, o types.Object) (types.IndirectRef, bool) {
	if made, ok := s.made[sum]; ok {
		return made, true
	}
	stream, ok := o.(types.StreamDict)
	if !ok {
		return types.IndirectRef{}, false
	}
	for _, ref := range s.ofLength(len(stream.Raw)) {
		if own, comparable := s.digests.of(ref); comparable && own == sum {
			s.made[sum] = ref
			return ref, true
		}
	}
	return types.IndirectRef{}, false
}

func (s *shared) ofLength(length int) []types.IndirectRef {
	if s.streams == nil {
		s.streams = map[int][]types.IndirectRef{}
		for _, number := range slices.Sorted(maps.Keys(s.body.parsed.Table)) {
			entry := s.body.parsed.Table[number]
			if stream, ok := entry.Object.(types.StreamDict); ok && !entry.Free {
				s.streams[len(stream.Raw)] = append(s.streams[len(stream.Raw)], *types.NewIndirectRef(number, 0))
			}
		}
	}
	return s.streams[length]
}
