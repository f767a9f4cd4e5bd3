package pdfcpu

import (
	"bytes"
	"crypto/sha256"
	"fmt"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"

	"platen/domain"
)

// forms makes form XObjects of the body (ISO 32000-1, 8.10) from the pages of an overlay, one from each page.
type forms struct {
	source, target *document
	copier         *copier
	made           map[formKey]types.IndirectRef
	resources      map[digest]types.IndirectRef
}

type formKey struct {
	page *page
	size domain.Size
}

func newForms(source, target *document, all *shared) *forms {
	return &forms{source, target, newCopier(source, target, all), map[formKey]types.IndirectRef{}, map[digest]types.IndirectRef{}}
}

// of returns the form of a page, clipped to a size at its top left corner.
func (f *forms) of(p *page, size domain.Size) (types.IndirectRef, error) {
	key := formKey{p, size}
	if made, ok := f.made[key]; ok {
		return made, nil
	}
	content, err := f.content(p)
	if err != nil {
		return types.IndirectRef{}, fmt.Errorf("its content: %w", err)
	}
	resources, err := f.resourcesOf(p)
	if err != nil {
		return types.IndirectRef{}, fmt.Errorf("its resources: %w", err)
	}
	content.Dict["Subtype"] = types.Name("Form")
	content.Dict["BBox"] = clip(p, size).Array()
	content.Dict["Resources"] = resources
	made, err := f.target.insert(content)
	f.made[key] = made
	return made, err
}

// resourcesOf copies a page's resources into one object; pages with equal resources share it.
func (f *forms) resourcesOf(p *page) (types.Object, error) {
	text, comparable := f.copier.digests.append(nil, p.resources, 0, 0)
	var sum digest
	if comparable {
		sum = sha256.Sum256(text)
		if made, ok := f.resources[sum]; ok {
			return made, nil
		}
	}
	resources, err := f.copier.copy(p.resources)
	if err != nil {
		return nil, err
	}
	dict, ok := resources.(types.Dict)
	if !ok {
		if resources != nil {
			return resources, nil // an object of its own, copied once
		}
		dict = types.Dict{}
	}
	made, err := f.target.insert(dict)
	if comparable {
		f.resources[sum] = made
	}
	return made, err
}

// clip is the part of a page that is shown, in the page's space.
func clip(p *page, size domain.Size) *types.Rectangle {
	left, top := p.view.box.LL.X, p.view.box.UR.Y
	return types.NewRectangle(left, top-size.Height.Points(), left+size.Width.Points(), top)
}

// content returns a page's content as one stream, without its backdrop. If it is a single stream already, it stays compressed.
func (f *forms) content(p *page) (types.StreamDict, error) {
	joined, err := f.source.decoded(p)
	if err != nil {
		return types.StreamDict{}, err
	}
	if shown := withoutBackdrop(joined, p.view.box); !bytes.Equal(shown, joined) {
		compressed, err := deflate(shown)
		return rawStream(types.Dict{"Filter": types.Name("FlateDecode")}, compressed), err
	}
	o, err := f.source.parsed.Dereference(p.dict["Contents"])
	if err != nil {
		return types.StreamDict{}, err
	}
	if single, ok := o.(types.StreamDict); ok {
		dict := types.Dict{}
		for _, key := range []string{"Filter", "DecodeParms"} {
			if single.Dict[key] == nil {
				continue
			}
			if dict[key], err = f.copier.copy(single.Dict[key]); err != nil {
				return types.StreamDict{}, err
			}
		}
		return rawStream(dict, single.Raw), nil
	}
	return rawStream(types.Dict{}, joined), nil
}
