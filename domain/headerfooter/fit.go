package headerfooter

import (
	"platen/domain"
)

// Fit says how copies are laid out, and how they are placed on a page.
type Fit struct {
	OverlayPage
	// Scale is the size at which the page of the copy is placed; 1, unless the copy is too wide.
	Scale domain.Length
	// Shift is how far to the right of the left margin's edge the copy is placed.
	Shift domain.Length

	natural *natural // of a copy that is too wide
}

// natural is how a copy was laid out in its own width, and how far it reached.
type natural struct {
	page   OverlayPage
	spread horizontal
}

// Copy is what a print shows of a copy, or of several of the same height, in the units of its layout, as distances from its upper left
// corner.
type Copy struct {
	// Height is that of its box.
	Height  domain.Length
	Painted []domain.PaintedRect
}

// Target is what NextFit needs to know of the body's page that a copy is placed on, or of several.
type Target struct {
	// ContentWidth is the width between the margins.
	ContentWidth, LeftMargin, RightMargin domain.Length
	PaperHeight                           domain.Length
	// EdgeDistance is the distance between the paper's edge and the copy.
	EdgeDistance domain.Length
}

const (
	// loss is how much of what is painted may be beyond the paper's edge; it is too little to be missed, except of letters at the side.
	loss = 0.75 * domain.Millimetre
	// thin is more than the thickness of rules and borders.
	thin = 2 * domain.Millimetre
	// bleed is how far a background reaches into the margins if it is meant to bleed.
	bleed = domain.Millimetre
	// noHeight is less than any line of text.
	noHeight = 0.5 * domain.Point
	// widenings is how often a copy is laid out wider, at most.
	widenings = 3
)

// NextFit returns the next fit to try, after copies were printed with this one; false if this one keeps all that they paint. round counts
// the prints so far. The error is an InvalidRequest: a part of a copy cannot be kept on the paper.
//
// If a copy has positioned boxes only, it is laid out again in a box as tall as what they paint. If a copy is wider than the paper, it is
// laid out wider and scaled down to its own width. If that does not help, as when a width is a percentage, it is scaled without a
// new layout.
func (h *HeaderFooter) NextFit(fit Fit, target Target, copies []Copy, round int) (Fit, bool, error) {
	var spread horizontal
	for _, c := range copies {
		if c.Height < noHeight && len(c.Painted) > 0 && fit.MinCopyHeight == 0 {
			fit.MinCopyHeight = paintedHeight(c.Painted)
			return fit, true, nil
		}
		spread.add(c.Painted, fit, target)
	}
	if spread.overflows {
		return h.narrower(fit, target, spread, round)
	}
	for _, c := range copies {
		if err := h.checkLost(fit, target, c); err != nil {
			return fit, false, err
		}
	}
	return fit, false, nil
}

// paintedHeight is the height of a box that holds what is positioned by its upper edge and what is positioned by its lower edge.
func paintedHeight(painted []domain.PaintedRect) (height domain.Length) {
	for _, m := range painted {
		height = max(height, m.Rect.Bottom, -m.Rect.Top)
	}
	return height
}

// horizontal is how far painted rectangles reach to the left and to the right, in the units of the layout.
type horizontal struct {
	left, right domain.Length
	overflows   bool
}

// add takes painted rectangles into account. What begins in the left margin and ends in the right one is a background that bleeds.
func (s *horizontal) add(painted []domain.PaintedRect, fit Fit, target Target) {
	for _, m := range painted {
		left, right := fit.Shift+m.Rect.Left*fit.Scale, fit.Shift+m.Rect.Right*fit.Scale // from the edge of the left margin
		if m.Kind != domain.Glyphs && fit.Scale*m.Rect.Left < -bleed && fit.Scale*(m.Rect.Right-fit.CopyWidth) > bleed {
			continue
		}
		s.left, s.right = min(s.left, m.Rect.Left), max(s.right, m.Rect.Right)
		beyond := max(-target.LeftMargin-left, right-target.ContentWidth-target.RightMargin)
		s.overflows = s.overflows || beyond > loss || m.Kind == domain.Glyphs && beyond > domain.Pixel
	}
}

// narrower returns the next fit for copies that are too wide.
func (h *HeaderFooter) narrower(fit Fit, target Target, spread horizontal, round int) (Fit, bool, error) {
	if fit.natural == nil {
		fit.natural = &natural{fit.OverlayPage, spread}
	}
	switch {
	case round < widenings:
		width := max(spread.right, fit.CopyWidth) - spread.left
		grown := width / fit.CopyWidth
		fit.CopyWidth, fit.SideMargin, fit.BodyHeight = width, roundUp(fit.SideMargin*grown, domain.Pixel), fit.BodyHeight*grown
		fit.Scale = target.ContentWidth / width
		return fit, true, nil
	case round == widenings:
		page, spread := fit.natural.page, fit.natural.spread
		page.MinCopyHeight = fit.MinCopyHeight
		scale := target.ContentWidth / (max(spread.right, page.CopyWidth) - spread.left)
		return Fit{OverlayPage: page, Scale: scale, Shift: -spread.left * scale, natural: fit.natural}, true, nil
	}
	return fit, false, domain.Invalidf("%s paints beyond the paper's edge, however much it shrinks: check its widths and offsets", h.position)
}

// checkLost looks for what is painted above or below the paper. Rules and parts of backgrounds may be beyond the paper's edge; text may
// not, and neither may half a picture or a whole drawing.
func (h *HeaderFooter) checkLost(fit Fit, target Target, c Copy) error {
	top := -target.EdgeDistance // of the paper
	if h.position == Footer {
		top = target.EdgeDistance + c.Height*fit.Scale - target.PaperHeight
	}
	bottom := top + target.PaperHeight
	seen := len(c.Painted) == 0
	for _, m := range c.Painted {
		upper, lower := m.Rect.Top*fit.Scale, m.Rect.Bottom*fit.Scale
		seen = seen || lower > top && upper < bottom
		first, last := lower, upper // of what must be on the paper: any part of a shape
		switch {
		case m.Kind == domain.Picture:
			first, last = (upper+lower)/2, (upper+lower)/2
		case m.Kind == domain.Glyphs:
			first, last = upper+capitalTop*(lower-upper), upper+baseline*(lower-upper)
		case min(lower-upper, (m.Rect.Right-m.Rect.Left)*fit.Scale) < thin:
			continue
		}
		switch {
		case first < top-loss:
			return domain.Invalidf("%s has text, a picture or a block above the paper's upper edge: check its offsets and negative margins",
				h.position)
		case last > bottom+loss:
			return domain.Invalidf("%s has text, a picture or a block below the paper's lower edge: check its offsets and negative margins",
				h.position)
		}
	}
	if !seen {
		return domain.Invalidf("%s paints nothing on the paper: check its offsets", h.position)
	}
	return nil
}

// Where capitals begin and end in most fonts, as shares of a font's ascent and descent together.
const (
	capitalTop = 0.17
	baseline   = 0.8
)
