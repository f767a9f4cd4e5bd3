package features

import (
	"fmt"
	"image"
	"image/color"
	"slices"
	"strconv"
	"strings"

	"platen/domain"
)

// drawn is a PDF with its words and its pages as pictures.
type drawn struct {
	reading domain.Reading
	pages   []*image.RGBA
}

// dpi is the resolution of the pictures: 3 pixels a millimetre.
const dpi = 76.2

// check gives what is wrong with a PDF; nil: nothing.
type check func(drawn) error

// parseCheck reads an assertion:
//
//	green LEFT TOP RIGHT BOTTOM [PAGE]   the box, in millimetres on the paper, is filled with #008000
//	white LEFT TOP RIGHT BOTTOM [PAGE]   nothing is painted there
//	grey LEFT TOP RIGHT BOTTOM [PAGE]    neither white nor black nor in colour
//	coloured                             something on the first page is in colour
//	pages N
//	paper PAGE WIDTH HEIGHT              in millimetres
//	text PAGE WORDS…                     the words are on the page, in this order
//	notext PAGE WORDS…
//	word PAGE WORD LEFT TOP RIGHT BOTTOM the word's middle is in the box
//	below PAGE WORD OTHER                the word is at least half its height below the other
//	link URI
//	font NAME                            a font is used whose name begins with NAME
func parseCheck(text string) (check, error) {
	kind, rest, _ := strings.Cut(text, " ")
	fields := strings.Fields(rest)
	switch kind {
	case "green", "white", "grey":
		numbers, err := numbersIn(fields)
		if err != nil || len(numbers) != 4 && len(numbers) != 5 {
			return nil, fmt.Errorf("%q: write LEFT TOP RIGHT BOTTOM [PAGE]", text)
		}
		page := 1
		if len(numbers) == 5 {
			page = int(numbers[4])
		}
		return painted(kind, [4]float64(numbers), page), nil
	case "coloured":
		return coloured, nil
	case "link":
		return linked(rest), nil
	case "font":
		return inFont(rest), nil
	}
	if len(fields) == 0 {
		return nil, fmt.Errorf("%q is no check", text)
	}
	page, err := strconv.Atoi(fields[0])
	if err != nil {
		return nil, fmt.Errorf("%q: %w", text, err)
	}
	words := fields[1:]
	switch kind {
	case "pages":
		return pages(page), nil
	case "text", "notext":
		return says(page, strings.Join(words, " "), kind == "text"), nil
	case "below":
		if len(words) == 2 {
			return below(page, words[0], words[1]), nil
		}
	case "paper", "word":
		var word string
		if kind == "word" && len(words) > 0 {
			word, words = words[0], words[1:]
		}
		numbers, err := numbersIn(words)
		switch {
		case err != nil:
		case kind == "paper" && len(numbers) == 2:
			return paper(page, numbers[0], numbers[1]), nil
		case kind == "word" && len(numbers) == 4:
			return wordAt(page, word, [4]float64(numbers)), nil
		}
	}
	return nil, fmt.Errorf("%q is no check", text)
}

func numbersIn(fields []string) (numbers []float64, err error) {
	for _, f := range fields {
		n, err := strconv.ParseFloat(f, 64)
		if err != nil {
			return nil, err
		}
		numbers = append(numbers, n)
	}
	return numbers, nil
}

// colours say, by the words of an assertion, whether a pixel has that colour.
var colours = map[string]func(color.RGBA) bool{
	"green": func(c color.RGBA) bool { return c.R < 40 && c.G > 88 && c.G < 168 && c.B < 40 },
	"white": func(c color.RGBA) bool { return min(c.R, c.G, c.B) > 235 },
	"grey": func(c color.RGBA) bool {
		return max(c.R, c.G, c.B)-min(c.R, c.G, c.B) < 24 && c.G > 24 && c.G < 235
	},
}

