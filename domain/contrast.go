package domain

import (
	"fmt"
	"math"
)

// FaintText is text of a page that has less contrast to what is painted under it than WCAG 2 asks for (success criterion 1.4.3).
type FaintText struct {
	// Page counts from 1.
	Page int
	// Text is that of a line, or the beginning of it.
	Text string
	// Ratio is that of Contrast, and Needed the least that would do.
	Ratio, Needed float64
}

// String says what is faint, as in "contrast of 2.8, where 4.5 is needed: “by post”".
func (f FaintText) String() string {
	return fmt.Sprintf("contrast of %.1f, where %g is needed: “%s”", math.Floor(f.Ratio*10)/10, f.Needed, f.Text)
}

// Contrast is the contrast ratio of two colours in sRGB, whose components are from 0 to 1. It is from 1, for equal ones, to 21.
func Contrast(a, b [3]float64) float64 {
	lighter, darker := luminance(a), luminance(b)
	if lighter < darker {
		lighter, darker = darker, lighter
	}
	return (lighter + 0.05) / (darker + 0.05)
}

// luminance is the relative luminance of WCAG 2.
func luminance(colour [3]float64) (sum float64) {
	for i, weight := range [3]float64{0.2126, 0.7152, 0.0722} {
		c := min(max(colour[i], 0), 1)
		if c <= 0.04045 {
			sum += weight * c / 12.92
		} else {
			sum += weight * math.Pow((c+0.055)/1.055, 2.4)
		}
	}
	return sum
}

// LeastContrast is the contrast that text needs of a size: 4.5, or 3 for large text, which is of 18 points, or 14 if it is bold.
func LeastContrast(size Length, bold bool) float64 {
	const rounding = 0.1 * Point
	if size+rounding >= 18*Point || bold && size+rounding >= 14*Point {
		return 3
	}
	return 4.5
}
