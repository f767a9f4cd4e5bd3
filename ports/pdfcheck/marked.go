package pdfcheck

import (
	"bytes"
	"fmt"
	"strings"
)

// operator is an operator of a content stream and its operands, as written.
type operator struct {
	name     string
	operands []string
}

// operators divides a content stream.
func operators(content []byte) (all []operator) {
	var operands []string
	for at := 0; at < len(content); {
		token, next := contentToken(content, at)
		switch {
		case token == "":
		case strings.ContainsAny(token[:1], "/([<+-.0123456789") || token == "true" || token == "false" || token == "null":
			operands = append(operands, token)
		default:
			if token == "ID" { // the data of an inline image
				if end := bytes.Index(content[next:], []byte("EI")); end >= 0 {
					token, next = "EI", next+end+len("EI")
				}
			}
			all = append(all, operator{token, operands})
			operands = nil
		}
		at = next
	}
	return all
}

const (
	blanks     = "\x00\t\n\f\r "
	delimiters = "()<>[]{}/%"
)

// contentToken returns the token at an offset, an array or a dictionary as one, and the offset after it; "" for blanks and comments.
func contentToken(content []byte, at int) (token string, next int) {
	c := content[at]
	switch {
	case strings.IndexByte(blanks, c) >= 0:
		return "", at + 1
	case c == '%':
		return "", at + 1 + max(0, bytes.IndexAny(content[at+1:], "\r\n"))
	case c == '(':
		next = stringEnd(content, at)
	case c == '[', bytes.HasPrefix(content[at:], []byte("<<")):
		return group(content, at)
	case c == '<':
		next = at + 1 + max(0, bytes.IndexByte(content[at:], '>'))
	default:
		next = at + 1
		for next < len(content) && !strings.ContainsRune(blanks+delimiters, rune(content[next])) {
			next++
		}
	}
	return string(content[at:next]), next
}

// group returns an array or a dictionary.
func group(content []byte, at int) (token string, next int) {
	width, closing := 1, "]"
	if content[at] == '<' {
		width, closing = 2, ">>"
	}
	for next = at + width; next < len(content); {
		if bytes.HasPrefix(content[next:], []byte(closing)) {
			next += len(closing)
			break
		}
		_, next = contentToken(content, next)
	}
	return string(content[at:next]), next
}

func stringEnd(content []byte, at int) int {
	depth := 0
	for ; at < len(content); at++ {
		switch content[at] {
		case '\\':
			at++
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return at + 1
			}
		}
	}
	return len(content)
}

// marks walks the content of a page with the marked content around each operator.
type marks struct {
	*decoded
	// around are the open sequences: artifact, tagged, or neither.
	around []string
	// depth is that of form XObjects.
	depth int
}

const artifact, tagged, neither = "an artifact", "tagged content", ""

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
		if m.around = append(m.around, kind); outer != neither && kind != neither && outer != kind {
			return fmt.Errorf("%s is inside %s", kind, outer)
		}
	case "EMC":
		if len(m.around) == 0 {
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
	properties := op.operands[len(op.operands)-1]
	if op.name == "BDC" && (strings.Contains(properties, "/MCID") || m.dict(m.dict(resources["/Properties"])[properties])["/MCID"] != nil) {
		return tagged
	}
	return neither
}

// inside returns what the open sequences are. They are all the same, but for those that are neither.
func (m *marks) inside() string {
	for _, kind := range m.around {
		if kind != neither {
			return kind
		}
	}
	return neither
}

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
	dict, data := m.stream(m.dict(resources["/XObject"])[op.operands[0]])
	if m.name(dict["/Subtype"]) != "Form" {
		return m.painted("Do")
	}
	if m.depth++; m.depth > 20 {
		return fmt.Errorf("forms are nested without end")
	}
	defer func() { m.depth-- }()
	own := m.dict(dict["/Resources"])
	if own == nil {
		own = resources
	}
	return m.content(data, own)
}

// marked walks the content of each page.
func marked(d *decoded) error {
	for number := range d.Pages {
		page, err := d.page(number + 1)
		if err != nil {
			return err
		}
		m := &marks{decoded: d}
		if err := m.content(d.contents(page), d.inherited(page, "/Resources")); err != nil {
			return fmt.Errorf("page %d: %w", number+1, err)
		}
	}
	return nil
}

// contents are the content streams of a page, joined.
func (d *decoded) contents(page map[string]any) (joined []byte) {
	streams, is := d.value(page["/Contents"]).([]any)
	if !is {
		streams = []any{page["/Contents"]}
	}
	for _, stream := range streams {
		_, data := d.stream(stream)
		joined = append(append(joined, data...), '\n')
	}
	return joined
}

// inherited returns a dictionary of a page, or of the nodes above it.
func (d *decoded) inherited(page map[string]any, key string) map[string]any {
	for up := page; len(up) > 0; up = d.dict(up["/Parent"]) {
		if dict := d.dict(up[key]); dict != nil {
			return dict
		}
	}
	return nil
}
