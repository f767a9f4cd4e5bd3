package pdfcheck

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"io"
	"os"
	"path/filepath"
	"syscall"

	"platen/domain"
)

// Resolutions of pictures, in pixels an inch.
const (
	fine   = 144 // a quarter of a millimetre is a pixel and a half
	coarse = 72  // a pixel is 0.35 mm
)

// Coarse has pages drawn at half the resolution, at a fraction of the cost: for checks to a millimetre. Call it before the first picture.
func (f *File) Coarse() *File {
	f.resolution = coarse
	return f
}

// Picture is the drawing of a page. It can be read until the test that opened the file ends.
type Picture struct {
	width, height int
	pixels        []byte // red, green, blue
	resolution    int    // in pixels an inch
}

// Bounds are in pixels, from 0, 0.
func (p *Picture) Bounds() image.Rectangle { return image.Rect(0, 0, p.width, p.height) }

// At returns the colour of a pixel; white outside of the picture.
func (p *Picture) At(x, y int) color.RGBA {
	if !(image.Point{X: x, Y: y}).In(p.Bounds()) {
		return color.RGBA{0xff, 0xff, 0xff, 0xff}
	}
	at := p.pixels[(y*p.width+x)*3:]
	return color.RGBA{at[0], at[1], at[2], 0xff}
}

// Blank reports whether a row of pixels is white. Most are, and to ask for each pixel takes long.
func (p *Picture) Blank(y int) bool {
	return bytes.Count(p.pixels[3*p.width*y:3*p.width*(y+1)], []byte{0xff}) == 3*p.width
}

// Painted checks that a region of a page, counted from 1, has one colour. It ignores a pixel at the edges, and
// differences of shade that the eye cannot see.
func Painted(page int, region domain.Rect, want color.Color) Check {
	return func(f *File) error {
		picture, err := f.Picture(page)
		if err != nil {
			return err
		}
		pixels := picture.pixelsOf(region).Inset(1)
		for y := pixels.Min.Y; y < pixels.Max.Y; y++ {
			for x := pixels.Min.X; x < pixels.Max.X; x++ {
				if got := picture.At(x, y); !alike(got, rgb(want)) {
					return fmt.Errorf("page %d is %s at %v, %v, want %s", page, hex(got), picture.length(x), picture.length(y), hex(want))
				}
			}
		}
		return nil
	}
}

// PaintedAt checks the bounding box of a colour on a page, to a tolerance on each edge. For one of a millimetre, a coarse picture will do.
func PaintedAt(page int, want color.Color, region domain.Rect, tolerance domain.Length) Check {
	return func(f *File) error {
		resolution := f.resolution
		if tolerance >= domain.Millimetre {
			resolution = coarse
		}
		got, err := f.extent(page, resolution, want)
		if err != nil {
			return err
		}
		if !covers(got, region, tolerance) {
			return fmt.Errorf("%s on page %d is painted at %v, want %v", hex(want), page, got, region)
		}
		return nil
	}
}

// Unpainted checks that a page has no pixel of a colour.
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

// Extent returns the bounding box of a colour on a page; an error if no pixel has it.
func (f *File) Extent(page int, colour color.Color) (domain.Rect, error) {
	return f.extent(page, f.resolution, colour)
}

func (f *File) extent(page, resolution int, colour color.Color) (domain.Rect, error) {
	picture, err := f.picture(page, resolution)
	if err != nil {
		return domain.Rect{}, err
	}
	found := picture.extent(rgb(colour))
	if found.Empty() {
		return domain.Rect{}, fmt.Errorf("nothing on page %d is %s", page, hex(colour))
	}
	return domain.Rect{Left: picture.length(found.Min.X), Top: picture.length(found.Min.Y),
		Right: picture.length(found.Max.X), Bottom: picture.length(found.Max.Y)}, nil
}

// extent returns the bounding box of a colour. Of each row that differs from the one above it, it reads the bytes from both ends up to a
// pixel of the colour, since there are millions. No goroutine writes to a picture, so the race detector need not watch.
//
//go:norace
func (p *Picture) extent(want color.RGBA) (found image.Rectangle) {
	var left, right int
	var above []byte
	for y := range p.height {
		row := p.pixels[3*p.width*y : 3*p.width*(y+1)]
		if !bytes.Equal(row, above) {
			left, right = 0, p.width
			for left < right && !has(row, left, want) {
				left++
			}
			for left < right && !has(row, right-1, want) {
				right--
			}
		}
		found = found.Union(image.Rect(left, y, right, y+1)) // nothing, if the row has no such pixel
		above = row
	}
	return found
}

