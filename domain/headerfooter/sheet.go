package headerfooter

import "platen/domain"

// Sheet is a page of an overlay document. A copy is laid out in a room on it; what it paints beside, above and below the
// room is on the sheet, too. It is cut at the sheet's edges only.
type Sheet struct {
	// Room is the width of the copy.
	Room domain.Length
	// Beside is the distance of the room from the sheet's left and right edges.
	Beside domain.Length
	// Height is that of the sheet.
	Height domain.Length
}

// Paper is the size of the sheet.
func (s Sheet) Paper() domain.Size {
	return domain.Size{Width: s.Room + 2*s.Beside, Height: s.Height}
}

// Above is the distance of the copy from the sheet's upper edge. Half of the sheet is left for the copy, which is more
// than a header may take of a page.
func (s Sheet) Above() domain.Length { return s.Height / 2 }
