package headerfooter

import "platen/domain"

// Sheet is a page of an overlay document. A copy is laid out in a room on it; what it paints beside, above and below the
// room is on the sheet, too. It is cut at the sheet's edges only.
type Sheet struct {
	// Room is the width of the copy.
	Room domain.Length
	// Beside is the distance of the room from the sheet's left and right edges.
	Beside domain.Length
	// Above is the distance of the copy from the sheet's upper edge.
	Above domain.Length
	// Height is that of the sheet.
	Height domain.Length
	// Least is the least height of the copy: a header of positioned boxes alone has no height of its own.
	Least domain.Length
}

// Paper is the size of the sheet.
func (s Sheet) Paper() domain.Size {
	return domain.Size{Width: s.Room + 2*s.Beside, Height: s.Height}
}

// reduction is the scale at which a measuring document shows a copy once more. The reduced copy keeps the middle of its
// width. The sheet shows what the copy paints as far as one and a half sheets above and two and a half below.
const reduction = 1.0 / 4

func (s Sheet) reducedTop() domain.Length { return s.Height * 3 / 8 }

// Unreduced gives where a rectangle of the sheet with the reduced copy is on the copy: distances are from the copy's upper
// left corner.
func (s Sheet) Unreduced(r domain.Rect) domain.Rect {
	across := func(x domain.Length) domain.Length { return (x-s.Beside-s.Room/2)/reduction + s.Room/2 }
	down := func(y domain.Length) domain.Length { return (y - s.reducedTop()) / reduction }
	return domain.Rect{Left: across(r.Left), Top: down(r.Top), Right: across(r.Right), Bottom: down(r.Bottom)}
}