// has reports whether a pixel of a row has a colour.
//
//go:norace
func has(row []byte, x int, want color.RGBA) bool {
	return near(row[3*x], want.R) && near(row[3*x+1], want.G) && near(row[3*x+2], want.B)
}

// Picture draws a page, counted from 1.
func (f *File) Picture(page int) (*Picture, error) { return f.picture(page, f.resolution) }

// more is how many of the following pages are drawn with a page that is not the first to be, or is coarse: most tests that see two see
// others, and coarse ones take less than another start of pdftoppm.
const more = 5

// picture draws a page at a resolution, and keeps it. A fine picture does for a coarse one.
func (f *File) picture(page, resolution int) (*Picture, error) {
	for _, kept := range []int{resolution, fine} {
		if p, known := f.pictures[drawing{page, kept}]; known {
			return p, nil
		}
	}
	last := page
	if len(f.pictures) > 0 || resolution == coarse {
		last += more
	}
	process := f.process(fmt.Sprintf("pdftoppm -cropbox -r %d -f %d -l %d PDF", resolution, page, last))
	// Through a pipe, the pixels would take as long again: most reads would wait for four kilobytes.
	pages, err := os.CreateTemp(filepath.Dir(f.path), "*.ppm")
	if err != nil {
		return nil, err
	}
	defer os.Remove(pages.Name()) // what is mapped stays
	defer pages.Close()
	var log bytes.Buffer
	process.Stdout, process.Stderr = pages, &log
	ended := process.Run()
	err = f.keepPictures(pages, page, resolution)
	if p, known := f.pictures[drawing{page, resolution}]; known {
		return p, nil
	}
	return nil, fmt.Errorf("draw page %d: %w: %s", page, errors.Join(err, ended), bytes.TrimSpace(log.Bytes()))
}

// drawing is a page at a resolution.
type drawing struct{ page, resolution int }

// keepPictures keeps the pages of a file of raw portable pixmaps, ppm(5). The race detector takes ten times as long to record pixels that
// are read into Go's memory as pdftoppm takes to draw them: they stay in the file, until the test ends.
func (f *File) keepPictures(file *os.File, page, resolution int) error {
	size, err := file.Seek(0, io.SeekEnd)
	if err != nil || size == 0 {
		return err
	}
	pixels, err := syscall.Mmap(int(file.Fd()), 0, int(size), syscall.PROT_READ, syscall.MAP_PRIVATE)
	if err != nil {
		return fmt.Errorf("keep %d bytes of pixels: %w", size, err)
	}
	whole := pixels
	f.t.Cleanup(func() {
		if err := syscall.Munmap(whole); err != nil {
			f.t.Errorf("give back %d bytes of pixels: %v", len(whole), err)
		}
	})
	for ; len(pixels) > 0; page++ {
		p := Picture{resolution: resolution}
		rest := bytes.NewReader(pixels)
		if _, err := fmt.Fscanf(rest, "P6\n%d %d\n255\n", &p.width, &p.height); err != nil {
			return err
		}
		pixels = pixels[len(pixels)-rest.Len():]
		if len(pixels) < 3*p.width*p.height {
			return io.ErrUnexpectedEOF
		}
		p.pixels, pixels = pixels[:3*p.width*p.height], pixels[3*p.width*p.height:]
		f.pictures[drawing{page, resolution}] = &p
	}
	return nil
}

func (p *Picture) pixelsOf(r domain.Rect) image.Rectangle {
	px := func(l domain.Length) int { return int(l.Inches()*float64(p.resolution) + 0.5) }
	return image.Rect(px(r.Left), px(r.Top), px(r.Right), px(r.Bottom))
}

func (p *Picture) length(pixels int) domain.Length {
	return domain.Length(pixels) * domain.Inch / domain.Length(p.resolution)
}

func alike(a, b color.RGBA) bool { return near(a.R, b.R) && near(a.G, b.G) && near(a.B, b.B) }

// near allows for colour management and smoothed edges.
func near(a, b uint8) bool { return max(a, b)-min(a, b) <= 12 }

func rgb(c color.Color) color.RGBA { return color.RGBAModel.Convert(c).(color.RGBA) }

func hex(c color.Color) string {
	rgb := rgb(c)
	return fmt.Sprintf("#%02x%02x%02x", rgb.R, rgb.G, rgb.B)
}
