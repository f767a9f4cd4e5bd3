package stamper

import (
	"crypto/sha256"
	"errors"
	"maps"
	"slices"

	"platen/adapters/pdf/object"
	"platen/adapters/pdf/page"
)

// maxDepth bounds how deep values and references may be nested, with regard to the stack. Nested groups with opacity are forms in forms.
const maxDepth = 1 << 17

// copier copies objects of one PDF into another, each once.
type copier struct {
	source, target *object.File
	interned       *interned
	copied         map[object.Ref]object.Ref // 0: it is being copied
	left           int                       // how many more bytes of streams there may be: streams may overlap
}

func newCopier(source, target *object.File, all *interned) *copier {
	return &copier{source, target, all, map[object.Ref]object.Ref{}, source.Size()}
}

// copy copies a value and all objects that it refers to. An error is that of the source.
func (c *copier) copy(o any, depth int) any {
	if depth > maxDepth {
		c.source.Fail(errors.New("the PDF's objects are nested too deep"))
		return nil
	}
	switch o := o.(type) {
	case object.Ref:
		return c.reference(o, depth)
	case object.Dict:
		return c.dict(o, depth)
	case object.Stream:
		if c.left -= len(o.Data); c.left < 0 {
			c.source.Fail(errors.New("the PDF's streams overlap"))
			return nil
		}
		return object.Stream{Dict: c.dict(o.Dict, depth), Data: o.Data}
	case object.Array:
		made := make(object.Array, len(o))
		for i := range o {
			made[i] = c.copy(o[i], depth+1)
		}
		return made
	}
	return o // a name, a number, a string
}

func (c *copier) dict(d object.Dict, depth int) object.Dict {
	made := make(object.Dict, len(d))
	// New objects are numbered in the order of the keys, so that equal documents become equal files.
	for _, key := range slices.Sorted(maps.Keys(d)) {
		if value := c.copy(d[key], depth+1); value != nil {
			made[key] = value
		}
	}
	return made
}

// reference returns the reference in the target that replaces a reference of the source; nil if there is no such object.
func (c *copier) reference(ref object.Ref, depth int) any {
	made, known := c.copied[ref]
	if known && made == 0 { // objects refer to each other in a circle
		made = c.target.Add(nil)
		c.copied[ref] = made
	}
	if known {
		return made
	}
	o := c.source.Get(ref)
	if o == nil {
		return nil
	}
	c.copied[ref] = 0
	value := c.copy(o, depth+1)
	if made = c.copied[ref]; made != 0 {
		c.target.Set(made, value)
	} else {
		made = c.interned.ref(value)
		c.copied[ref] = made
	}
	return made
}

// interned are objects of the body of which equal ones are in the file once: those that were added, and the body's own streams.
type interned struct {
	file    *object.File
	pages   []*page.Page
	refs    map[[sha256.Size]byte]object.Ref
	streams map[int][]object.Ref // the body's own streams that its pages use as resources, by length; nil: not known yet
}

func newInterned(f *object.File, pages []*page.Page) *interned {
	return &interned{file: f, pages: pages, refs: map[[sha256.Size]byte]object.Ref{}}
}

// ref returns the object that a value refers to, or that equals it. If there is none, it is added.
func (n *interned) ref(o any) object.Ref {
	if ref, isRef := o.(object.Ref); isRef {
		return ref
	}
	sum := digest(o)
	if made, ok := n.refs[sum]; ok {
		return made
	}
	if own, ok := n.ownStream(o, sum); ok {
		n.refs[sum] = own
		return own
	}
	made := n.file.Add(o)
	n.refs[sum] = made
	return made
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

// ownStream finds an equal stream of the body: pictures and fonts are streams. Only those of the same length are compared.
func (n *interned) ownStream(o any, sum [sha256.Size]byte) (object.Ref, bool) {
	s, isStream := o.(object.Stream)
	if !isStream {
		return 0, false
	}
	if n.streams == nil {
		n.findStreams()
	}
	for _, ref := range n.streams[len(s.Data)] {
		if digest(n.file.Get(ref)) == sum {
			return ref, true
		}
	}
	return 0, false
}

// findStreams finds the streams that the body's pages use.
func (n *interned) findStreams() {
	n.streams = map[int][]object.Ref{}
	page.EachResource(n.file, n.pages, func(ref object.Ref, o any) {
		if s, isStream := o.(object.Stream); isStream {
			n.streams[len(s.Data)] = append(n.streams[len(s.Data)], ref)
		}
	})
	for _, refs := range n.streams {
		slices.Sort(refs)
	}
}
