package reader

import (
	"fmt"
	"strings"

	"platen/adapters/pdf/content"
	"platen/adapters/pdf/page"
	"platen/domain"
)

// wordGap is the displacement between strings, in thousandths of the font size, from which on there is a blank.
const wordGap = -180

// Text interprets the content of every page.
func (Reader) Text(pdf []byte) ([]domain.PageText, error) {
	f, pages, err := page.Open(pdf)
	if err != nil {
		return nil, fmt.Errorf("read the text: %w", err)
	}
	texts := make([]domain.PageText, len(pages))
	for i, p := range pages {
		texts[i].Size = p.View.Size()
		err := content.Interpret(f, p, p.Content(f), func(painting content.Painting) error {
			if painting.Kind == domain.Glyphs {
				left, baseline := p.View.Point(painting.Position[4], painting.Position[5])
				texts[i].Spans = append(texts[i].Spans, domain.TextSpan{Text: textOf(painting), Left: left, Baseline: baseline})
			}
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("read the text of page %d: %w", i+1, err)
		}
	}
	return texts, nil
}

// textOf returns the letters that text shows.
func textOf(glyphs content.Painting) string {
	var text strings.Builder
	for s, displacement := range glyphs.Operation.Pieces() {
		text.WriteString(glyphs.Font.Text(s))
		if displacement < wordGap {
			text.WriteByte(' ')
		}
	}
	return text.String()
}
