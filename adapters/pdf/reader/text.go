package reader

import (
	"fmt"
	"math"
	"strings"

	"platen/adapters/pdf/content"
	"platen/adapters/pdf/object"
	"platen/adapters/pdf/page"
	"platen/domain"
)

// wordGap is the displacement between strings, in thousandths of the font size, from which on there is a blank.
const wordGap = -180

// Text interprets the content of every page.
func (PDF) Text(pdf []byte) ([]domain.PageText, error) {
	f, pages, err := page.Open(pdf)
	if err != nil {
		return nil, fmt.Errorf("read the text: %w", err)
	}
	var texts []domain.PageText
	for i, p := range pages {
		spans, err := spansOf(f, p)
		if err != nil {
			return nil, fmt.Errorf("read the text of page %d: %w", i+1, err)
		}
		texts = append(texts, domain.PageText{Size: p.View.Size(), Spans: spans})
	}
	return texts, nil
}

// spansOf reads the text of one page.
func spansOf(f *object.File, p *page.Page) (spans []domain.TextSpan, err error) {
	err = content.Interpret(f, p, p.Content(f), func(painting content.Painting) error {
		text := textOf(painting)
		if text == "" {
			return nil
		}
		m := painting.Position
		left, baseline := p.View.Point(m[4], m[5])
		spans = append(spans, domain.TextSpan{
			Text: text, Left: left, Baseline: baseline,
			Size: domain.Length(painting.Size*math.Hypot(m[2], m[3])) * domain.Point,
		})
		return nil
	})
	return spans, err
}

// textOf returns the letters that a painting shows; "" if it is not text.
func textOf(painting content.Painting) string {
	if painting.Kind != domain.Glyphs {
		return ""
	}
	var text strings.Builder
	painting.Operation.Pieces(func(s object.String) {
		text.WriteString(painting.Font.Text(s))
	}, func(displacement float64) {
		if displacement < wordGap {
			text.WriteByte(' ')
		}
	})
	return text.String()
}
