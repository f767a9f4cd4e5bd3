package pdfcheck

import (
	"bytes"
	"cmp"
	"fmt"
	"regexp"
	"strings"
)

// operator is an operator of a content stream and its operands, as written. Arrays and dictionaries are divided.
type operator struct {
	name     string
	operands []string
}

// quoted are tokens of a content stream that can hold any byte: a string with up to two levels of parentheses in it, or an inline image's
// data with the operators around it.
var quoted = regexp.MustCompile(`^(?s:ID\s.*?\sEI|\((?:[^\\()]|\\.|\((?:[^\\()]|\\.|\([^()]*\))*\))*\))`)

// operand is a token that is no operator.
var operand = regexp.MustCompile(`^(?:[^A-Za-z'"]|(?:true|false|null)$)`)

const blanks, delimiters = "\x00\t\n\f\r ", "()<>[]{}/%"

// operators divides a content stream.
func operators(content []byte) (all []operator) {
	var operands []string
	for {
		content = bytes.TrimLeft(content, blanks)
		if len(content) == 0 {
			return all
		}
		word := string(content[:tokenLength(content)])
		content = content[len(word):]
		switch {
		case word[0] == '%':
		case operand.MatchString(word):
			operands = append(operands, word)
		default:
			if strings.HasPrefix(word, "ID") { // the data of an inline image
				word = "EI"
			}
			all = append(all, operator{word, operands})
			operands = nil
		}
	}
}

// tokenLength is the length of the token at the beginning of a content stream. A regular expression for all of them takes ten times as long.
func tokenLength(content []byte) int {
	to := func(end string) int {
		if at := bytes.IndexAny(content[1:], end); at >= 0 {
			return 1 + at
		}
		return len(content)
	}
	switch length := to(blanks + delimiters); content[0] {
	case '%':
		return to("\r\n")
	case '(':
		return max(1, len(quoted.Find(content)))
	case '<', '>':
		if len(content) > 1 && content[1] == content[0] {
			return 2
		}
		return min(len(content), to(">")+1)
	case ')', '[', ']', '{', '}':
		return 1
	default:
		if string(content[:length]) == "ID" {
			return max(length, len(quoted.Find(content)))
		}
		return length
	}
}

// marks walks the content of a page with the marked content around each operator.
type marks struct {
	*document
	// around are what the content is in: neither at first, and then with each open sequence artifact, tagged, or what it was before.
	around []string
	// depth is that of form XObjects.
	depth int
}

const artifact, tagged, neither = "an artifact", "tagged content", ""

// marked walks the content of each page.
func marked(d *document) error {
	for number := range d.Pages {
		page, err := d.page(number + 1)
		if err != nil {
			return err
		}
		m := &marks{document: d, around: []string{neither}}
		if err := m.content(d.contents(page), d.dict(page["/Resources"])); err != nil {
			return fmt.Errorf("page %d: %w", number+1, err)
		}
	}
	return nil
}

// contents are the content streams of a page, joined.
func (d *document) contents(page map[string]any) (joined []byte) {
	for _, stream := range d.list(page["/Contents"]) {
		joined = append(append(joined, d.stream(stream)...), '\n')
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
	case "S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "sh", "Tj", "TJ", "'", "\"", "EI":
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
	properties := m.dict(m.dict(resources["/Properties"])[op.operands[len(op.operands)-1]])
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
	form := m.dict(resources["/XObject"])[op.operands[0]]
	dict := m.dict(form)
	if m.name(dict["/Subtype"]) != "Form" {
		return m.painted("Do")
	}
	if m.depth++; m.depth > 20 {
		return fmt.Errorf("forms are nested without end")
	}
	defer func() { m.depth-- }()
	if own := m.dict(dict["/Resources"]); own != nil {
		resources = own
	}
	return m.content(m.stream(form), resources)
}
