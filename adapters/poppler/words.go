package poppler

import (
	"bytes"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/text/width"

	"platen/domain"
	"platen/domain/htmldoc"
)

// parseWords parses the XHTML of pdftotext -bbox: page elements with width and height, in points, and word elements
// with the edges of their boxes.
func parseWords(text []byte) (domain.Reading, error) {
	var reading domain.Reading
	var piece domain.Rect // the last one
	tokens := html.NewTokenizer(bytes.NewReader(text))
	for {
		switch kind := tokens.Next(); kind {
		case html.ErrorToken:
			if err := tokens.Err(); !errors.Is(err, io.EOF) {
				return domain.Reading{}, err
			}
			if len(reading.Pages) == 0 {
				return domain.Reading{}, errors.New("pdftotext found no page")
			}
			return reading, nil
		case html.StartTagToken, html.SelfClosingTagToken:
			tag := tokens.Token()
			switch tag.Data {
			case "title":
				reading.Title = content(tokens)
			case "page":
				size := domain.Size{Width: length(tag, "width"), Height: length(tag, "height")}
				reading.Pages = append(reading.Pages, domain.ReadPage{Size: size})
			case "word":
				if last := len(reading.Pages) - 1; last >= 0 {
					text := content(tokens)
					box := boxOf(text, tag)
					addPiece(&reading.Pages[last], domain.Word{Text: text, Box: box}, piece)
					piece = box
				}
			}
		}
	}
}

// addPiece adds a word to a page, or what continues the last one after the piece before.
func addPiece(page *domain.ReadPage, piece domain.Word, before domain.Rect) {
	if n := len(page.Words); n > 0 && continues(before, piece.Box) {
		last := &page.Words[n-1]
		last.Text += piece.Text
		last.Box = union(last.Box, piece.Box)
		return
	}
	page.Words = append(page.Words, piece)
}

// boxOf is the box of a word. Some engines make Type 3 fonts of OpenType fonts. pdftotext takes such a font to be twice as large as the
// width of its glyph, which is as wide as the font is large in Chinese, Japanese and Korean.
func boxOf(text string, tag html.Token) domain.Rect {
	const ascent, descent = 0.95, 0.35 // those that it assumes
	const top, bottom = 0.88, 0.12     // those of such fonts
	box := domain.Rect{Left: length(tag, "xmin"), Top: length(tag, "ymin"), Right: length(tag, "xmax"), Bottom: length(tag, "ymax")}
	size := box.Width() / domain.Length(utf8.RuneCountInString(text))
	narrow := strings.ContainsFunc(text, func(r rune) bool {
		kind := width.LookupRune(r).Kind()
		return kind != width.EastAsianWide && kind != width.EastAsianFullwidth
	})
	if doubled := 2 * (ascent + descent) * size; !narrow && math.Abs(float64(box.Height()/doubled-1)) < 0.01 {
		baseline := box.Top + 2*ascent*size
		box.Top, box.Bottom = baseline-top*size, baseline+bottom*size
	}
	return box
}

// continues reports whether a piece follows another one in a word that stands askew, of which pdftotext makes a word for every few letters.
// Those of large type, as of a watermark, have much else between them in the word's box.
func continues(before, piece domain.Rect) bool {
	const large = 36 // points
	height, off := piece.Height().Points(), (piece.Top - before.Top).Points()
	return math.Abs(before.Height().Points()-height) < height/100 && math.Abs((piece.Left-before.Right).Points()) < height/10 &&
		off != 0 && math.Abs(off) < height/2 && height < large
}

func union(a, b domain.Rect) domain.Rect {
	return domain.Rect{Left: min(a.Left, b.Left), Top: min(a.Top, b.Top), Right: max(a.Right, b.Right), Bottom: max(a.Bottom, b.Bottom)}
}

// content is the text up to the next tag.
func content(tokens *html.Tokenizer) string {
	if tokens.Next() != html.TextToken {
		return ""
	}
	return tokens.Token().Data
}

func attribute(tag html.Token, name string) string {
	value, _ := htmldoc.Attribute(tag.Attr, name)
	return value
}

// length reads points. A value that is no finite number is 0, since a hostile PDF may have such a font.
func length(tag html.Token, name string) domain.Length {
	points, err := strconv.ParseFloat(attribute(tag, name), 64)
	if err != nil || math.IsNaN(points) || math.IsInf(points, 0) {
		return 0
	}
	return domain.Length(points)
}
