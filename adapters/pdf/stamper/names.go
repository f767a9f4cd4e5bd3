package stamper

import (
	"platen/adapters/pdf/content"
	"platen/adapters/pdf/object"
)

// names copies the resources that the content of an overlay's page names into the body, and names them as there.
type names struct {
	overlay   *overlay
	resources object.Dict // by category
	known     map[string]resource
	used      []resource
}

// category maps an operator to the category of resources in which its last operand, a name, is looked up; for Tf, it is the first. It does
// not contain the operators that name patterns: a pattern is fixed to the space of the content stream that uses it, so it must stay in a
// form.
var category = map[string]object.Name{
	"Do": "XObject", "gs": "ExtGState", "cs": "ColorSpace", "CS": "ColorSpace", "sh": "Shading", "Tf": "Font",
}

// withoutProperties maps the operators that mark content with properties to those that mark it without: identifiers would be mistaken for
// those of the page on which the content is drawn.
var withoutProperties = map[string]string{"BDC": "BMC", "DP": "MP"}

// appendLine writes an operation as a line, with the names that its resources have in the body. It returns false if the operation cannot be
// drawn by the content of another page.
func (n *names) appendLine(b []byte, o content.Operation) (_ []byte, ok bool) {
	operands, last := o.Operands, len(o.Operands)-1
	if plain, marks := withoutProperties[o.Operator]; marks && last >= 0 {
		return append(append(append(b, operands[0]...), " "+plain...), '\n'), true
	}
	named := last
	if o.Operator == "Tf" {
		named = 0
	}
	for i, token := range operands {
		if name, isName := object.TokenName(token); isName && i == named {
			switch category := category[o.Operator]; {
			case category != "":
				if token, ok = n.rename(category, name, token); !ok {
					return nil, false
				}
			case o.Operator == "scn" || o.Operator == "SCN":
				return nil, false
			}
		}
		b = append(append(b, token...), ' ')
	}
	return append(append(b, o.Operator...), '\n'), true
}

// rename returns the token of a resource's name in the body; false if it can only be used in a form.
func (n *names) rename(category, name object.Name, token []byte) (_ []byte, ok bool) {
	key := string(category) + " " + string(name)
	r, known := n.known[key]
	if !known {
		value := n.overlay.file.Dict(n.resources[category])[name]
		if value == nil {
			return token, category == "ColorSpace" // which has names of its own, as DeviceRGB
		}
		if mask := n.overlay.file.Dict(value)["SMask"]; category == "ExtGState" && mask != nil && mask != object.Name("None") {
			return nil, false // a mask is fixed to the space in which it is set
		}
		r = n.overlay.target.name(category, n.overlay.copier.copy(value, 0))
		n.known[key] = r
		n.used = append(n.used, r)
	}
	return object.Append(nil, r.name), true
}
