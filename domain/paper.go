package domain

// Size is a paper's size.
type Size struct{ Width, Height Length }

// The shortest and the longest side of a page that PDF readers agree on (ISO 32000-1, Annex C): 1 mm and 200 inches.
const (
	MinPageSide = 3 * Point
	MaxPageSide = 14400 * Point
)

// A4 is the default paper, portrait.
var A4 = Size{210 * Millimetre, 297 * Millimetre}

// Margins are the distances from the paper's edges to the page's content.
type Margins struct{ Top, Right, Bottom, Left Length }

// UniformMargins returns four equal margins.
func UniformMargins(l Length) Margins { return Margins{l, l, l, l} }

// Rect is a region of a page. Distances are from the left and the top edge of the page as a reader shows it.
type Rect struct{ Left, Top, Right, Bottom Length }

// Width is the distance from the left to the right edge.
func (r Rect) Width() Length { return r.Right - r.Left }

// Height is the distance from the top to the bottom edge.
func (r Rect) Height() Length { return r.Bottom - r.Top }

// Move returns the region shifted to the right and down.
func (r Rect) Move(right, down Length) Rect {
	return Rect{r.Left + right, r.Top + down, r.Right + right, r.Bottom + down}
}
