package pdfcpu

import (
	"fmt"
	"maps"
	"slices"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

// maxNesting bounds how deep arrays and dictionaries may be nested. Chains of references between objects are not bounded.
const maxNesting = 256

// copier copies objects of one overlay into the body. It visits each object once, however long the chains of references are. An object
// that equals one in the file already, from this overlay, an earlier one or the body, is replaced by a reference to that one. So each
// picture and font is in the file once.
type copier struct {
	source, target *document
	digests        *digests
	shared         *shared
	copied         map[types.Integer]types.IndirectRef
	pending        []pendingCopy
}

// pendingCopy is an object that has a number in the body but no content yet.
type pendingCopy struct {
	content types.Object
	made    types.IndirectRef
}

func newCopier(source, target *document, all *shared) *copier {
	return &copier{source: source, target: target, digests: newDigests(source), shared: all, copied: map[types.Integer]types.IndirectRef{}}
}

// copy copies an object and all objects that it refers to into the body.
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

// value copies a direct object, and records the objects that it refers to as pending.
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

// reference returns the reference in the body that replaces a reference of the overlay.
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
