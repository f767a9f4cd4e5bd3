package reader

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"platen/adapters/pdf/content"
	"platen/adapters/pdf/page"
	"platen/domain"
)

const (
	// maxFaint bounds the texts that are found in a document, and maxShown the length of one in bytes.
	maxFaint, maxShown = 500, 60
	// maxLooks bounds how often a text of a document is compared with what was painted before it.
	maxLooks = 1 << 26
)

// FaintText interprets the content of every page.
func (Reader) FaintText(pdf []byte) ([]domain.FaintText, error) {
	f, pages, err := page.Open(pdf)
	if err != nil {
		return nil, fmt.Errorf("read the colours: %w", err)
	}
	s := search{looks: maxLooks}
	for i, p := range pages {
		s.page, s.under = i+1, nil
		if err := content.Interpret(f, p, p.Content(f), s.visit); err != nil {
			return nil, fmt.Errorf("read the colours of page %d: %w", i+1, err)
		}
	}
	for i, found := range s.found {
		s.found[i].Text = strings.Join(strings.Fields(found.Text), " ")
	}
	return s.found, nil
}

// search is the search for faint text.
type search struct {
	found []domain.FaintText
	last  content.Painting // what painted the last of them
	looks int              // how many more there may be
	page  int
	under []content.Painting // what the page paints below the next text
}

// visit follows what a page paints.
func (s *search) visit(painting content.Painting) error {
	if painting.Kind != domain.Glyphs {
		if painting.Visible() {
			s.under = append(s.under, painting)
		}
		return nil
	}
	if s.looks -= len(s.under) + 1; s.looks < 0 || len(s.found) == maxFaint {
		return content.Stop
	}
	if faint, is := faintText(painting, s.under); is {
		faint.Page = s.page
		s.add(faint, painting)
	}
	return nil
}

// add adds a text, or more letters to the last one if both are as faint: some engines paint the glyphs of a line one by one.
func (s *search) add(faint domain.FaintText, painting content.Painting) {
	last := len(s.found) - 1
	switch {
	case last < 0 || !isAsFaint(s.found[last], faint):
		s.found = append(s.found, faint)
	case s.last.Position[5] != painting.Position[5] || len(s.found[last].Text) > maxShown:
		return
	default:
		if painting.Box.Left-s.last.Box.Right > 0.1*s.last.Box.Height() {
			s.found[last].Text += " "
		}
		s.found[last].Text += faint.Text
	}
	s.last = painting
}

// isAsFaint reports whether texts of a page differ in their letters only.
func isAsFaint(a, b domain.FaintText) bool {
	a.Text = b.Text
	return a == b
}

// faintText compares a text with what is painted under it. It is not faint if that is not known.
func faintText(text content.Painting, under []content.Painting) (domain.FaintText, bool) {
	letters := textOf(text)
	if strings.TrimSpace(letters) == "" || !text.Visible() || text.Paint.Mixed {
		return domain.FaintText{}, false
	}
	ground, known := groundOf(middle(text), under)
	if !known {
		return domain.FaintText{}, false
	}
	if len(letters) > maxShown {
		letters = strings.ToValidUTF8(letters[:maxShown], "") + "…"
	}
	found := domain.FaintText{
		Text: letters, Ratio: domain.Contrast(over(text.Paint, ground), ground), Needed: domain.LeastContrast(sizeOf(text), text.Font.Bold()),
	}
	return found, found.Ratio < found.Needed
}

// sizeOf returns the size of text on the page.
func sizeOf(text content.Painting) domain.Length {
	return domain.Length(text.Size*math.Hypot(text.Position[2], text.Position[3])) * domain.Point
}

// middle is the part of upright text that its small letters fill, so that lines above and below it do not count; of other text, all.
func middle(text content.Painting) page.Box {
	m := text.Position
	if m[1] != 0 || m[2] != 0 {
		return text.Box
	}
	height := text.Size * m[3]
	bottom, top := m[5]+0.05*height, m[5]+0.45*height
	return text.Box.Common(page.Box{Left: text.Box.Left + 0.5, Bottom: min(bottom, top), Right: text.Box.Right - 0.5, Top: max(bottom, top)})
}

// groundOf is the colour under a box, on white paper. It is not known where pictures, gradients, shapes or translucent groups are, or the
// edge of a colour.
func groundOf(box page.Box, under []content.Painting) (colour [3]float64, known bool) {
	colour = [3]float64{1, 1, 1}
	if box.Empty() {
		return colour, false
	}
	var layers []content.Paint // that can be seen, the uppermost first
	for _, area := range slices.Backward(under) {
		common := area.Box.Common(box)
		if common.Empty() {
			continue
		}
		if !area.Solid || area.Paint.Mixed || area.Paint.Groups < 1 || common != box {
			return colour, false
		}
		if layers = append(layers, area.Paint); area.Paint.Alpha == 1 {
			break
		}
	}
	for _, layer := range slices.Backward(layers) {
		colour = over(layer, colour)
	}
	return colour, true
}

// over is the colour of a paint on another colour.
func over(paint content.Paint, ground [3]float64) (mixed [3]float64) {
	for i := range mixed {
		mixed[i] = paint.Alpha*paint.Colour[i] + (1-paint.Alpha)*ground[i]
	}
	return mixed
}
