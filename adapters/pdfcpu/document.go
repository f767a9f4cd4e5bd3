package pdfcpu

import (
	"errors"
	"fmt"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"

	"platen/domain"
)

// document is a parsed PDF and its pages.
type document struct {
	parsed *model.Context
	pages  []*page
	// streams are the content streams that were added, by their content: pages share equal ones.
	streams map[string]types.IndirectRef
	// destinations are the named destinations, by their names without escapes; nil until the first one is looked up.
	destinations map[string]types.Object
}

// page is a page with the attributes that it inherits from the page tree (ISO 32000-1, 7.7.3.4).
type page struct {
	dict types.Dict
	ref  types.IndirectRef
	view view
	// resources are the page's own resources or inherited ones. Other pages may share them.
	resources types.Object
	// stateSaved tells that the page's own content is between q and Q already.
	stateSaved bool
}

// maxDepth bounds the depth of the page tree. Engines write balanced trees, which are less deep.
const maxDepth = 64

var (
	errPageTree  = errors.New("the PDF's page tree is circular or too deep")
	errNesting   = errors.New("the PDF's arrays and dictionaries are nested too deep")
	errNoCatalog = errors.New("the PDF has no catalog")
)

// newDocument finds all pages in one walk over the tree. pdfcpu walks the tree once for each page that is looked up by its number.
func newDocument(parsed *model.Context) (*document, error) {
	root, err := parsed.Pages()
	if err != nil {
		return nil, fmt.Errorf("find the pages: %w", err)
	}
	if root == nil {
		return nil, errors.New("the PDF has no pages")
	}
	d := &document{parsed: parsed, streams: map[string]types.IndirectRef{}}
	if err := d.walk(*root, types.Dict{}, map[types.Integer]bool{}, 0); err != nil {
		return nil, err
	}
	if len(d.pages) == 0 {
		return nil, errors.New("the PDF has no pages")
	}
	return d, nil
}

func (d *document) walk(ref types.IndirectRef, above types.Dict, seen map[types.Integer]bool, depth int) error {
	if seen[ref.ObjectNumber] || depth > maxDepth {
		return errPageTree
	}
	seen[ref.ObjectNumber] = true
	node, err := d.parsed.DereferenceDict(ref)
	if err != nil {
		return fmt.Errorf("read the page tree: %w", err)
	}
	attributes := types.Dict{}
	for _, key := range []string{"MediaBox", "CropBox", "Rotate", "Resources"} {
		for _, from := range []types.Dict{above, node} {
			if value, ok := from[key]; ok {
				attributes[key] = value
			}
		}
	}
	kids, err := d.parsed.DereferenceArray(node["Kids"])
	if err != nil {
		return fmt.Errorf("read the page tree: %w", err)
	}
	if kids == nil {
		return d.add(node, ref, attributes)
	}
	for _, kid := range kids {
		child, ok := kid.(types.IndirectRef)
		if !ok {
			return errors.New("the page tree has a page that is no object")
		}
		if err := d.walk(child, attributes, seen, depth+1); err != nil {
			return err
		}
	}
	return nil
}

func (d *document) add(dict types.Dict, ref types.IndirectRef, attributes types.Dict) error {
	box, err := d.rectangle(attributes["MediaBox"])
	if err != nil {
		return fmt.Errorf("page %d: its size: %w", len(d.pages)+1, err)
	}
	if crop, err := d.rectangle(attributes["CropBox"]); err == nil {
		if cut, ok := within(box, crop); ok {
			box = cut
		}
	}
	turn, err := d.parsed.DereferenceInteger(attributes["Rotate"])
	if err != nil {
		return fmt.Errorf("page %d: its rotation: %w", len(d.pages)+1, err)
	}
	v := view{box: box}
	if turn != nil {
		v.turn = (turn.Value()%360 + 360) % 360 / 90 * 90
	}
	d.pages = append(d.pages, &page{dict: dict, ref: ref, view: v, resources: attributes["Resources"]})
	return nil
}

// crop keeps a part of the page as it is shown.
func (p *page) crop(part domain.Rect) {
	w, h := part.Width().Points(), part.Height().Points()
	p.view.box = *p.view.to(0, h, part.Left, part.Top).rect(*types.NewRectangle(0, 0, w, h))
	p.dict["MediaBox"] = p.view.box.Array()
	p.dict.Delete("CropBox")
}

// rectangle reads an array of two opposite corners, in any order.
func (d *document) rectangle(o types.Object) (types.Rectangle, error) {
	array, err := d.parsed.DereferenceArray(o)
	if err != nil {
		return types.Rectangle{}, err
	}
	if len(array) != 4 {
		return types.Rectangle{}, fmt.Errorf("a rectangle of %d numbers", len(array))
	}
	var c [4]float64
	for i := range c {
		if c[i], err = d.parsed.DereferenceNumber(array[i]); err != nil {
			return types.Rectangle{}, err
		}
	}
	r := types.NewRectangle(min(c[0], c[2]), min(c[1], c[3]), max(c[0], c[2]), max(c[1], c[3]))
	if r.Width() <= 0 || r.Height() <= 0 {
		return types.Rectangle{}, errors.New("an empty rectangle")
	}
	return *r, nil
}

// decoded returns a page's content without compression.
func (d *document) decoded(p *page) ([]byte, error) {
	o, err := d.parsed.Dereference(p.dict["Contents"])
	if err != nil {
		return nil, err
	}
	parts, several := o.(types.Array)
	if !several {
		parts = types.Array{o}
	}
	var joined []byte
	for _, part := range parts {
		stream, _, err := d.parsed.DereferenceStreamDict(part)
		if err != nil {
			return nil, err
		}
		if stream == nil {
			continue
		}
		if err := stream.Decode(); err != nil {
			return nil, err
		}
		joined = append(append(joined, stream.Content...), '\n')
	}
	return joined, nil
}

// compressFrom is the length in bytes from which a content stream is compressed.
const compressFrom = 200

// stream returns a reference to a content stream, which is added if the document does not have it yet.
func (d *document) stream(content string) (types.IndirectRef, error) {
	if made, ok := d.streams[content]; ok {
		return made, nil
	}
	dict, raw := types.Dict{}, []byte(content)
	if len(raw) >= compressFrom {
		compressed, err := deflate(raw)
		if err != nil {
			return types.IndirectRef{}, err
		}
		dict["Filter"], raw = types.Name("FlateDecode"), compressed
	}
	made, err := d.insert(rawStream(dict, raw))
	d.streams[content] = made
	return made, err
}

func (d *document) insert(o types.Object) (types.IndirectRef, error) {
	number, err := d.parsed.InsertObject(o)
	if err != nil {
		return types.IndirectRef{}, err
	}
	return *types.NewIndirectRef(number, 0), nil
}

// rawStream makes a stream whose bytes are written unchanged.
func rawStream(dict types.Dict, raw []byte) types.StreamDict {
	length := int64(len(raw))
	dict["Length"] = types.Integer(length)
	return types.StreamDict{Dict: dict, StreamLength: &length, Raw: raw}
}
