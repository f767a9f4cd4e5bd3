package tags

import (
	"bytes"
	"fmt"
)

// edit replaces a part of a content stream; an empty part: it is an insertion.
type edit struct {
	from, to int
	by       string
}

// run is what a mark of ours holds.
type run int

const (
	noRun run = iota
	artifactRun
	textRun
)

const (
	beginArtifact = "/Artifact BMC\n"
	end           = "\nEMC\n"
)

// edited applies the edits, which are in the order of their offsets.
func (s *stream) edited() []byte {
	if len(s.edits) == 0 {
		return s.text
	}
	var b bytes.Buffer
	b.Grow(len(s.text) + 32*len(s.edits))
	done := 0
	for _, e := range s.edits {
		if e.to < 0 {
			continue
		}
		b.Write(s.text[done:e.from])
		b.WriteString(e.by)
		done = e.to
	}
	b.Write(s.text[done:])
	return b.Bytes()
}

// paint marks what an operation at an offset paints, unless the engine did.
func (s *stream) paint(kind run, from int) {
	if s.inside > 0 || s.run == kind {
		return
	}
	s.endRun(from)
	s.run = kind
	if kind == artifactRun {
		s.insert(from, beginArtifact)
		return
	}
	number := len(s.tree.parents[s.key])
	s.tree.parents[s.key] = append(s.tree.parents[s.key], nil)
	s.lost = append(s.lost, lost{number, true, s.baseline()})
	s.insert(from, fmt.Sprintf("/Span <</MCID %d>>BDC\n", number))
}

// insert adds an edit. Edits stay in their order if other operations interrupt a path.
func (s *stream) insert(at int, by string) {
	if n := len(s.edits); n > 0 {
		at = max(at, s.edits[n-1].from)
	}
	s.edits = append(s.edits, edit{at, at, by})
}

// endRun ends a mark of ours.
func (s *stream) endRun(at int) {
	if s.run != noRun {
		s.insert(at, end)
		s.run = noRun
	}
}
