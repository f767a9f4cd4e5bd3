package features

import (
	"fmt"
	"image"
	"image/color"
)

// colours say, by the words of an assertion, whether a pixel has that colour.
var colours = map[string]func(color.RGBA) bool{
	"green": func(c color.RGBA) bool { return c.R < 40 && c.G > 88 && c.G < 168 && c.B < 40 },
	"white": func(c color.RGBA) bool { return min(c.R, c.G, c.B) > 235 },
}

// painted checks every pixel of a box, except its outermost millimetre.
func painted(d drawn, c check) error {
	pages, err := d.pages()
	if err != nil {
		return err
	}
	if c.page > len(pages) {
		return fmt.Errorf("there is no page %d", c.page)
	}
	picture := pages[c.page-1]
	at := func(mm float64) int { return int(mm * dpi / 25.4) }
	box := c.distances
	r := image.Rect(at(box[0]+1), at(box[1]+1), at(box[2]-1), at(box[3]-1))
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if got := picture.RGBAAt(x, y); !colours[c.kind](got) {
				return fmt.Errorf("page %d is %s where it should be %s, %.0f mm from the left and %.0f mm from the top",
					c.page, colourName(got), c.kind, float64(x)*25.4/dpi, float64(y)*25.4/dpi)
			}
		}
	}
	return nil
}

// colourName is what a person calls a colour of the catalogue's documents.
func colourName(c color.RGBA) string {
	switch least, most := min(c.R, c.G, c.B), max(c.R, c.G, c.B); {
	case colours["white"](c):
		return "white"
	case colours["green"](c):
		return "green"
	case most < 60:
		return "black"
	case most-least < 20:
		return "grey"
	case c.R > 160 && c.G < 90 && c.B < 90:
		return "red"
	}
	return "of another colour"
}

func coloured(d drawn, _ check) error {
	pages, err := d.pages()
	if err != nil {
		return err
	}
	pix := pages[0].Pix
	for i := 0; i < len(pix); i += 4 {
		if max(pix[i], pix[i+1], pix[i+2])-min(pix[i], pix[i+1], pix[i+2]) > 64 {
			return nil
		}
	}
	return fmt.Errorf("nothing is in colour")
}
