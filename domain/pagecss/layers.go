package pagecss

import (
	"strings"

	"github.com/tdewolff/parse/v2/css"
)

// layerID names a cascade layer (CSS Cascade 5, section 6.4). A layer that is mentioned later has a larger one.
type layerID int32

// unlayered is the layer of what is in none.
const unlayered layerID = 0

// Bounds of cascade layers. What is deeper, or beyond them, belongs to the layer around it.
const (
	maxLayers     = 10_000
	maxLayerDepth = 20
)

// layers are the cascade layers of a document's style sheets.
type layers struct {
	known []layerNode // the layer n is known[n-1]
	ids   map[layerName]layerID
}

type layerNode struct {
	parent layerID
	depth  int
}

type layerName struct {
	parent layerID
	name   string
}

// in gives the layer of a path of names in another layer. The name "" makes a layer without a name.
func (l *layers) in(parent layerID, path []string) layerID {
	for _, name := range path {
		parent = l.child(layerName{parent, name})
	}
	return parent
}

func (l *layers) child(of layerName) layerID {
	id, known := l.ids[of]
	if known {
		return id
	}
	depth := l.depth(of.parent) + 1
	if depth > maxLayerDepth || len(l.known) == maxLayers {
		return of.parent
	}
	l.known = append(l.known, layerNode{of.parent, depth})
	id = layerID(len(l.known)) //nolint:gosec // at most maxLayers
	if l.ids == nil {
		l.ids = map[layerName]layerID{}
	}
	if of.name != "" {
		l.ids[of] = id
	}
	return id
}

func (l *layers) depth(id layerID) int {
	if id == unlayered {
		return 0
	}
	return l.known[id-1].depth
}

// compare is negative if declarations in a lose against those in b: the later layer wins, and a layer loses against the
// one around it.
func (l *layers) compare(a, b layerID) int {
	if a == b {
		return 0
	}
	inA, inB := a, b // the layers of one depth around a and b
	for l.depth(inA) > l.depth(inB) {
		inA = l.known[inA-1].parent
	}
	for l.depth(inB) > l.depth(inA) {
		inB = l.known[inB-1].parent
	}
	if inA == inB {
		return l.depth(b) - l.depth(a)
	}
	for l.known[inA-1].parent != l.known[inB-1].parent {
		inA, inB = l.known[inA-1].parent, l.known[inB-1].parent
	}
	return int(inA - inB)
}

// layerOfBlock reads the prelude of an @layer rule with a block: one name or none.
func layerOfBlock(prelude []token) (path []string, ok bool) {
	if len(prelude) == 0 {
		return []string{""}, true
	}
	paths, ok := layerPaths(prelude)
	if !ok || len(paths) > 1 {
		return nil, false
	}
	return paths[0], true
}

// note notes the layers that a statement names, if it is an @layer rule: the first mention decides their order.
func (l *layers) note(around layerID, statement []token) {
	if strings.EqualFold(statement[0].Text, "@layer") && len(statement) < maxItem {
		paths, _ := layerPaths(trimBlanks(statement[1:]))
		for _, path := range paths {
			l.in(around, path)
		}
	}
}

// layerPaths reads the prelude of an @layer rule: a list of names, each a path with dots.
func layerPaths(prelude []token) (paths [][]string, ok bool) {
	for _, part := range splitList(prelude) {
		var path []string
		for i, t := range trimBlanks(part) {
			switch {
			case i%2 == 0 && t.Kind == css.IdentToken:
				path = append(path, t.Text)
			case i%2 == 1 && t.Text == ".":
			default:
				return nil, false
			}
		}
		if len(path) == 0 || 2*len(path)-1 != len(trimBlanks(part)) {
			return nil, false
		}
		paths = append(paths, path)
	}
	return paths, true
}

// splitList divides tokens at the commas that are in no brackets.
func splitList(tokens []token) (parts [][]token) {
	depth, start := 0, 0
	for i, t := range tokens {
		switch t.Kind {
		case css.LeftParenthesisToken, css.FunctionToken, css.LeftBracketToken:
			depth++
		case css.RightParenthesisToken, css.RightBracketToken:
			depth--
		case css.CommaToken:
			if depth == 0 {
				parts = append(parts, tokens[start:i])
				start = i + 1
			}
		}
	}
	return append(parts, tokens[start:])
}
