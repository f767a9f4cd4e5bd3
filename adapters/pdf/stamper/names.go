package stamper

import (
	"platen/adapters/pdf/content"
	"platen/adapters/pdf/object"
	"platen/adapters/pdf/page"
)

// names copies the resources that the content of an overlay's page names into the body, and names them as there.
type names struct {
	overlay   *overlay
	resources object.Dict // by category
	known     map[string]resource
	used      []resource
}

func (o *overlay) newNames(p *page.Page) (*names, error) {
	resources, err := o.file.Dict(p.Resources)
	return &names{overlay: o, resources: resources, known: map[string]resource{}}, err
}

// category maps an operator to the category of resources in which its last operand, a name, is looked up; for Tf, it is the first. It does
// not contain the operators that name patterns: a pattern is fixed to the space of the content stream that uses it, so it must stay in a form.
var category = map[string]object.Name{
	"Do": "XObject", "gs": "ExtGState", "cs": "ColorSpace", "CS": "ColorSpace", "sh": "Shading", "Tf": "Font",
}

// withoutProperties maps the operators that mark content with properties to those that mark it without: identifiers would be mistaken for
// those of the page on which the content is drawn.
var withoutProperties = map[string]string{"BDC": "BMC", "DP": "MP"}

// appendLine writes an operation as a line, with the names that its resources have in the body. It returns false if the operation cannot be
// drawn by the content of another page.
func (n *names) appendLine(b []byte, o content.Operation) (_ []byte, ok bool, err error) {
	operands, last := o.Operands, len(o.Operands)-1
	if plain, marks := withoutProperties[o.Operator]; marks && last >= 0 {
		return append(append(append(b, operands[0]...), " "+plain...), '\n'), true, nil
	}
	named := last
	if o.Operator == "Tf" {
		named = 0
	}
	for i, token := range operands {
		if name, isName := object.TokenName(token); isName && i == named {
			switch category := category[o.Operator]; {
			case category != "":
				if token, ok, err = n.rename(category, name, token); err != nil || !ok {
					return nil, false, err
				}
			case o.Operator == "scn" || o.Operator == "SCN":
				return nil, false, nil
			}
		}
		b = append(append(b, token...), ' ')
	}
	return append(append(b, o.Operator...), '\n'), true, nil
}

// rename returns the token of a resource's name in the body.
func (n *names) rename(category, name object.Name, token []byte) (_ []byte, ok bool, err error) {
	key := string(category) + " " + string(name)
	r, known := n.known[key]
	if !known {
		entries, err := n.overlay.file.Dict(n.resources[category])
		if err != nil {
			return nil, false, err
		}
		if entries[name] == nil {
			return token, category == "ColorSpace", nil // which has names of its own, as DeviceRGB
		}
		if masked, err := n.hasSoftMask(category, entries[name]); err != nil || masked {
			return nil, false, err
		}
		value, err := n.overlay.copier.copy(entries[name], 0)
		if err != nil {
			return nil, false, err
		}
		r = n.overlay.target.name(category, value)
		n.known[key] = r
		n.used = append(n.used, r)
	}
	return object.Append(nil, r.name), true, nil
}

// hasSoftMask reports whether a resource is a graphics state with a mask, which is fixed to the space in which it is set.
func (n *names) hasSoftMask(category object.Name, value any) (bool, error) {
	if category != "ExtGState" {
		return false, nil
	}
	state, err := n.overlay.file.Dict(value)
	_, none := state["SMask"].(object.Name)
	return state["SMask"] != nil && !none, err
}
