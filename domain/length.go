package domain

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Length is a distance on paper in PDF points, 1/72 inch.
type Length float64

// The absolute units of CSS Values and Units 4, section 6.2, in points.
const (
	Point      Length = 1
	Inch              = 72 * Point
	Millimetre        = Inch / 25.4
	Centimetre        = 10 * Millimetre
	Pica              = 12 * Point
	Pixel             = Inch / 96
	Quarter           = Millimetre / 4
)

// units are their names in CSS.
var units = map[string]Length{
	"pt": Point, "in": Inch, "mm": Millimetre, "cm": Centimetre, "pc": Pica, "px": Pixel, "q": Quarter,
}

// Points returns the length in PDF points.
func (l Length) Points() float64 { return float64(l) }

// Millimetres returns the length in millimetres.
func (l Length) Millimetres() float64 { return float64(l / Millimetre) }

// Inches returns the length in inches.
func (l Length) Inches() float64 { return float64(l / Inch) }

// Pixels returns the length in CSS pixels, 1/96 inch.
func (l Length) Pixels() float64 { return float64(l / Pixel) }

// ParseLength reads a number with an absolute CSS unit, as in "10mm" or "0.5in", and a bare "0".
func ParseLength(text string) (Length, error) {
	value, name, ok := SplitUnit(text)
	if !ok {
		return 0, fmt.Errorf("%q is not a length: write a number with a unit, as in 10mm, 1cm, 0.5in, 12pt or 20px", text)
	}
	unit, known := units[name]
	if !known && (value != 0 || name != "") {
		return 0, fmt.Errorf("%q has no unit that is a length: write mm, cm, in, pt, pc, px or q", text)
	}
	length := Length(value) * unit
	if math.IsInf(length.Points(), 0) {
		return 0, fmt.Errorf("%q is longer than any length can be", text)
	}
	return length, nil
}

// SplitUnit divides a number and its unit, which may be a percent sign or missing. The unit is in lower case, with the blanks before it.
// ok is false if the text does not begin with a number.
func SplitUnit(text string) (number float64, unit string, ok bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	digits := strings.TrimRight(text, "abcdefghijklmnopqrstuvwxyz% ")
	// strconv also accepts 0x1p4 and 1_000.
	number, err := strconv.ParseFloat(digits, 64)
	return number, text[len(digits):], err == nil && !strings.ContainsAny(digits, "x_")
}

// UnmarshalText reads what ParseLength reads, for configuration files.
func (l *Length) UnmarshalText(text []byte) error {
	length, err := ParseLength(string(text))
	if err == nil {
		*l = length
	}
	return err
}

// MarshalText writes the length in millimetres, to a thousandth.
func (l Length) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// String returns the length in millimetres, to a thousandth, as in "10mm".
func (l Length) String() string {
	return strconv.FormatFloat(math.Round(l.Millimetres()*1000)/1000, 'f', -1, 64) + "mm"
}

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
