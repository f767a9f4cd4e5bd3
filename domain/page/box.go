package page

import (
	"math"

	"platen/domain"
)

// marginsOf returns the margins around a box on a page.
func marginsOf(s domain.Size, box domain.Rect) domain.Margins {
	return domain.Margins{Left: box.Left, Top: box.Top, Right: s.Width - box.Right, Bottom: s.Height - box.Bottom}
}

// contentOf is the size of the content between margins.
func contentOf(s domain.Size, m domain.Margins) domain.Size {
	return domain.Size{Width: s.Width - m.Left - m.Right, Height: s.Height - m.Top - m.Bottom}
}

// boxOf returns the largest rectangle of the links to an address.
func boxOf(p domain.PrintedPage, address string) (box domain.Rect, found bool) {
	largest := math.Inf(-1)
	for _, link := range p.Links {
		if area := float64(link.Rect.Width() * link.Rect.Height()); link.URI == address && area > largest {
			box, largest, found = link.Rect, area, true
		}
	}
	return box, found
}

// turn says how page-orientation turns a page.
type turn uint8

const (
	upright     turn = iota
	turnedLeft       // what the page's own top was is at the left
	turnedRight      // it is at the right
)

// sides are the margins at the top, the right, the bottom and the left of the page as it is shown.
func (t turn) sides() [4]string {
	switch t {
	case turnedLeft:
		return [4]string{"margin-right", "margin-bottom", "margin-left", "margin-top"}
	case turnedRight:
		return [4]string{"margin-left", "margin-top", "margin-right", "margin-bottom"}
	}
	return [4]string{"margin-top", "margin-right", "margin-bottom", "margin-left"}
}
