package integration_test

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// operator is an operator of a content stream and its operands, as written. Arrays and dictionaries are divided.
type operator struct {
	name     string
	operands []string
}

// opaque are the tokens of a content stream that can hold any character: a comment, or a string with up to two levels of parentheses in it.
var opaque = regexp.MustCompile(`^(?s:%[^\r\n]*|\((?:[^\\()]|\\.|\((?:[^\\()]|\\.|\([^()]*\))*\))*\))`)

// constants are the words that are operands.
var constants = []string{"true", "false", "null"}

// apart sets blanks between the other tokens.
var apart = strings.NewReplacer("/", " /", "[", " [ ", "]", " ] ", "<", " <", ">", "> ")

// operators divides a content stream. Engines write no inline images there, and no blanks into hexadecimal strings.
func operators(content []byte) (all []operator) {
	var operands []string
	for rest := string(content); rest != ""; {
		plain := rest
		if at := strings.IndexAny(rest, "(%"); at >= 0 {
			plain = rest[:at]
		}
		for word := range strings.FieldsSeq(apart.Replace(plain)) {
			if strings.IndexAny(word, "/<>[]+-.0123456789") == 0 || slices.Contains(constants, word) {
				operands = append(operands, word)
				continue
			}
			all = append(all, operator{word, operands})
			operands = nil
		}
		token := opaque.FindString(rest[len(plain):])
		if strings.HasPrefix(token, "(") {
			operands = append(operands, token)
		}
		rest = rest[max(1, len(plain)+len(token)):]
	}
	return all
}

// marks walks the content of a page with the marked content around each operator.
type marks struct {
	*standardFile
	// around are what the content is in: neither at first, and then with each open sequence artifact, tagged, or what it was before.
	around []string
	// depth is that of form XObjects.
	depth int
}

const artifact, tagged, neither = "an artifact", "tagged content", ""

// marked walks the content of each page.
func marked(d *standardFile) error {
	for number := range d.Pages {
		page, _ := d.Page(number + 1) // there is one
		m := &marks{standardFile: d, around: []string{neither}}
		if err := m.content(d.contents(page), d.Dict(page["/Resources"])); err != nil {
			return fmt.Errorf("page %d: %w", number+1, err)
		}
	}
	return nil
}

// contents are the content streams of a page, joined.
func (d *standardFile) contents(page map[string]any) (joined []byte) {
	for _, stream := range d.List(page["/Contents"]) {
		joined = append(append(joined, d.Stream(stream)...), '\n')
	}
	return joined
}

// content walks a content stream with its resources.
func (m *marks) content(content []byte, resources map[string]any) error {
	for _, op := range operators(content) {
		if err := m.operator(op, resources); err != nil {
			return err
		}
	}
	return nil
}

func (m *marks) operator(op operator, resources map[string]any) error {
	switch op.name {
	case "BMC", "BDC":
		outer, kind := m.inside(), m.kind(op, resources)
		if m.around = append(m.around, cmp.Or(kind, outer)); outer != neither && kind != neither && outer != kind {
			return fmt.Errorf("%s is inside %s", kind, outer)
		}
	case "EMC":
		if len(m.around) == 1 {
			return fmt.Errorf("the operator EMC ends nothing")
		}
		m.around = m.around[:len(m.around)-1]
	case "Do":
		return m.object(op, resources)
	case "S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "sh", "Tj", "TJ", "'", "\"", "BI":
		return m.painted(op.name)
	}
	return nil
}

// kind returns what a sequence of marked content is.
func (m *marks) kind(op operator, resources map[string]any) string {
	if len(op.operands) == 0 {
		return neither
	}
	if op.operands[0] == "/Artifact" {
		return artifact
	}
	properties := m.Dict(m.Dict(resources["/Properties"])[op.operands[len(op.operands)-1]])
	if op.name == "BDC" && (strings.Contains(strings.Join(op.operands, " "), "/MCID") || properties["/MCID"] != nil) {
		return tagged
	}
	return neither
}

// inside returns what the content is in now.
func (m *marks) inside() string { return m.around[len(m.around)-1] }

func (m *marks) painted(name string) error {
	if m.inside() == neither {
		return fmt.Errorf("%s paints outside of artifacts and of tagged content", name)
	}
	return nil
}

// object paints an image, or walks a form.
func (m *marks) object(op operator, resources map[string]any) error {
	if len(op.operands) == 0 {
		return fmt.Errorf("the operator Do has no name")
	}
	form := m.Dict(resources["/XObject"])[op.operands[0]]
	dict := m.Dict(form)
	if m.Name(dict["/Subtype"]) != "Form" {
		return m.painted("Do")
	}
	if m.depth++; m.depth > 20 {
		return fmt.Errorf("forms are nested without end")
	}
	defer func() { m.depth-- }()
	if own := m.Dict(dict["/Resources"]); own != nil {
		resources = own
	}
	return m.content(m.Stream(form), resources)
}
