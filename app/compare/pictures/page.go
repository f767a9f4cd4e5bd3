// Package pictures compares the pictures of a page as two engines draw it: the look of each word, wherever it went, and everything that
// is no word.
package pictures

import (
	"bytes"
	"context"
	"image"
	"slices"

	"platen/app/compare/words"
)

// Page is what was found on the pictures of a page that both documents have. Words are indices of the reference's.
type Page struct {
	Difference
	// Same: every pixel is equal.
	Same bool
	// Outlined are missing words that are drawn all the same.
	Outlined []int
	// Drawn are missing words that the candidate draws in another way: marks of lists as shapes, small capitals as capitals. Written are
	// added ones, of the candidate's words, that the reference draws, also where it has no text.
	Drawn, Written []int
	// Controls are those in another state.
	Controls []Control
	// Figures are those that differ.
	Figures []Figure
}

// Difference is how two pictures of a page differ.
type Difference struct {
	// Changed is the share of pixels that visibly differ in place.
	Changed float64
	// Similarity is the mean structural similarity of aligned blocks.
	Similarity float64
	// Residue is what differs beyond words after alignment: the sum of its strength in square millimetres.
	Residue float64
	// Extent is the share of the page over which it is spread.
	Extent float64
	// Area is the share of the page's pixels that differ beyond words after alignment, however little.
	Area float64
	// Heat has a colour other than 0 where a pixel changed; nil where none did.
	Heat *image.Paletted
}

// Same reports whether two pictures have the same pixels.
func Same(a, b *image.RGBA) bool {
	return a == b || a.Bounds() == b.Bounds() && a.Stride == b.Stride && bytes.Equal(a.Pix, b.Pix)
}

// Compare compares a page with its counterpart. It ends early, without a meaning, when ctx does: within some
// milliseconds, since a shadow gives way to clients.
func Compare(ctx context.Context, w words.Comparison, pages words.PagePair, a, b *Painted) Page {
	page, candidate := pages.A, pages.B
	canvasA, canvasB := a.canvas, b.canvas
	if size := a.Bounds().Union(b.Bounds()).Size(); a.Bounds() != b.Bounds() {
		canvasA, canvasB = newCanvas(a.RGBA, size), newCanvas(b.RGBA, size)
	}
	var found Page
	var moved []wordShift
	for _, v := range w.Moves {
		if wa, wb := w.A[v.From], w.B[v.To]; wa.Page == page && wb.Page == candidate {
			moved = append(moved, wordShift{wa.Box, v.DX, v.DY})
		}
	}
	found.Controls = compareControls(a, b, moved)
	was, is := side{canvasA, w.A, page, w.Missing, nil, moved}, side{canvasB, w.B, candidate, w.Extra, nil, backwards(moved)}
	for _, c := range w.Changed {
		was.changed, is.changed = append(was.changed, c.From), append(is.changed, c.To)
	}
	wordsA, wordsB := maskWords(canvasA, w.A, page), maskWords(canvasB, w.B, candidate)
	found.Outlined = was.drawnOn(ctx, is, wordsB)
	var marksA, marksB []words.Box
	found.Drawn, marksB = b.drawsMarks(w.A, w.Missing, page, moved)
	found.Written, marksA = a.drawsMarks(w.B, w.Extra, candidate, backwards(moved))
	drawn, written := inOtherCase(w, page, candidate, canvasA, canvasB)
	found.Drawn, found.Written = append(found.Drawn, drawn...), slices.Concat(found.Written, written, is.drawnOn(ctx, was, wordsA))
	for _, c := range found.Controls {
		marksA = append(marksA, c.Box)
	}
	found.Figures = compareFigures(ctx, a, b, wordsA, wordsB, moved, marksA, marksB)
	found.Difference = blocks{canvasA, canvasB, wordsA, wordsB, moved}.compare(ctx)
	found.Same = found.Changed == 0 && bytes.Equal(canvasA.Pix, canvasB.Pix)
	return found
}

// aroundWords is how many pixels around a word belong to it.
const aroundWords = 2

// maskWords marks the words of a page.
func maskWords(c canvas, all []words.Word, page int) *mask {
	m := newMask(c.w, c.h)
	for _, w := range all {
		if w.Page == page {
			m.fill(w.Box, aroundWords)
		}
	}
	return m
}
