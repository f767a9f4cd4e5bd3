package template

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"platen/domain"
)

// values finds the values in Data. It is made for one Fill, and not safe for concurrent use.
//
// All of it is linear in the text: one pass removes the white space, and one finds where each object and array ends. The children
// of a container are listed once, when something in it is first looked up, and the listing skips the containers among them. Decoding the
// text into Go values would lose how numbers are written and in which order members stand.
type values struct {
	// json is the compact text, an object.
	json string
	// opens are the offsets of its objects and arrays in ascending order, and ends those after them.
	opens, ends []int
	// listings are the children of those containers that were asked for: of objects, sorted by their names.
	listings map[node][]child
	// strings are the values of those long strings with escapes that were asked for.
	strings map[node]string
	// lookups measures the work of child: one for each call, and more for a long name.
	lookups int
}

// node is a value: the offset at which it begins.
type node int

// child is a member of an object or, without a name, an element of an array.
type child struct {
	name string
	node
}

// newValues reads the data. The zero Data has no values.
func newValues(d domain.Data) *values {
	var compact bytes.Buffer
	_ = json.Compact(&compact, []byte(cmp.Or(d.JSON(), "{}"))) // Data is valid
	v := values{json: compact.String(), listings: map[node][]child{}, strings: map[node]string{}}
	var open []int
	for i := 0; i < len(v.json); i++ {
		switch v.json[i] {
		case '"':
			i += stringLength(v.json[i:]) - 1
		case '{', '[':
			open = append(open, len(v.opens))
			v.opens, v.ends = append(v.opens, i), append(v.ends, 0)
		case '}', ']':
			last := len(open) - 1
			v.ends[open[last]], open = i+1, open[:last]
		}
	}
	return &v
}

// end returns the offset after a value.
func (v *values) end(n node) int {
	at := int(n)
	switch v.json[at] {
	case '"':
		return at + stringLength(v.json[at:])
	case '{', '[':
		i, _ := slices.BinarySearch(v.opens, at)
		return v.ends[i]
	default:
		return at + strings.IndexAny(v.json[at:], ",]}")
	}
}

// follow returns the node at the end of a path.
func (v *values) follow(n node, path string) (_ node, found bool) {
	for segment := range strings.SplitSeq(path, ".") {
		if n, found = v.child(n, segment); !found {
			return 0, false
		}
	}
	return n, true
}

// child returns the member of an object that has the name, or the element of an array that has it as its index.
func (v *values) child(parent node, name string) (node, bool) {
	v.lookups += 1 + len(name)/64
	switch v.json[parent] {
	case '{':
		members := v.children(parent)
		i, found := slices.BinarySearchFunc(members, name, child.compare)
		if !found {
			return 0, false
		}
		return members[i].node, true
	case '[':
		i, ok := arrayIndex(name)
		elements := v.children(parent)
		if !ok || i >= len(elements) {
			return 0, false
		}
		return elements[i].node, true
	default:
		return 0, false
	}
}

// member returns the member of an object that has the text of a tag as its name, with the blanks around it or without.
func (v *values) member(parent node, raw, name string) (n node, found bool) {
	if n, found = v.child(parent, raw); !found && name != raw {
		n, found = v.child(parent, name)
	}
	return n, found
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
func (v *values) children(parent node) []child {
	all, listed := v.listings[parent]
	if listed {
		return all
	}
	isObject := v.json[parent] == '{'
	for at := int(parent) + 1; v.json[at] != '}' && v.json[at] != ']'; {
		name := ""
		if isObject {
			end := at + stringLength(v.json[at:])
			name, at = unquoted(v.json[at:end]), end+len(":")
		}
		all = append(all, child{name, node(at)})
		if at = v.end(node(at)); v.json[at] == ',' {
			at++
		}
	}
	if isObject {
		slices.Reverse(all) // of a repeated name, the last one counts
		slices.SortStableFunc(all, func(a, b child) int { return a.compare(b.name) })
	}
	v.listings[parent] = all
	return all
}

func (c child) compare(name string) int { return strings.Compare(c.name, name) }

// unquoted returns the value of a JSON string. Long ones that escape nothing are not copied.
func unquoted(quoted string) (text string) {
	if !strings.Contains(quoted, `\`) {
		return quoted[1 : len(quoted)-1]
	}
	_ = json.Unmarshal([]byte(quoted), &text) // it is valid
	return text
}

// stringLength returns the length of the string that valid JSON begins with.
func stringLength(text string) int {
	end := 1
	for ; text[end] != '"'; end++ {
		if text[end] == '\\' {
			end++
		}
	}
	return end + 1
}

func (v *values) isContainer(n node) bool { return v.json[n] == '{' || v.json[n] == '[' }

// elements returns the values that a section over the value is shown for: the elements of an array; nothing for false, null
// and the empty string; the value itself otherwise.
func (v *values) elements(n node) []child {
	switch v.json[n] {
	case '[':
		return v.children(n)
	case 'f', 'n':
		return nil
	case '"':
		if v.json[n+1] == '"' {
			return nil
		}
	}
	return []child{{node: n}}
}

// text returns the text of a value: nothing for null, the value of a string, and compact JSON for other values.
func (v *values) text(n node) string {
	text := v.json[n:v.end(n)]
	switch text[0] {
	case 'n':
		return ""
	case '"':
		const long = 100 // bytes: to read these again and again would cost more than to keep them
		if len(text) < long || !strings.Contains(text, `\`) {
			return unquoted(text)
		}
		value, known := v.strings[n]
		if !known {
			value = unquoted(text)
			v.strings[n] = value
		}
		return value
	}
	return text
}
