package features

import (
	"fmt"
	"image"
	"strconv"
	"strings"

	"platen/domain"
)

// drawn is a PDF with its words, bookmarks, tags and form fields, and its pages as pictures.
type drawn struct {
	reading domain.Reading
	fields  []string
	tags    []domain.Tag
	pages   []*image.RGBA
}

// dpi is the resolution of the pictures: 3 pixels a millimetre.
const dpi = 76.2

// check returns what is wrong with a PDF; nil: nothing.
type check func(drawn) error

// parseCheck reads an assertion:
//
//	green LEFT TOP RIGHT BOTTOM [PAGE]   the box, in millimetres on the paper, is filled with #008000
//	white LEFT TOP RIGHT BOTTOM [PAGE]   nothing is painted there
//	coloured                             something on the first page is in colour
//	pages N
//	paper PAGE WIDTH HEIGHT              in millimetres
//	text PAGE WORDS…                     the words are on the page, in this order
//	notext PAGE WORDS…
//	word PAGE WORD LEFT TOP RIGHT BOTTOM the word's middle is in the box
//	below PAGE WORD OTHER                the word is at least half its height below the other
//	link URI
//	field NAME                           the form has a field of this name to fill in
//	font NAME                            a font is used whose name begins with NAME
//	bookmark LEVEL PAGE TITLE…           an entry of the outline; the outermost level is 1
//	tags TYPE…                           the structure has elements of these types, in this order
//	within TYPE OTHER…                   the structure has an element of the first type in one of the second, and so on outwards
//	alt WORDS…                           an element of the structure has this alternative text
func parseCheck(text string) (check, error) {
	kind, rest, _ := strings.Cut(text, " ")
	fields := strings.Fields(rest)
	switch kind {
	case "green", "white":
		return parsePainted(kind, text, fields)
	case "coloured":
		return coloured, nil
	case "link":
		return linked(rest), nil
	case "field":
		return inForm(rest), nil
	case "font":
		return inFont(rest), nil
	case "tags":
		return tagged(fields), nil
	case "within":
		return within(fields), nil
	case "alt":
		return alternative(rest), nil
	}
	if len(fields) == 0 {
		return nil, fmt.Errorf("%q is no check", text)
	}
	number, err := strconv.Atoi(fields[0])
	if err != nil || number < 1 {
		return nil, fmt.Errorf("%q: write a number from 1 after %q", text, kind)
	}
	if c := numberedCheck(kind, number, fields[1:]); c != nil {
		return c, nil
	}
	return nil, fmt.Errorf("%q is no check", text)
}

// parsePainted reads an assertion on what is painted in a box.
func parsePainted(kind, text string, fields []string) (check, error) {
	numbers, err := numbersIn(fields)
	if err != nil || len(numbers) != 4 && len(numbers) != 5 {
		return nil, fmt.Errorf("%q: write LEFT TOP RIGHT BOTTOM [PAGE]", text)
	}
	page := 1
	if len(numbers) == 5 {
		page = int(numbers[4])
	}
	return painted(kind, [4]float64(numbers), page), nil
}

// numberedCheck returns an assertion that begins with a number: of a page, of pages, or of a level; nil: there is none like it.
func numberedCheck(kind string, number int, words []string) check {
	switch kind {
	case "pages":
		return pages(number)
	case "text", "notext":
		return says(number, strings.Join(words, " "), kind == "text")
	case "bookmark":
		if len(words) < 2 {
			return nil
		}
		if page, err := strconv.Atoi(words[0]); err == nil {
			return bookmarked(number, page, strings.Join(words[1:], " "))
		}
	case "below":
		if len(words) == 2 {
			return below(number, words[0], words[1])
		}
	case "paper":
		if numbers, err := numbersIn(words); err == nil && len(numbers) == 2 {
			return paper(number, numbers[0], numbers[1])
		}
	case "word":
		if len(words) != 5 {
			return nil
		}
		if numbers, err := numbersIn(words[1:]); err == nil {
			return wordAt(number, words[0], [4]float64(numbers))
		}
	}
	return nil
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
