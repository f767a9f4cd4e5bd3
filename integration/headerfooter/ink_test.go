package headerfooter_test

import (
	"fmt"
	"image"
	"image/color"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/ports/pdfcheck"
)

// ink is what is painted on a page beside the body.
type ink struct {
	bounds  domain.Rect
	area    float64                // in square millimetres of full colour: what is half white counts half
	colours map[color.RGBA]float64 // the areas of the colours
}

// inkOf reads the first page, without a region and what is close to it.
func inkOf(t *testing.T, pdf *pdfcheck.File, without domain.Rect) ink {
	t.Helper()
	const beside = domain.Millimetre / 2
	without.Left, without.Top, without.Right, without.Bottom = without.Left-beside, without.Top-beside, without.Right+beside, without.Bottom+beside
	picture, err := pdf.Picture(1)
	require.NoError(t, err)
	size := picture.Bounds().Size()
	pixel := domain.A4.Width / domain.Length(size.X)
	area := pixel.Millimetres() * pixel.Millimetres()
	found, bounds := ink{colours: map[color.RGBA]float64{}}, image.Rectangle{}
	for y := range size.Y {
		if picture.Blank(y) {
			continue
		}
		for x := range size.X {
			colour := picture.At(x, y)
			light := min(colour.R, colour.G, colour.B)
			if light >= 0xfa {
				continue
			}
			left, top := domain.Length(x)*pixel, domain.Length(y)*pixel
			if left >= without.Left && left < without.Right && top >= without.Top && top < without.Bottom {
				continue
			}
			bounds = bounds.Union(image.Rect(x, y, x+1, y+1))
			found.area += area * float64(0xff-light) / 0xff
			found.colours[colour] += area
		}
	}
	found.bounds = domain.Rect{Left: domain.Length(bounds.Min.X) * pixel, Top: domain.Length(bounds.Min.Y) * pixel,
		Right: domain.Length(bounds.Max.X) * pixel, Bottom: domain.Length(bounds.Max.Y) * pixel}
	return found
}

// near returns the area of a colour and of those that the eye takes for it.
func (i ink) near(want color.RGBA) (area float64) {
	for colour, some := range i.colours {
		const shades = 12
		if max(colour.R, want.R)-min(colour.R, want.R) <= shades && max(colour.G, want.G)-min(colour.G, want.G) <= shades &&
			max(colour.B, want.B)-min(colour.B, want.B) <= shades {
			area += some
		}
	}
	return area
}

// painted is what a form of the contact sheet paints, in millimetres from the paper's upper left corner.
type painted struct {
	Left, Top, Right, Bottom float64
	// Area is that of all that is painted, as that of ink, and Colours those of some colours, by their hexadecimal digits.
	Area    float64
	Colours map[string]float64
}

// check fails if anything is missing, cut, shifted, doubled or larger.
func (p painted) check(t *testing.T, engine string, found ink) {
	t.Helper()
	const mm = 1.0
	require.InDelta(t, p.Left, found.bounds.Left.Millimetres(), mm, "%s: left edge", engine)
	require.InDelta(t, p.Top, found.bounds.Top.Millimetres(), mm, "%s: upper edge", engine)
	require.InDelta(t, p.Right, found.bounds.Right.Millimetres(), mm, "%s: right edge", engine)
	require.InDelta(t, p.Bottom, found.bounds.Bottom.Millimetres(), mm, "%s: lower edge", engine)
	require.InDelta(t, p.Area, found.area, 0.25*p.Area+2, "%s: area", engine)
	for digits, want := range p.Colours {
		colour := color.RGBA{A: 0xff}
		_, err := fmt.Sscanf(digits, "%02x%02x%02x", &colour.R, &colour.G, &colour.B)
		require.NoError(t, err)
		require.InDelta(t, want, found.near(colour), tolerated(want), "%s: area of %s", engine, digits)
	}
}

// tolerated is by how much the areas of a colour differ between engines: they smooth edges differently. Thin lines do by more.
func tolerated(area float64) float64 { return 0.1*area + 3 }
