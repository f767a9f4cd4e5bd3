package csscascade

import (
	"strings"

	"github.com/tdewolff/parse/v2/css"

	"platen/domain/csstoken"
)

// LayerID names a cascade layer (CSS Cascade 5, section 6.4). A layer that is mentioned later has a larger one.
type LayerID int32

// Unlayered is the layer of what is in none.
const Unlayered LayerID = 0

// Bounds of cascade layers. What is deeper, or beyond them, belongs to the layer around it.
const (
	maxLayers     = 10_000
	maxLayerDepth = 20
)

// Layers are the cascade layers of a document's style sheets.
type Layers struct {
	known []layerNode // the layer n is known[n-1]
	ids   map[layerName]LayerID
}

type layerNode struct {
	parent LayerID
	depth  int
}

type layerName struct {
	parent LayerID
	name   string
}

// In returns the layer of a path of names in another layer. The name "" makes a layer without a name.
func (l *Layers) In(parent LayerID, path []string) LayerID {
	for _, name := range path {
		parent = l.child(layerName{parent, name})
	}
	return parent
}

func (l *Layers) child(of layerName) LayerID {
	id, known := l.ids[of]
	if known {
		return id
	}
	depth := l.depth(of.parent) + 1
	if depth > maxLayerDepth || len(l.known) == maxLayers {
		return of.parent
	}
	l.known = append(l.known, layerNode{of.parent, depth})
	id = LayerID(len(l.known)) //nolint:gosec // at most maxLayers
	if l.ids == nil {
		l.ids = map[layerName]LayerID{}
	}
	if of.name != "" {
		l.ids[of] = id
	}
	return id
}

func (l *Layers) depth(id LayerID) int {
	if id == Unlayered {
		return 0
	}
	return l.known[id-1].depth
}

// Compare is negative if declarations in a lose against those in b: the later layer wins, and a layer loses against the
// one around it.
func (l *Layers) Compare(a, b LayerID) int {
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

// LayerOfBlock reads the prelude of an @layer rule with a block: one name or none.
func LayerOfBlock(prelude []csstoken.Token) (path []string, ok bool) {
	if len(prelude) == 0 {
		return []string{""}, true
	}
	paths, ok := LayerPaths(prelude)
	if !ok || len(paths) > 1 {
		return nil, false
	}
	return paths[0], true
}

// Note notes the layers that a statement names, if it is an @layer rule: the first mention decides their order.
func (l *Layers) Note(around LayerID, statement []csstoken.Token) {
	if strings.EqualFold(statement[0].Text, "@layer") && len(statement) < csstoken.MaxItem {
		paths, _ := LayerPaths(csstoken.Trim(statement[1:]))
		for _, path := range paths {
			l.In(around, path)
		}
	}
}

// LayerPaths reads the prelude of an @layer rule: a list of names, each a path with dots.
func LayerPaths(prelude []csstoken.Token) (paths [][]string, ok bool) {
	for _, part := range csstoken.SplitList(prelude) {
		var path []string
		for i, t := range csstoken.Trim(part) {
			switch {
			case i%2 == 0 && t.Kind == css.IdentToken:
				path = append(path, t.Text)
			case i%2 == 1 && t.Text == ".":
			default:
				return nil, false
			}
		}
		if len(path) == 0 || 2*len(path)-1 != len(csstoken.Trim(part)) {
			return nil, false
		}
		paths = append(paths, path)
	}
	return paths, true
}
