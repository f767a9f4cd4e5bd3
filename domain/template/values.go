package template

import (
	"strconv"
	"strings"

	"platen/domain"
	"platen/domain/internal/jsonscan"
)

// values finds the values in Data. It is made for one Fill, and not safe for concurrent use.
//
// All of it is linear in the text: one pass removes the white space and finds where each object and array ends. The children
// of a container are listed once, when something in it is first looked up, and the listing skips the containers among them.
type values struct {
	// json is the compact text, an object.
	json string
	// containers are its objects and arrays in the order in which they open.
	containers []container
	// listings are the children of those containers that were asked for, by the container's index.
	listings map[int]listing
}

// container is where an object or array ends.
type container struct {
	// end is the offset after it.
	end int
	// next is the index of the first container that opens after it.
	next int
}

// node is a value: the offset at which it begins and, if it is a container, its index.
type node struct{ at, index int }

// listing is the children of a container: of an object or of an array; the other field is nil.
type listing struct {
	members  map[string]node
	elements []node
}

// newValues reads the data. The zero Data has no values.
func newValues(d domain.Data) *values {
	text := d.JSON()
	if text == "" {
		text = "{}"
	}
	var (
		v       = values{listings: map[int]listing{}}
		compact strings.Builder
		open    []int
	)
	compact.Grow(len(text))
	for i := 0; i < len(text); {
		end := i + 1
		switch text[i] {
		case ' ', '\n', '\r', '\t':
			i = end
			continue
		case '"':
			end = jsonscan.StringEnd(text, i)
		case '{', '[':
			open = append(open, len(v.containers))
			v.containers = append(v.containers, container{})
		case '}', ']':
			innermost := open[len(open)-1]
			open = open[:len(open)-1]
			v.containers[innermost] = container{end: compact.Len() + 1, next: len(v.containers)}
		}
		compact.WriteString(text[i:end])
		i = end
	}
	v.json = compact.String()
	return &v
}

// find returns the text for a placeholder's name.
//
// It looks up the name as it stands between the braces and, if there is no such value, without the blanks around it. A
// member with the whole name comes first; otherwise dots lead into objects and arrays.
func (v *values) find(name string) (text string, found bool) {
	root := node{}
	n, found := v.child(root, name)
	if !found {
		name = strings.TrimSpace(name)
		n, found = v.child(root, name)
	}
	if !found {
		n, found = v.follow(root, name)
	}
	if !found {
		return "", false
	}
	return v.text(n), true
}

// follow returns the node at the end of a path.
func (v *values) follow(n node, path string) (_ node, found bool) {
	for segment := range strings.SplitSeq(path, ".") {
		if n, found = v.child(n, segment); !found {
			return node{}, false
		}
	}
	return n, true
}

// child returns the member of an object that has the name, or the element of an array that has it as its index.
func (v *values) child(parent node, name string) (node, bool) {
	switch v.json[parent.at] {
	case '{':
		n, found := v.children(parent).members[name]
		return n, found
	case '[':
		i, ok := arrayIndex(name)
		elements := v.children(parent).elements
		if !ok || i >= len(elements) {
			return node{}, false
		}
		return elements[i], true
	default:
		return node{}, false
	}
}

// arrayIndex reads an index as JavaScript spells it: digits without a leading zero.
func arrayIndex(name string) (int, bool) {
	if name != "0" && (name == "" || name[0] < '1' || name[0] > '9') {
		return 0, false
	}
	i, err := strconv.Atoi(name)
	return i, err == nil
}

// children lists a container's children.
func (v *values) children(parent node) listing {
	l, listed := v.listings[parent.index]
	if listed {
		return l
	}
	if v.json[parent.at] == '{' {
		l.members = map[string]node{}
	}
	next := parent.index + 1 // the container that opens next
	jsonscan.Children(v.json, parent.at, func(name string, at int) (end int) {
		child := node{at: at, index: next}
		if name == "" {
			l.elements = append(l.elements, child)
		} else {
			l.members[jsonscan.Unquote(name)] = child
		}
		if c := v.json[at]; c != '{' && c != '[' {
			return jsonscan.ValueEnd(v.json, at)
		}
		end, next = v.containers[next].end, v.containers[next].next
		return end
	})
	v.listings[parent.index] = l
	return l
}

// text returns the text of a value: nothing for null, the value of a string, and compact JSON for other values.
func (v *values) text(n node) string {
	switch v.json[n.at] {
	case 'n':
		return ""
	case '"':
		return jsonscan.Unquote(v.json[n.at:jsonscan.StringEnd(v.json, n.at)])
	case '{', '[':
		return v.json[n.at:v.containers[n.index].end]
	default:
		return v.json[n.at:jsonscan.LiteralEnd(v.json, n.at)]
	}
}
