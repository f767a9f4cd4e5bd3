package pdfcpu

import (
	"fmt"
	"maps"
	"slices"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

// maxNesting bounds arrays and dictionaries written inside each other; objects that refer to others are not bounded.
const maxNesting = 256

// copier brings objects of one overlay into the body. It visits each object once, however deep the references lead, and
// objects that are equal to one that is there already, from this overlay, an earlier one or the body, become that one:
// pictures and fonts are in the file once.
type copier struct {
	source, target *document
	digests        *digests
	shared         *shared
	copied         map[types.Integer]types.IndirectRef
	pending        []pendingCopy
}

// pendingCopy is an object that has its number in the body and no content yet.
type pendingCopy struct {
	content types.Object
	made    types.IndirectRef
}

func newCopier(source, target *document, all *shared) *copier {
	return &copier{source: source, target: target, digests: newDigests(source), shared: all, copied: map[types.Integer]types.IndirectRef{}}
}

// copy gives an object for the body, with all that it refers to.
func (c *copier) copy(o types.Object) (types.Object, error) {
	made, err := c.value(o, 0)
	if err != nil {
		return nil, err
	}
	for len(c.pending) > 0 {
		next := c.pending[len(c.pending)-1]
		c.pending = c.pending[:len(c.pending)-1]
		content, err := c.value(next.content, 0)
		if err != nil {
			return nil, err
		}
		entry, ok := c.target.parsed.Find(next.made.ObjectNumber.Value())
		if !ok {
			return nil, fmt.Errorf("object %d was lost", next.made.ObjectNumber)
		}
		entry.Object = content
	}
	return made, nil
}

// value copies what is written in place, and leaves referenced objects pending.
func (c *copier) value(o types.Object, nesting int) (_ types.Object, err error) {
	if nesting > maxNesting {
		return nil, errNesting
	}
	switch o := o.(type) {
	case types.IndirectRef:
		return c.reference(o)
	case types.Dict:
		return c.dict(o, nesting)
	case types.StreamDict:
		dict, err := c.dict(o.Dict, nesting)
		if err != nil {
			return nil, err
		}
		return rawStream(dict, o.Raw), nil
	case types.Array:
		o = slices.Clone(o)
		for i := range o {
			if o[i], err = c.value(o[i], nesting+1); err != nil {
				return nil, err
			}
		}
		return o, nil
	}
	return o, nil // a name, a number, a string
}

func (c *copier) dict(d types.Dict, nesting int) (_ types.Dict, err error) {
	made := make(types.Dict, len(d))
	// New objects are numbered in the order of the keys, so that equal documents become equal files.
	for _, key := range slices.Sorted(maps.Keys(d)) {
		if made[key], err = c.value(d[key], nesting+1); err != nil {
			return nil, err
		}
	}
	return made, nil
}

// reference gives the object in the body that stands for one of the overlay.
func (c *copier) reference(ref types.IndirectRef) (types.Object, error) {
	if known, ok := c.copied[ref.ObjectNumber]; ok {
		return known, nil
	}
	o, err := c.source.parsed.Dereference(ref)
	if err != nil || o == nil {
		return nil, err
	}
	sum, comparable := c.digests.of(ref)
	if comparable {
		if made, ok := c.shared.find(sum, o); ok {
			c.copied[ref.ObjectNumber] = made
			return made, nil
		}
	}
	made, err := c.target.insert(nil)
	if err != nil {
		return nil, err
	}
	c.copied[ref.ObjectNumber] = made
	if comparable {
		c.shared.made[sum] = made
	}
	c.pending = append(c.pending, pendingCopy{o, made})
	return made, nil
}
