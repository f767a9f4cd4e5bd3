package poppler

import (
	"bytes"
	"errors"
	"io"
	"math"
	"strconv"

	"golang.org/x/net/html"

	"platen/domain"
	"platen/domain/htmldoc"
)

// parseWords parses the XHTML of pdftotext -bbox: page elements with width and height, in points, and word elements
// with the edges of their boxes.
func parseWords(text []byte) (domain.Reading, error) {
	var reading domain.Reading
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
			case "meta":
				if attribute(tag, "name") == "Producer" {
					reading.Producer = attribute(tag, "content")
				}
			case "page":
				size := domain.Size{Width: length(tag, "width"), Height: length(tag, "height")}
				reading.Pages = append(reading.Pages, domain.ReadPage{Size: size})
			case "word":
				box := domain.Rect{Left: length(tag, "xmin"), Top: length(tag, "ymin"), Right: length(tag, "xmax"), Bottom: length(tag, "ymax")}
				if last := len(reading.Pages) - 1; last >= 0 {
					reading.Pages[last].Words = append(reading.Pages[last].Words, domain.Word{Text: content(tokens), Box: box})
				}
			}
		}
	}
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
