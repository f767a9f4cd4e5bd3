package pictures

import (
	"context"
	"image"

	"platen/app/compare/words"
)

// blockSize is the side of a block in pixels: about the height of a line.
const blockSize = 16

// blocks are two pages, which are compared block by block. Words are judged elsewhere.
type blocks struct{ a, b *Painted }

// compare compares the pictures. It ends early, without a meaning, when ctx does.
func (g blocks) compare(ctx context.Context) Difference {
	const least = 3 // pixels: fewer are noise
	page := g.a.Bounds()
	result := Difference{Heat: image.NewPaletted(page, heat)}
	all, pixels := 0.0, float64(g.a.w*g.a.h)
	for y := 0; y < g.a.h && ctx.Err() == nil; y += blockSize {
		for x := 0; x < g.a.w; x += blockSize {
			all++
			block := image.Rect(x, y, x+blockSize, y+blockSize).Intersect(page)
			if g.a.sameIn(g.b.canvas, block) {
				result.Similarity++
				continue
			}
			changed := g.paintChanges(result.Heat, block)
			similar, strength, area := g.align(block)
			result.Similarity += similar
			result.Changed += float64(changed) / pixels
			result.Area += area / pixels
			if strength >= least {
				result.Residue += strength * pixel * pixel
			}
		}
	}
	result.Similarity /= all
	return result
}

// paintChanges counts the pixels of a block that visibly differ in place, and paints them.
func (g blocks) paintChanges(heat *image.Paletted, block image.Rectangle) (changed int) {
	for v := block.Min.Y; v < block.Max.Y; v++ {
		for u := block.Min.X; u < block.Max.X; u++ {
			if differs(g.a.canvas, u, v, g.b.canvas, u, v, 0) > 0 {
				heat.Pix[v*heat.Stride+u] = 1
				changed++
			}
		}
	}
	return changed
}

// same is a structural similarity that is as good as 1.
const same = 0.995

// align finds the counterpart of a block: in place, or where the nearest word went, within a pixel. It returns their similarity, and what
// differs beside words: its strength in pixels, and the number of the pixels.
func (g blocks) align(block image.Rectangle) (best, strength, area float64) {
	near := nearestMove(g.a.moved, boxOf(block))
	went := toPixels(near.dx, near.dy)
	best, at := nearby(g.a.canvas, g.b.canvas, block, image.Point{}, 1, same, similarity)
	if went != (image.Point{}) && best <= same {
		if v, near := nearby(g.a.canvas, g.b.canvas, block, went, 1, same, similarity); v > best {
			best, at = v, near
		}
	}
	strength, area = g.difference(block, at)
	if at != went {
		if s, n := g.difference(block, went); s < strength {
			strength, area = s, n
		}
	}
	return best, strength, area
}

// difference is the strength of what differs beside words, in pixels, and the number of the pixels.
func (g blocks) difference(block image.Rectangle, s image.Point) (sum, n float64) {
	for v := block.Min.Y; v < block.Max.Y; v++ {
		for u := block.Min.X; u < block.Max.X; u++ {
			if has(g.a.text, u, v) || has(g.b.text, u+s.X, v+s.Y) {
				continue
			}
			if d := differs(g.a.canvas, u, v, g.b.canvas, u+s.X, v+s.Y, 1); d > 0 {
				sum, n = sum+float64(min(plain, d))/plain, n+1
			}
		}
	}
	return sum, n
}

// wordShift is a word's place in the reference, how far it went, and by what factor it grew.
type wordShift struct {
	box           words.Box
	dx, dy, grown float64
}
