package pdfcpu

import (
	"errors"

	"platen/adapters/internal/pdftoken"
)

// errContent is the error of a content stream that cannot be taken apart: malformed, or with an inline image.
var errContent = errors.New("the content stream cannot be split")

// operation is an operator with its operands, in the order of the file.
type operation struct {
	operands []token
	operator string
}

// token is one lexical token of a content stream (ISO 32000-1, 7.8.2). Dictionaries and arrays consist of several tokens.
type token []byte

// operations splits a content stream into operations. It leaves out groups between q and Q that paint nothing: engines write hundreds of
// them.
func operations(content []byte) ([]operation, error) {
	var all []operation
	var tokens []token // of all operands
	var open []group
	first := 0 // the first operand of the next operation
	for rest := pdftoken.SkipBlanks(content); len(rest) > 0; rest = pdftoken.SkipBlanks(rest) {
		length := pdftoken.Length(rest)
		if length == 0 {
			return nil, errContent
		}
		t := token(rest[:length])
		rest = rest[length:]
		if !t.isOperator() {
			tokens = append(tokens, t)
			continue
		}
		o := operation{tokens[first:len(tokens):len(tokens)], string(t)}
		all = append(all, o)
		switch {
		case o.operator == "BI":
			return nil, errContent
		case o.operator == "q":
			open = append(open, group{operations: len(all) - 1, tokens: first})
		case painting[o.operator] || marksContent(o.operator):
			for i := len(open) - 1; i >= 0 && !open[i].paints; i-- {
				open[i].paints = true
			}
		case o.operator == "Q" && len(open) > 0:
			last := open[len(open)-1]
			open = open[:len(open)-1]
			if !last.paints {
				all, tokens = all[:last.operations], tokens[:last.tokens]
			}
		}
		first = len(tokens)
	}
	if first < len(tokens) {
		return nil, errContent
	}
	return all, nil
}

// operations splits the content of a page into operations; false if that is not possible.
func (d *document) operations(p *page) (all []operation, ok bool, err error) {
	content, err := d.decoded(p)
	if err != nil {
		return nil, false, err
	}
	if all, err = operations(withoutBackdrop(content, p.view.box)); err != nil {
		return nil, false, nil //nolint:nilerr // it is drawn as a form
	}
	all, ok = withoutOffsets(all)
	return all, ok, nil
}

// group is a part of the content between q and Q. operations and tokens count those before it.
type group struct {
	operations, tokens int
	paints             bool
}

// isOperator reports whether the token is an operator, not a value or a part of one.
func (t token) isOperator() bool {
	switch c := t[0]; {
	case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '\'', c == '"':
		return string(t) != "true" && string(t) != "false" && string(t) != "null"
	}
	return false
}

// resourceCategory maps an operator to the category of resources in which its last operand, a name, is looked up. It does not contain the
// operators that name patterns: a pattern is fixed to the space of the content stream that uses it, so it must stay in a form.
var resourceCategory = map[string]string{
	"Do": "XObject", "gs": "ExtGState", "cs": "ColorSpace", "CS": "ColorSpace", "sh": "Shading",
}

// fontOperator sets the font. Its operands are the name of the font and the size.
const fontOperator = "Tf"

// withoutProperties maps the operators that mark content with properties to those that mark it without.
var withoutProperties = map[string]string{"BDC": "BMC", "DP": "MP"}

// appendTo writes the operation as a line, with the names that rename gives to its resources. It leaves out the properties of marked
// content: their identifiers would be mistaken for those of the page on which the content is drawn.
func (o operation) appendTo(b []byte, rename func(category, name string) (string, bool)) ([]byte, bool) {
	operands := o.operands
	if plain, ok := withoutProperties[o.operator]; ok {
		if len(operands) < 2 {
			return b, false
		}
		return append(append(append(b, operands[0]...), " "+plain...), '\n'), true
	}
	if last := len(operands) - 1; (o.operator == "scn" || o.operator == "SCN") && last >= 0 && operands[last][0] == '/' {
		return b, false
	}
	named, category := len(operands)-1, resourceCategory[o.operator]
	if o.operator == fontOperator {
		named, category = 0, "Font"
	}
	for i, t := range operands {
		if i == named && category != "" && t[0] == '/' {
			if name, ok := rename(category, string(t[1:])); ok {
				t = token("/" + name)
			} else if category != "ColorSpace" { // which has names of its own, as DeviceRGB
				return b, false
			}
		}
		b = append(append(b, t...), ' ')
	}
	return append(append(b, o.operator...), '\n'), true
}
