package template

import (
	"cmp"
	"slices"
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
	// lookups measures the work of child: one for each call, and more for a long name.
	lookups int
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

// listing is the children of a container: of an object, sorted by their names, or of an array; the other field is nil.
type listing struct {
	members  []member
	elements []node
}

// member is a member of an object.
type member struct {
	name string
	node
}

// newValues reads the data. The zero Data has no values.
func newValues(d domain.Data) *values {
	text := cmp.Or(d.JSON(), "{}")
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
	v.lookups += 1 + len(name)/64
	switch v.json[parent.at] {
	case '{':
		members := v.children(parent).members
		i, found := slices.BinarySearchFunc(members, name, member.compare)
		if !found {
			return node{}, false
		}
		return members[i].node, true
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
	next := parent.index + 1 // the container that opens next
	jsonscan.Children(v.json, parent.at, func(name string, at int) (end int) {
		child := node{at: at, index: next}
		if name == "" {
			l.elements = append(l.elements, child)
		} else {
			l.members = append(l.members, member{jsonscan.Unquote(name), child})
		}
		if c := v.json[at]; c != '{' && c != '[' {
			return jsonscan.ValueEnd(v.json, at)
		}
		end, next = v.containers[next].end, v.containers[next].next
		return end
	})
	// Of a repeated name, the last one counts.
	slices.Reverse(l.members)
	slices.SortStableFunc(l.members, func(a, b member) int { return a.compare(b.name) })
	v.listings[parent.index] = l
	return l
}

func (m member) compare(name string) int { return strings.Compare(m.name, name) }

func (v *values) isContainer(n node) bool { return v.json[n.at] == '{' || v.json[n.at] == '[' }

// elements returns the values that a section over the value is shown for: the elements of an array; nothing for false, null
// and the empty string; the value itself otherwise.
func (v *values) elements(n node) []node {
	switch v.json[n.at] {
	case '[':
		return v.children(n).elements
	case 'f', 'n':
		return nil
	case '"':
		if v.json[n.at+1] == '"' {
			return nil
		}
	}
	return []node{n}
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
