package pdfcheck

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"strconv"

	"platen/domain"
)

// resolution is that of pictures, in pixels an inch: a quarter of a millimetre is a pixel and a half.
const resolution = 144

// Picture is a page as it is seen.
type Picture struct{ image.Image }

// Painted is a region of a page, counted from 1, that has one colour all over. A pixel at the edges does not
// count, and neither does a shade that the eye cannot tell.
func Painted(page int, region domain.Rect, want color.Color) Check {
	return func(f *File) error {
		picture, err := f.Picture(page)
		if err != nil {
			return err
		}
		pixels := pixelsOf(region).Inset(1)
		for y := pixels.Min.Y; y < pixels.Max.Y; y++ {
			for x := pixels.Min.X; x < pixels.Max.X; x++ {
				if got := picture.At(x, y); !alike(got, want) {
					return fmt.Errorf("page %d is %s at %v, %v, want %s", page, hex(got), length(x), length(y), hex(want))
				}
			}
		}
		return nil
	}
}

// PaintedAt is the box around all that has a colour on a page, to a tolerance on each edge.
func PaintedAt(page int, want color.Color, region domain.Rect, tolerance domain.Length) Check {
	return func(f *File) error {
		got, err := f.Extent(page, want)
		if err != nil {
			return err
		}
		if off(got.Left, region.Left) > tolerance || off(got.Top, region.Top) > tolerance ||
			off(got.Right, region.Right) > tolerance || off(got.Bottom, region.Bottom) > tolerance {
			return fmt.Errorf("%s on page %d is painted at %v, want %v", hex(want), page, got, region)
		}
		return nil
	}
}

// Unpainted is a colour that is nowhere on a page.
func Unpainted(page int, colour color.Color) Check {
	return func(f *File) error {
		if _, err := f.Picture(page); err != nil {
			return err
		}
		if at, err := f.Extent(page, colour); err == nil {
			return fmt.Errorf("%s is on page %d at %v, and should not be", hex(colour), page, at)
		}
		return nil
	}
}

// Extent is the box around all that has a colour on a page; an error where nothing has.
func (f *File) Extent(page int, colour color.Color) (domain.Rect, error) {
	picture, err := f.Picture(page)
	if err != nil {
		return domain.Rect{}, err
	}
	var found image.Rectangle
	for y := picture.Bounds().Min.Y; y < picture.Bounds().Max.Y; y++ {
		for x := picture.Bounds().Min.X; x < picture.Bounds().Max.X; x++ {
			if alike(picture.At(x, y), colour) {
				found = found.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	if found.Empty() {
		return domain.Rect{}, fmt.Errorf("nothing on page %d is %s", page, hex(colour))
	}
	return domain.Rect{Left: length(found.Min.X), Top: length(found.Min.Y), Right: length(found.Max.X), Bottom: length(found.Max.Y)}, nil
}

// Picture paints a page, counted from 1.
func (f *File) Picture(page int) (Picture, error) {
	if p, ok := f.pictures[page]; ok {
		return p, nil
	}
	number := strconv.Itoa(page)
	out, err := f.run("pdftoppm", "-png", "-cropbox", "-r", strconv.Itoa(resolution), "-f", number, "-l", number, f.path)
	if err != nil {
		return Picture{}, err
	}
	decoded, err := png.Decode(bytes.NewReader(out))
	if err != nil {
		return Picture{}, fmt.Errorf("read the picture of page %d: %w", page, err)
	}
	f.pictures[page] = Picture{decoded}
	return f.pictures[page], nil
}

func pixelsOf(r domain.Rect) image.Rectangle {
	px := func(l domain.Length) int { return int(l.Inches()*resolution + 0.5) }
	return image.Rect(px(r.Left), px(r.Top), px(r.Right), px(r.Bottom))
}

func length(pixels int) domain.Length { return domain.Length(pixels) * domain.Inch / resolution }

// alike allows for colour management and edges that are smoothed.
func alike(a, b color.Color) bool {
	const most = 0x0c00
	ar, ag, ab, _ := a.RGBA()
	br, bg, bb, _ := b.RGBA()
	near := func(x, y uint32) bool { return max(x, y)-min(x, y) <= most }
	return near(ar, br) && near(ag, bg) && near(ab, bb)
}

func hex(c color.Color) string {
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}
