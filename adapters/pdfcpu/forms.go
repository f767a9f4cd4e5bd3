package pdfcpu

import (
	"fmt"
	"slices"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"

	"platen/domain"
)

// forms are the pages of an overlay as forms of the body. What is used twice is one object.
type forms struct {
	source, target *document
	made           map[formKey]types.IndirectRef
	copied         map[types.Integer]types.IndirectRef
}

type formKey struct {
	page *page
	size domain.Size
}

func newForms(source, target *document) *forms {
	return &forms{source, target, map[formKey]types.IndirectRef{}, map[types.Integer]types.IndirectRef{}}
}

// of gives the form of a page, cut to a size at its top left corner.
func (f *forms) of(p *page, size domain.Size) (types.IndirectRef, error) {
	key := formKey{p, size}
	if made, ok := f.made[key]; ok {
		return made, nil
	}
	content, err := f.content(p)
	if err != nil {
		return types.IndirectRef{}, fmt.Errorf("its content: %w", err)
	}
	resources, err := f.copy(p.resources, 0)
	if err != nil {
		return types.IndirectRef{}, fmt.Errorf("its resources: %w", err)
	}
	if resources == nil {
		resources = types.Dict{}
	}
	content.Dict["Type"], content.Dict["Subtype"] = types.Name("XObject"), types.Name("Form")
	content.Dict["BBox"] = clip(p, size).Array()
	content.Dict["Resources"] = resources
	made, err := f.target.insert(content)
	f.made[key] = made
	return made, err
}

// clip is what is kept of a page, in the page's space.
func clip(p *page, size domain.Size) *types.Rectangle {
	left, top := p.view.box.LL.X, p.view.box.UR.Y
	return types.NewRectangle(left, top-size.Height.Points(), left+size.Width.Points(), top)
}

// content is a page's content as one stream. Where it is one already, it stays compressed as it is.
func (f *forms) content(p *page) (types.StreamDict, error) {
	o, err := f.source.parsed.Dereference(p.dict["Contents"])
	if err != nil {
		return types.StreamDict{}, err
	}
	if single, ok := o.(types.StreamDict); ok {
		dict := types.Dict{}
		for _, key := range []string{"Filter", "DecodeParms"} {
			if dict[key], err = f.copy(single.Dict[key], 0); err != nil {
				return types.StreamDict{}, err
			}
			if dict[key] == nil {
				delete(dict, key)
			}
		}
		return rawStream(dict, single.Raw), nil
	}
	parts, _ := o.(types.Array)
	var joined []byte
	for _, part := range parts {
		sd, _, err := f.source.parsed.DereferenceStreamDict(part)
		if err != nil {
			return types.StreamDict{}, err
		}
		if sd == nil {
			continue
		}
		if err := sd.Decode(); err != nil {
			return types.StreamDict{}, err
		}
		joined = append(append(joined, sd.Content...), '\n')
	}
	return rawStream(types.Dict{}, joined), nil
}

// copy brings an object of the overlay, and all that it refers to, into the body.
func (f *forms) copy(o types.Object, depth int) (_ types.Object, err error) {
	if depth > maxDepth {
		return nil, errEndless
	}
	switch o := o.(type) {
	case types.IndirectRef:
		return f.copyObject(o, depth)
	case types.Dict:
		return f.copyDict(o, depth)
	case types.StreamDict:
		dict, err := f.copyDict(o.Dict, depth)
		if err != nil {
			return nil, err
		}
		return rawStream(dict, o.Raw), nil
	case types.Array:
		o = slices.Clone(o)
		for i := range o {
			if o[i], err = f.copy(o[i], depth+1); err != nil {
				return nil, err
			}
		}
		return o, nil
	}
	return o, nil // a name, a number, a string: values
}

func (f *forms) copyDict(d types.Dict, depth int) (_ types.Dict, err error) {
	made := make(types.Dict, len(d))
	for key, value := range d {
		if made[key], err = f.copy(value, depth+1); err != nil {
			return nil, err
		}
	}
	return made, nil
}

// copyObject gives an object its number in the body before it looks inside, where it may be referred to.
func (f *forms) copyObject(ref types.IndirectRef, depth int) (types.Object, error) {
	if known, ok := f.copied[ref.ObjectNumber]; ok {
		return known, nil
	}
	o, err := f.source.parsed.Dereference(ref)
	if err != nil || o == nil {
		return nil, err
	}
	made, err := f.target.insert(nil)
	if err != nil {
		return nil, err
	}
	f.copied[ref.ObjectNumber] = made
	inside, err := f.copy(o, depth+1)
	if err != nil {
		return nil, err
	}
	entry, ok := f.target.parsed.Find(made.ObjectNumber.Value())
	if !ok {
		return nil, fmt.Errorf("object %d was lost", made.ObjectNumber)
	}
	entry.Object = inside
	return made, nil
}
