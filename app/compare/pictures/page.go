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
	// Invisible and Cut are words that the candidate has and a reader has not; Outlined are missing ones that are drawn all the same.
	Invisible, Cut, Outlined []int
	// Styles are those of the words that look different.
	Styles map[int]Style
}

// Difference is how two pictures of a page differ.
type Difference struct {
	// Changed is the share of pixels that visibly differ in place.
	Changed float64
	// Similarity is the mean structural similarity of aligned blocks.
	Similarity float64
	// Residue is what differs beyond words after alignment: the sum of its strength in square millimetres, and Largest that of its
	// largest connected part.
	Residue, Largest float64
	// Heat has a colour other than 0 where a pixel changed; nil where none did.
	Heat *image.Paletted
	// Lost are textured regions, such as pictures, that are blank in the candidate.
	Lost []words.Box
}

// Style is how much a word looks different, from 0 to 1, and by what most, as in "bolder or lighter".
type Style struct {
	Share float64
	By    string
}

// Compare compares the pictures of a page, counted from 0, and of its counterpart. It ends early, without a meaning, when ctx does:
// within some milliseconds, since a shadow gives way to clients.
func Compare(ctx context.Context, w words.Comparison, page, candidate int, a, b *image.RGBA) Page {
	missing := slices.ContainsFunc(w.Missing, func(i int) bool { return w.A[i].Page == page })
	if !missing && (a == b || a.Bounds() == b.Bounds() && a.Stride == b.Stride && bytes.Equal(a.Pix, b.Pix)) {
		return Page{Difference: Difference{Similarity: 1}, Same: true}
	}
	canvasA, canvasB := newCanvases(a, b)
	found := Page{Styles: map[int]Style{}}
	var moved []wordShift
	for _, v := range w.Moves {
		wa, wb := w.A[v.From], w.B[v.To]
		if wa.Page != page || wb.Page != candidate || ctx.Err() != nil {
			continue
		}
		moved = append(moved, wordShift{wa.Box, v.DX, v.DY})
		if wa.Pieces > 1 || wb.Pieces > 1 {
			continue
		}
		l := compareInk(readInk(canvasA, wa.Box), readInk(canvasB, wb.Box), wa.Box, wb.Box)
		switch {
		case l.invisible:
			found.Invisible = append(found.Invisible, v.From)
		case l.cut:
			found.Cut = append(found.Cut, v.From)
		case l.Share > 0:
			found.Styles[v.From] = l.Style
		}
	}
	found.Outlined = findOutlines(ctx, w, page, candidate, canvasA, canvasB, moved)
	found.Difference = comparePictures(ctx, canvasA, canvasB, maskWords(canvasA, w.A, page), maskWords(canvasB, w.B, candidate), moved)
	found.Same = found.Changed == 0 && bytes.Equal(canvasA.Pix, canvasB.Pix)
	return found
}

// maskWords marks the words of a page.
func maskWords(c canvas, all []words.Word, page int) *mask {
	const around = 2
	m := newMask(c.w, c.h)
	for _, w := range all {
		if w.Page == page {
			m.fill(w.Box, around)
		}
	}
	return m
}
