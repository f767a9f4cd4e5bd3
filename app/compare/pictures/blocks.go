package pictures

import (
	"context"
	"image"

	"platen/app/compare/words"
)

// blockSize is the side of a block in pixels: about the height of a line.
const blockSize = 16

// shift is a displacement in pixels.
type shift struct{ dx, dy int }

// comparison of two pictures of a page, block by block.
type blocks struct {
	a, b           canvas
	wordsA, wordsB *mask
	columns, rows  int
	shifts         []shift
	// strength is the residue of each block in pixels.
	strength []float64
	area     int // pixels that differ
}

// comparePictures compares a page's pictures. Words of the masks are judged elsewhere; moves are those of the page's words. It ends
// early, without a meaning, when ctx does.
func comparePictures(ctx context.Context, a, b canvas, wordsA, wordsB *mask, moved []wordShift) Difference {
	result := Difference{Similarity: 1, Heat: image.NewPaletted(image.Rect(0, 0, a.w, a.h), heat)}
	g := &blocks{a: a, b: b, wordsA: wordsA, wordsB: wordsB,
		columns: a.columns, rows: blocksIn(a.h)}
	n := g.columns * g.rows
	g.strength = make([]float64, n)
	g.spread(moved)
	similar, changed := 0.0, 0
	for k := range n {
		x, y := k%g.columns*blockSize, k/g.columns*blockSize
		if x == 0 && ctx.Err() != nil {
			return result
		}
		if g.shifts[k] == (shift{}) && sameBlock(a, b, x, y, blockSize) {
			similar++
			continue
		}
		n := g.paintChanges(result.Heat, x, y)
		changed += n
		similar += g.align(k, x, y, n)
	}
	result.Similarity, result.Changed = similar/float64(n), float64(changed)/float64(a.w*a.h)
	result.Residue, result.Extent = g.residue()
	result.Area = float64(g.area) / float64(a.w*a.h)
	return result
}

// paintChanges counts the pixels of a block that visibly differ in place, and paints them.
func (g *blocks) paintChanges(heat *image.Paletted, x, y int) (changed int) {
	for v := y; v < min(y+blockSize, g.a.h); v++ {
		rowA, rowB := g.a.Pix[v*g.a.Stride:], g.b.Pix[v*g.b.Stride:]
		for u := x; u < min(x+blockSize, g.a.w); u++ {
			if near3(rowA[4*u:], rowB[4*u:]) {
				continue
			}
			if g.b.outside(rowA[4*u:], u, v) > 0 || g.a.outside(rowB[4*u:], u, v) > 0 {
				heat.Pix[v*heat.Stride+u] = 1
				changed++
			}
		}
	}
	return changed
}

// align finds the counterpart of a block, in which some pixels changed in place. It returns their similarity, and notes what differs
// beside words.
func (g *blocks) align(k, x, y, changed int) (best float64) {
	best, at := g.counterpart(k, x, y)
	if best > same && changed == 0 {
		return best
	}
	strength, area := g.difference(x, y, at)
	if g.shifts[k] != at {
		if s, n := g.difference(x, y, g.shifts[k]); s < strength {
			strength, area = s, n
		}
	}
	g.strength[k], g.area = strength, g.area+area
	return best
}

// same is a structural similarity that is as good as 1.
const same = 0.995

// counterpart finds the block that is most like one of the reference: in place, or where the words around it went, within
// a pixel.
func (g *blocks) counterpart(k, x, y int) (best float64, at shift) {
	block := newPatch(g.a, x, y)
	places := []shift{{}, g.shifts[k]}
	if g.shifts[k] == (shift{}) {
		places = places[:1]
	}
	for _, s := range places {
		for dy := -1; dy <= 1; dy++ {
			for dx := -1; dx <= 1; dx++ {
				if v := block.similarity(g.b, s.dx+dx, s.dy+dy); v > best {
					best, at = v, shift{s.dx + dx, s.dy + dy}
				}
				if best > same {
					return best, at
				}
			}
		}
	}
	return best, at
}

// difference is the strength of what differs beside words, in pixels, and the number of the pixels.
func (g *blocks) difference(x, y int, s shift) (sum float64, n int) {
	for v := y; v < min(y+blockSize, g.a.h); v++ {
		for u := x; u < min(x+blockSize, g.a.w); u++ {
			if g.wordsA.has(u, v) || g.wordsB.has(u+s.dx, v+s.dy) {
				continue
			}
			if d := differs(g.a, u, v, g.b, u+s.dx, v+s.dy); d > 0 {
				sum, n = sum+float64(min(plain, d))/plain, n+1
			}
		}
	}
	return sum, n
}

// wordShift is a word's place in the reference, and how far it went.
type wordShift struct {
	box    words.Box
	dx, dy float64
}

// spread sets each block's displacement to that of the nearest word.
func (g *blocks) spread(moved []wordShift) {
	g.shifts = make([]shift, g.columns*g.rows)
	known := make([]bool, len(g.shifts))
	var frontier []int
	for _, w := range moved {
		r := pixels(w.box)
		for y := r.Min.Y / blockSize; y <= r.Max.Y/blockSize; y++ {
			for x := r.Min.X / blockSize; x <= r.Max.X/blockSize; x++ {
				if k := y*g.columns + x; x >= 0 && y >= 0 && x < g.columns && y < g.rows && !known[k] {
					known[k], g.shifts[k] = true, shift{toPixels(w.dx), toPixels(w.dy)}
					frontier = append(frontier, k)
				}
			}
		}
	}
	for len(frontier) > 0 {
		k := frontier[0]
		frontier = frontier[1:]
		g.neighbours(k, func(n int) {
			if !known[n] {
				known[n], g.shifts[n] = true, g.shifts[k]
				frontier = append(frontier, n)
			}
		})
	}
}

func (g *blocks) neighbours(k int, visit func(int)) {
	if x := k % g.columns; x > 0 {
		visit(k - 1)
	}
	if x := k % g.columns; x < g.columns-1 {
		visit(k + 1)
	}
	if k >= g.columns {
		visit(k - g.columns)
	}
	if k < g.columns*(g.rows-1) {
		visit(k + g.columns)
	}
}

// residue returns the strength of all blocks in square millimetres, and the share of the page that the blocks are.
func (g *blocks) residue() (all, extent float64) {
	const least = 3 // pixels: fewer are noise
	for _, strength := range g.strength {
		if strength >= least {
			all, extent = all+strength, extent+1
		}
	}
	return all * pixel * pixel, extent / float64(len(g.strength))
}
