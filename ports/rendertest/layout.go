package rendertest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/ports/pdfcheck"
)

var (
	a3     = domain.Size{Width: 297 * mm, Height: 420 * mm}
	a5     = domain.Size{Width: 148 * mm, Height: 210 * mm}
	letter = domain.Size{Width: 8.5 * domain.Inch, Height: 11 * domain.Inch}
	ticket = domain.Size{Width: 123.4 * mm, Height: 87.6 * mm}
)

func landscape(s domain.Size) domain.Size { return domain.Size{Width: s.Height, Height: s.Width} }

// block is an element of a colour; style adds declarations.
func block(colour, style string) string {
	return fmt.Sprintf(`<div style="background:%s;%s"></div>`, colour, style)
}

func (s *suite) layout(t *testing.T) {
	t.Run("a break at the end", func(t *testing.T) {
		body := strings.Repeat(`<div style="page-break-after:always">Section</div>`, 2)
		s.check(t, document("", body), pdfcheck.Pages(2))
		s.check(t, document("", "<main>"+body+"</main>"), pdfcheck.Pages(2))
	})
	t.Run("an empty document is a page", func(t *testing.T) { s.check(t, document("", ""), pdfcheck.Pages(1)) })
	t.Run("a long document", func(t *testing.T) {
		s.check(t, document("", strings.Repeat("<p>Line</p>", 500)+"<p>Last</p>"), pdfcheck.PagesBetween(10, 30), pdfcheck.Text("Last"))
	})
	t.Run("a large document", func(t *testing.T) {
		// Noise does not compress, so the PDF is large too.
		body := `<p>First</p><img src="` + dataURI("image/png", noise(750)) + `" style="width:100mm;height:100mm"><p>Last</p>`
		pdf := s.check(t, document("", body), pdfcheck.TextInOrder("First", "Last"))
		require.Greater(t, len(pdf.Content), 500_000)
	})
	t.Run("what is too wide shrinks", func(t *testing.T) {
		s.check(t, document("", block("#008000", "width:250mm;height:50mm")), pdfcheck.Paper(domain.A4), pdfcheck.Pages(1),
			pdfcheck.PaintedAt(1, green, domain.Rect{Left: 10 * mm, Top: 10 * mm, Right: 200 * mm, Bottom: 48 * mm}, 1*mm))
	})
	t.Run("paper", s.paper)
	t.Run("margins", s.margins)
}

// paper checks that each size is kept, and that 100 mm measure 100 mm on each.
func (s *suite) paper(t *testing.T) {
	for name, size := range map[string]domain.Size{
		"A4": domain.A4, "A4 landscape": landscape(domain.A4), "A3": a3, "A5": a5, "Letter": letter, "a ticket": ticket,
	} {
		t.Run(name, func(t *testing.T) {
			job := document("", block("#008000", "width:100mm;height:50mm"))
			job.Paper = size
			box := domain.Rect{Right: 100 * mm, Bottom: 50 * mm}.Move(10*mm, 10*mm)
			s.check(t, job, pdfcheck.Paper(size), pdfcheck.Pages(1), pdfcheck.PaintedAt(1, green, box, 1*mm))
		})
	}
}

// margins uses blocks that are higher than a page together: they fill the content area. All but the first are low.
func (s *suite) margins(t *testing.T) {
	for name, m := range map[string]domain.Margins{
		"even":      domain.UniformMargins(10 * mm),
		"all four":  {Top: 10 * mm, Right: 20 * mm, Bottom: 30 * mm, Left: 40 * mm},
		"none":      {},
		"top alone": {Top: 77.7 * mm},
	} {
		t.Run(name, func(t *testing.T) {
			content := domain.Rect{Left: m.Left, Top: m.Top, Right: domain.A4.Width - m.Right, Bottom: domain.A4.Height - m.Bottom}
			first := block("#00f", fmt.Sprintf("height:%.1fmm", content.Height().Millimetres()-20))
			job := document("", first+strings.Repeat(block("#00f", "height:0.5mm"), 80))
			job.Margins = m
			// The engine may leave a point at the bottom, so that rounding adds no page.
			s.check(t, job, pdfcheck.PaintedAt(1, blue, content, 1*mm))
		})
	}
}

// square is the place of a block of 20 mm at the start of a document.
var square = domain.Rect{Left: 10 * mm, Top: 10 * mm, Right: 30 * mm, Bottom: 30 * mm}

// many renders more documents at once than any engine has capacity for, and checks that each result is the right one.
func (s *suite) many(t *testing.T) {
	const documents = 24
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	var done []<-chan result
	for n := range documents {
		body := strings.Repeat(fmt.Sprintf("<p>This is %s.</p>", name(n)), 1+n%7*10)
		done = append(done, s.begin(ctx, document("<title>"+name(n)+"</title>", body)))
	}
	for n, d := range done {
		got := <-d
		require.NoError(t, got.err, name(n))
		pdfcheck.In(t, got.pdf.Content, pdfcheck.Whole(), pdfcheck.Text("This is "+name(n)+"."),
			pdfcheck.NoText("This is "+name((n+1)%documents)+"."))
	}
}

func name(n int) string { return fmt.Sprintf("document %d", n) }
