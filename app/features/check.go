package features

import (
	"fmt"
	"image"
	"strconv"
	"strings"

	"platen/domain"
)

// drawn is a PDF: what it says, and its pages as pictures, which are drawn when an assertion is about them.
type drawn struct {
	reading domain.Reading
	pages   func() ([]*image.RGBA, error)
}

// page returns the words of a page.
func (d drawn) page(number int) (domain.ReadPage, error) {
	if number > len(d.reading.Pages) {
		return domain.ReadPage{}, fmt.Errorf("there is no page %d", number)
	}
	return d.reading.Pages[number-1], nil
}

// dpi is the resolution of the pictures: 3 pixels a millimetre.
const dpi = 76.2

// kinds are the kinds of assertions. In a form, a word in capitals that stands for a distance is a number, PAGE and N are whole numbers
// from 1, and what ends with … takes all that is left.
var kinds = map[string]struct {
	form string
	// fault returns what is wrong with a PDF; nil: nothing.
	fault func(drawn, check) error
}{
	"green":    {"LEFT TOP RIGHT BOTTOM [PAGE]", painted}, // the box, in millimetres on the paper, is filled with #008000
	"white":    {"LEFT TOP RIGHT BOTTOM [PAGE]", painted}, // nothing is painted there
	"coloured": {"", coloured},                            // something on the first page is in colour
	"pages":    {"N", pages},
	"paper":    {"PAGE WIDTH HEIGHT", paper}, // in millimetres
	"text":     {"PAGE WORDS…", says},        // the words are on the page, in this order
	"notext":   {"PAGE WORDS…", says},
	"word":     {"PAGE WORD LEFT TOP RIGHT BOTTOM", wordAt}, // the word's middle is in the box
	"below":    {"PAGE WORD OTHER", below},                  // the word is at least half its height below the other
	"link":     {"URI", linked},
	"field":    {"NAME", inForm},              // the form has a field of this name to fill in
	"font":     {"NAME", inFont},              // a font is used whose name begins with NAME
	"bookmark": {"N PAGE TITLE…", bookmarked}, // an entry of the outline at level N; the outermost level is 1
	"tags":     {"TYPES…", tagged},            // the structure has elements of these types, in this order
	"within":   {"TYPES…", within},            // an element of the first type is in one of the second, and so on outwards
	"alt":      {"WORDS…", alternative},       // an element of the structure has this alternative text
}

// check is an assertion, by its words.
type check struct {
	kind string
	// page is that of the assertion, 1 if it names none, and n its other whole number.
	page, n int
	// distances are in millimetres.
	distances []float64
	words     []string
}

// parseCheck reads an assertion: its kind, and what the kind's form asks for.
func parseCheck(text string) (check, error) {
	fields := strings.Fields(text)
	if len(fields) == 0 {
		return check{}, fmt.Errorf("%q is no check", text)
	}
	kind, known := kinds[fields[0]]
	if !known {
		return check{}, fmt.Errorf("%q is no check", text)
	}
	c := check{kind: fields[0], page: 1}
	left := fields[1:]
	for _, form := range strings.Fields(kind.form) {
		if len(left) == 0 && form == "[PAGE]" {
			break
		}
		if len(left) == 0 || !c.take(form, left[0]) {
			return check{}, fmt.Errorf("%q: write %s %s", text, c.kind, kind.form)
		}
		left = left[1:]
		if strings.HasSuffix(form, "…") {
			c.words, left = append(c.words, left...), nil
		}
	}
	if len(left) > 0 {
		return check{}, fmt.Errorf("%q: write %s %s", text, c.kind, kind.form)
	}
	return c, nil
}

// take reads a word of a form; false if it does not fit.
func (c *check) take(form, word string) bool {
	var err error
	switch form {
	case "PAGE", "[PAGE]":
		c.page, err = strconv.Atoi(word)
		return err == nil && c.page >= 1
	case "N":
		c.n, err = strconv.Atoi(word)
		return err == nil && c.n >= 1
	case "LEFT", "TOP", "RIGHT", "BOTTOM", "WIDTH", "HEIGHT":
		distance, err := strconv.ParseFloat(word, 64)
		c.distances = append(c.distances, distance)
		return err == nil
	}
	c.words = append(c.words, word)
	return true
}

// rest is the text of the words.
func (c check) rest() string { return strings.Join(c.words, " ") }
