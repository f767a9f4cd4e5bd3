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

func landscape(s domain.Size) domain.Size { return domain.Size{Width: s.Height, Height: s.Width} }

// layout checks what the service asks of an engine. How documents look on it, integration tries.
func (s *suite) layout(t *testing.T) {
	t.Run("lengths and links", func(t *testing.T) {
		// Headers are measured by such a link.
		place := domain.Rect{Left: 10 * mm, Top: 10 * mm, Right: 130 * mm, Bottom: 110 * mm}
		link := `<a href="https://example.com/" style="display:block;width:120mm;height:100mm;background:#008000">Link</a>`
		s.check(t, document("", link), pdfcheck.PaintedAt(1, green, place, 1*mm), pdfcheck.LinkAt(1, "https://example.com/", place, 1*mm))
	})
	t.Run("a break at the end", func(t *testing.T) {
		body := strings.Repeat(`<div style="page-break-after:always">Section</div>`, 2)
		s.check(t, document("", body), pdfcheck.Pages(2))
		s.check(t, document("", "<main>"+body+"</main>"), pdfcheck.Pages(2))
	})
	t.Run("an empty document is a page", func(t *testing.T) { s.check(t, document("", ""), pdfcheck.Pages(1)) })
	t.Run("a large document", func(t *testing.T) {
		// Noise does not compress, so the PDF is large too.
		body := `<p>First</p><img src="` + dataURI("image/png", noise(750)) + `" style="width:100mm;height:100mm"><p>Last</p>`
		pdf := s.check(t, document("", body), pdfcheck.TextInOrder("First", "Last"))
		require.Greater(t, len(pdf.Content), 500_000)
	})
	t.Run("paper and margins", func(t *testing.T) {
		job := document("", strings.Repeat(`<div style="background:#008000;height:0.5mm"></div>`, 300))
		job.Paper = domain.Size{Width: 123.4 * mm, Height: 87.6 * mm}
		job.Margins = domain.Margins{Top: 7.7 * mm, Right: 10 * mm, Bottom: 15 * mm, Left: 20 * mm}
		content := domain.Rect{Left: 20 * mm, Top: 7.7 * mm, Right: 113.4 * mm, Bottom: 72.6 * mm}
		// The engine may leave a point at the bottom, so that rounding adds no page.
		s.check(t, job, pdfcheck.Paper(job.Paper), pdfcheck.PaintedAt(1, green, content, 1*mm))
	})
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
