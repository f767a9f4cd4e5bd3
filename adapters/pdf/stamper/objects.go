package stamper

import (
	"crypto/sha256"
	"errors"
	"maps"
	"regexp"
	"slices"

	"platen/adapters/pdf/object"
	"platen/adapters/pdf/page"
)

// maxDepth bounds how deep values and references may be nested, with regard to the stack. Nested groups with opacity are forms in forms.
const maxDepth = 1 << 17

// copy copies a value and all objects that it refers to. An error is that of the source.
func (o *overlay) copy(value any, depth int) any {
	if depth > maxDepth {
		o.file.Fail(errors.New("the PDF's objects are nested too deep"))
		return nil
	}
	switch value := value.(type) {
	case object.Ref:
		return o.reference(value, depth)
	case object.Dict:
		return o.dict(value, depth)
	case object.Stream:
		if o.left -= len(value.Data); o.left < 0 {
			o.file.Fail(errors.New("the PDF's streams overlap"))
			return nil
		}
		return object.Stream{Dict: o.dict(value.Dict, depth), Data: value.Data}
	case object.Array:
		made := make(object.Array, len(value))
		for i := range value {
			made[i] = o.copy(value[i], depth+1)
		}
		return made
	case object.Name:
		return object.Name(subsetTag.ReplaceAllLiteralString(string(value), "AAAAAA+"))
	}
	return value // a number, a string
}

// subsetTag is what precedes the name of a font's subset (ISO 32000-1, 9.6.4). Qt makes it of the number of an object, which differs between
// prints that have equal subsets.
var subsetTag = regexp.MustCompile(`^[A-Z]{6}\+`)

func (o *overlay) dict(d object.Dict, depth int) object.Dict {
	made := make(object.Dict, len(d))
	// New objects are numbered in the order of the keys, so that equal documents become equal files.
	for _, key := range slices.Sorted(maps.Keys(d)) {
		if value := o.copy(d[key], depth+1); value != nil {
			made[key] = value
		}
	}
	return made
}

// reference returns the reference in the target that replaces a reference of the source; nil if there is no such object.
func (o *overlay) reference(ref object.Ref, depth int) any {
	made, known := o.copied[ref]
	if known && made == 0 { // objects refer to each other in a circle
		made = o.target.file.Add(nil)
		o.copied[ref] = made
	}
	if known {
		return made
	}
	original := o.file.Get(ref)
	if original == nil {
		return nil
	}
	o.copied[ref] = 0
	value := o.copy(original, depth+1)
	if made = o.copied[ref]; made != 0 {
		o.target.file.Set(made, value)
	} else {
		made = o.target.intern(value)
		o.copied[ref] = made
	}
	return made
}

// intern returns the object that a value refers to, or that equals it: one that was added, or a stream of the body. If there is none, it is
// added.
func (t *target) intern(o any) object.Ref {
	if ref, isRef := o.(object.Ref); isRef {
		return ref
	}
	if t.interned == nil {
		t.internStreams()
	}
	sum := digest(o)
	made, ok := t.interned[sum]
	if !ok {
		made = t.file.Add(o)
		t.interned[sum] = made
	}
	return made
}

// internStreams interns the streams that the body's pages use: pictures and fonts are streams.
func (t *target) internStreams() {
	t.interned = map[[sha256.Size]byte]object.Ref{}
	page.EachResource(t.file, t.pages, func(ref object.Ref, o any) {
		if s, isStream := o.(object.Stream); isStream {
			sum := digest(s)
			if equal, ok := t.interned[sum]; !ok || ref < equal {
				t.interned[sum] = ref
			}
		}
	})
}

// digest identifies a value. The objects that it refers to are interned already.
func digest(o any) [sha256.Size]byte {
	s, isStream := o.(object.Stream)
	if !isStream {
		return sha256.Sum256(object.Append(nil, o))
	}
	data := sha256.Sum256(s.Data)
	return sha256.Sum256(append(object.Append(nil, s.Dict), data[:]...))
}
