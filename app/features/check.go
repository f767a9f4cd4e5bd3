package features

import (
	"fmt"
	"image"
	"strconv"
	"strings"

	"platen/domain"
)

// drawn is a PDF with its words, bookmarks and tags, and its pages as pictures.
type drawn struct {
	reading domain.Reading
	tags    []domain.Tag
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
//	bookmark LEVEL PAGE TITLE…           an entry of the outline; the outermost level is 1
//	tags TYPE…                           the structure has elements of these types, in this order
//	within TYPE OTHER…                   the structure has an element of the first type in one of the second, and so on outwards
//	alt WORDS…                           an element of the structure has this alternative text
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
	page, err := strconv.Atoi(fields[0]) // or a level
	if err != nil {
		return nil, fmt.Errorf("%q: %w", text, err)
	}
	words := fields[1:]
	switch kind {
	case "pages":
		return pages(page), nil
	case "text", "notext":
		return says(page, strings.Join(words, " "), kind == "text"), nil
	case "bookmark":
		if len(words) > 1 {
			return bookmarked(page, words[0], strings.Join(words[1:], " "))
		}
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
