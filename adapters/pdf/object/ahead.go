package object

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// parsed is an object as the file has it.
type parsed struct {
	ref    Ref
	offset int
	value  any
	text   []byte // nil: it was not parsed, or is a stream
	refs   []Ref  // those in it
}

// ParseAhead parses the objects that are no streams, on all CPUs: for a caller that needs most of them.
func (f *File) ParseAhead() {
	all := make([]parsed, 0, len(f.entries))
	for ref, at := range f.entries {
		if at.offset > 0 {
			all = append(all, parsed{ref: ref, offset: at.offset})
		}
	}
	slices.SortFunc(all, func(a, b parsed) int { return a.offset - b.offset }) // what is near in the file then is in memory
	for i, one := range all {
		at := f.entries[one.ref]
		at.ahead = &all[i]
		f.entries[one.ref] = at
	}
	var left atomic.Int64
	left.Store(int64(len(f.content))) // more only if objects overlap
	var parsers sync.WaitGroup
	for part := range slices.Chunk(all, len(all)/runtime.GOMAXPROCS(0)+1) {
		parsers.Go(func() {
			var refs []Ref
			for i := range part {
				if left.Load() < 0 {
					return
				}
				var end int
				refs, end = f.parseAhead(&part[i], refs)
				left.Add(int64(part[i].offset - end))
			}
		})
	}
	parsers.Wait()
}

// parseAhead parses one object, and appends the references in it. end is where it ends. One that is malformed is parsed again by who needs
// it, who gets the error.
func (f *File) parseAhead(one *parsed, refs []Ref) (_ []Ref, end int) {
	p, err := f.parserAt(one.ref, one.offset)
	if err != nil {
		return refs, one.offset
	}
	p.skip()
	from, known := p.at, len(refs)
	p.refs = &refs
	value, err := p.value()
	end = p.at
	if err == nil && !p.streamFollows() {
		one.value, one.text, one.refs = value, p.content[from:end], refs[known:len(refs):len(refs)]
	}
	return refs, end
}