// painted checks every pixel of a box, except its outermost millimetre.
func painted(colour string, box [4]float64, page int) check {
	return func(d drawn) error {
		if page > len(d.pages) {
			return fmt.Errorf("there is no page %d", page)
		}
		picture := d.pages[page-1]
		at := func(mm float64) int { return int(mm * dpi / 25.4) }
		r := image.Rect(at(box[0]+1), at(box[1]+1), at(box[2]-1), at(box[3]-1))
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for x := r.Min.X; x < r.Max.X; x++ {
				if c := picture.RGBAAt(x, y); !colours[colour](c) {
					return fmt.Errorf("page %d at %.0f, %.0f mm is rgb(%d, %d, %d), not %s",
						page, float64(x)*25.4/dpi, float64(y)*25.4/dpi, c.R, c.G, c.B, colour)
				}
			}
		}
		return nil
	}
}

func coloured(d drawn) error {
	pix := d.pages[0].Pix
	for i := 0; i < len(pix); i += 4 {
		if max(pix[i], pix[i+1], pix[i+2])-min(pix[i], pix[i+1], pix[i+2]) > 64 {
			return nil
		}
	}
	return fmt.Errorf("nothing is in colour")
}

func linked(uri string) check {
	return func(d drawn) error {
		for _, p := range d.reading.Pages {
			if slices.Contains(p.Links, uri) {
				return nil
			}
		}
		return fmt.Errorf("there is no link to %s", uri)
	}
}

func inFont(name string) check {
	return func(d drawn) error {
		if slices.ContainsFunc(d.reading.Fonts, func(f string) bool { return strings.HasPrefix(f, name) }) {
			return nil
		}
		return fmt.Errorf("the fonts are %s", strings.Join(d.reading.Fonts, ", "))
	}
}

func pages(n int) check {
	return func(d drawn) error {
		if len(d.pages) != n {
			return fmt.Errorf("there are %d pages, not %d", len(d.pages), n)
		}
		return nil
	}
}

func says(page int, words string, want bool) check {
	return func(d drawn) error {
		var text []string
		if page <= len(d.reading.Pages) {
			for _, w := range d.reading.Pages[page-1].Words {
				text = append(text, w.Text)
			}
		}
		if has := strings.Contains(strings.Join(text, " "), words); has != want {
			return fmt.Errorf("page %d says %.60q", page, strings.Join(text, " "))
		}
		return nil
	}
}

func paper(page int, width, height float64) check {
	return func(d drawn) error {
		if page > len(d.reading.Pages) {
			return fmt.Errorf("there is no page %d", page)
		}
		size := d.reading.Pages[page-1].Size
		w, h := size.Width.Millimetres(), size.Height.Millimetres()
		if w < width-1 || w > width+1 || h < height-1 || h > height+1 {
			return fmt.Errorf("page %d is %.0f × %.0f mm", page, w, h)
		}
		return nil
	}
}

func wordAt(page int, word string, box [4]float64) check {
	return func(d drawn) error {
		if page > len(d.reading.Pages) {
			return fmt.Errorf("there is no page %d", page)
		}
		told := fmt.Errorf("page %d has no word %q", page, word)
		for _, w := range d.reading.Pages[page-1].Words {
			if w.Text != word {
				continue
			}
			x, y := (w.Box.Left+w.Box.Right).Millimetres()/2, (w.Box.Top+w.Box.Bottom).Millimetres()/2
			if x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3] {
				return nil
			}
			told = fmt.Errorf("%q is at %.0f, %.0f mm of page %d", word, x, y, page)
		}
		return told
	}
}

func below(page int, word, other string) check {
	return func(d drawn) error {
		boxes := map[string]domain.Rect{}
		if page <= len(d.reading.Pages) {
			for _, w := range d.reading.Pages[page-1].Words {
				boxes[w.Text] = w.Box
			}
		}
		lower, is := boxes[word]
		upper, there := boxes[other]
		if !is || !there {
			return fmt.Errorf("page %d has no words %q and %q", page, word, other)
		}
		if distance := lower.Top - upper.Top; distance < lower.Height()/2 {
			return fmt.Errorf("%q is %.1f mm below %q", word, distance.Millimetres(), other)
		}
		return nil
	}
}
