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
	// Area is the share of the page's pixels that differ beyond words after alignment, however little.
	Area float64
	// Heat has a colour other than 0 where a pixel changed; nil where none did.
	Heat *image.Paletted
}

// Same reports whether two pictures have the same pixels.
func Same(a, b *image.RGBA) bool {
	return a == b || a.Bounds() == b.Bounds() && a.Stride == b.Stride && bytes.Equal(a.Pix, b.Pix)
}

// Compare compares a page with its counterpart, and enlarges the smaller one. It ends early, without a meaning, when ctx does: within
// some milliseconds, since a shadow gives way to clients.
func Compare(ctx context.Context, w words.Comparison, a, b *Painted) Page {
	if size := a.Bounds().Union(b.Bounds()).Size(); a.Bounds() != b.Bounds() {
		a.canvas, b.canvas = newCanvas(a.RGBA, size), newCanvas(b.RGBA, size)
	}
	for _, v := range w.Moves {
		if wa, wb := w.A[v.From], w.B[v.To]; wa.Page == a.page && wb.Page == b.page {
			grown := wb.Box.Height() / wa.Box.Height()
			a.moved = append(a.moved, wordShift{wa.Box, v.DX, v.DY, grown})
			b.moved = append(b.moved, wordShift{wa.Box.Moved(v.DX, v.DY), -v.DX, -v.DY, 1 / grown})
		}
	}
	var changedA, changedB []int
	for _, c := range w.Changed {
		changedA, changedB = append(changedA, c.From), append(changedB, c.To)
	}
	var found Page
	found.Controls = compareControls(a, b)
	found.Outlined = a.drawnOn(ctx, b, w.Missing, changedA)
	drawn, written := inOtherCase(w, a, b)
	b.findMarks(a, w.Missing)
	a.findMarks(b, w.Extra)
	found.Drawn, found.Written = drawn, slices.Concat(written, b.drawnOn(ctx, a, w.Extra, changedB))
	for _, c := range found.Controls {
		a.known = append(a.known, c.Box)
	}
	found.Figures = compareFigures(ctx, a, b)
	found.Difference = blocks{a, b}.compare(ctx)
	return found
}
