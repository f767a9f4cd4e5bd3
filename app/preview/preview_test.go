package preview_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"iter"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/app/preview"
	"platen/domain"
	"platen/domain/comparison"
	"platen/domain/template"
	"platen/ports"
)

// printers are engines whose PDFs are the request's HTML, a page for each letter. The one called broken fails.
type printers struct {
	wait chan struct{} // where it is not nil, documents wait for it
	busy chan struct{}
}

func (printers) Engines() []string { return []string{"good", "better", "broken"} }

func (p printers) GenerateWith(ctx context.Context, engine string, r domain.Request) (domain.Document, error) {
	if p.wait != nil {
		p.busy <- struct{}{}
		select {
		case <-p.wait:
		case <-ctx.Done():
			return domain.Document{}, ctx.Err()
		}
	}
	if engine == "broken" {
		return domain.Document{}, &domain.Error{Code: domain.Timeout, Message: "out of time"}
	}
	return domain.Document{Standards: standards(r.HTML), PDF: []byte(r.HTML), Pages: len(r.HTML), Engine: engine, Timing: domain.Timing{Render: 1500 * time.Microsecond},
		Traffic: domain.Traffic{Failed: make([]domain.FailedResource, 60)}}, nil
}

// standards are asked for by @.
func standards(html string) domain.Conformance {
	if !strings.Contains(html, "@") {
		return domain.Conformance{}
	}
	return domain.Conformance{Unmet: []domain.Unmet{{Standard: domain.UA1, Reasons: []string{"missing lang"}}}}
}

// pages is a Rasterizer of those PDFs. Their pages are as wide as 96 pixels.
type pages struct {
	*testing.T
	ports.Rasterizer
}

func (pages) Read(_ context.Context, pdf []byte) (domain.Reading, error) {
	if strings.Contains(string(pdf), "!") {
		return domain.Reading{}, errors.New("it is no PDF")
	}
	reading := domain.Reading{Inventory: domain.Inventory{Fonts: []string{"Serif"}}}
	for range pdf {
		reading.Pages = append(reading.Pages, domain.ReadPage{Size: domain.Size{Width: domain.Inch, Height: domain.Inch}})
	}
	return reading, nil
}

func (p pages) Pages(_ context.Context, pdf []byte, dpi float64) iter.Seq2[*image.RGBA, error] {
	return func(yield func(*image.RGBA, error) bool) {
		for i := range pdf {
			require.Less(p, i, preview.MaxPages, "a page is drawn that nobody sees")
			picture := image.NewRGBA(image.Rect(0, 0, int(dpi), int(dpi)))
			draw.Draw(picture, picture.Bounds(), image.White, image.Point{}, draw.Src)
			if !yield(picture, nil) {
				return
			}
		}
	}
}

// outline returns a PDF that begins with # a bookmark for each further character.
type outline struct{ ports.PDFReader }

func (outline) Painted([]byte, ...int) iter.Seq2[[]domain.PaintedRect, error] {
	return func(func([]domain.PaintedRect, error) bool) {}
}

func (outline) FaintText([]byte) ([]domain.FaintText, error) {
	return []domain.FaintText{{Page: 2, Text: "grey text", Ratio: 2.5, Needed: 4.5}}, nil
}

func (outline) Inventory(pdf []byte) (found domain.Inventory, _ error) {
	if chapters, has := strings.CutPrefix(string(pdf), "#"); has {
		for i, c := range chapters {
			found.Bookmarks = append(found.Bookmarks, domain.Bookmark{Title: string(c), Level: 1 + i%2, Page: i + 1})
		}
	}
	return found, nil
}

func drawable() error { return nil }

func request(t *testing.T, html string) domain.Request {
	r, err := domain.ParseRequest([]byte(`{"html":"` + html + `"}`))
	require.NoError(t, err)
	return r
}

func TestPreview(t *testing.T) {
	p := preview.New(printers{}, pages{T: t}, outline{}, template.Default(), drawable)
	ask := func(html string, engines ...string) (comparison.Preview, []string) {
		var seen []string
		result, err := p.Preview(t.Context(), request(t, html), engines, func(p comparison.Picture) error {
			seen = append(seen, fmt.Sprintf("%s %d", p.Engine, p.Page))
			return nil
		})
		require.NoError(t, err)
		return result, seen
	}

	one, seen := ask("ab", "good")
	require.Equal(t, []string{"good 1", "good 2"}, seen)
	require.Nil(t, one.Comparison)
	require.Len(t, one.Rows, 2)
	require.Zero(t, one.Rows[0].Score, "there is nothing to differ from")
	require.Equal(t, preview.MaxPages, one.Drawn)
	require.Equal(t, "good", one.Renders[0].Engine)
	require.Equal(t, 2, one.Rows[1].Reference)
	require.InDelta(t, 25.4, one.Rows[1].Size[0], 0.01)
	require.Equal(t, 1.5, one.Renders[0].Render)
	require.Equal(t, []string{"Serif"}, one.Renders[0].Fonts)
	require.Len(t, one.Renders[0].Failed, 51)
	require.Equal(t, "and 10 more", one.Renders[0].Failed[50])

	two, seen := ask("{{a}}", "good", "better")
	require.Equal(t, comparison.Identical, two.Comparison.Verdict)
	require.Equal(t, []string{"a"}, two.Missing)
	require.Len(t, seen, 5, "pages that are the same are drawn once")
	require.True(t, two.Rows[0].Same)

	half, seen := ask("a", "good", "broken")
	require.Equal(t, &comparison.PreviewError{Code: "timeout", Message: "out of time"}, half.Renders[1].Error)
	require.Equal(t, comparison.Broken, half.Comparison.Verdict)
	require.Equal(t, []string{"good 1"}, seen)

	none, seen := ask("a", "broken")
	require.Equal(t, "out of time", none.Renders[0].Error.Message)
	require.Empty(t, none.Undrawn, "the engine's own failure is told")
	require.Empty(t, seen)
	text, err := json.Marshal(none)
	require.NoError(t, err)
	require.NotContains(t, strings.Replace(string(text), `"comparison":null`, "", 1), ":null", "lists are lists")

	long, _ := ask(strings.Repeat("x", 3*preview.MaxPages), "good", "better")
	require.Len(t, long.Rows, preview.MaxPages)
	require.Equal(t, 3*preview.MaxPages, long.Renders[0].Pages)
	long, _ = ask(strings.Repeat("x", 3*preview.MaxPages), "good")
	require.Len(t, long.Rows, preview.MaxPages)

	outlined, _ := ask("#ab", "good")
	require.Equal(t, []domain.Bookmark{{Title: "a", Level: 1, Page: 1}, {Title: "b", Level: 2, Page: 2}}, outlined.Renders[0].Bookmarks)
	require.NotNil(t, one.Renders[0].Bookmarks)
	outlined, _ = ask("#"+strings.Repeat("x", 999), "good")
	require.Len(t, outlined.Renders[0].Bookmarks, 500)

	require.Empty(t, one.Mend, "nobody asked for an accessible document")
	require.Equal(t, "none", one.Renders[0].Standards)
	accessible, _ := ask(`@<title>x</title>{{x}}\n<img>`, "good")
	require.Equal(t, []comparison.PreviewPlace{{Line: 1, Message: "missing lang (PDF/UA)"}, {Line: 2, Message: "picture without alt (PDF/UA)"},
		{Message: "page 2: contrast of 2.5, where 4.5 is needed: “grey text” (WCAG)"}}, accessible.Mend)
	require.Equal(t, "ua-1=missing lang", accessible.Renders[0].Standards)

	undrawn, _ := ask("!", "good")
	require.Contains(t, undrawn.Undrawn, "it is no PDF")
}

func TestNoRasterizer(t *testing.T) {
	p := preview.New(printers{}, pages{T: t}, outline{}, template.Default(), func() error { return errors.New("install poppler-utils") })
	result, err := p.Preview(t.Context(), request(t, "a"), []string{"good"}, nil)
	require.NoError(t, err)
	require.Contains(t, result.Undrawn, "install poppler-utils")
	require.Equal(t, 1, result.Renders[0].Pages)
}

func TestWrongEngines(t *testing.T) {
	p := preview.New(printers{}, pages{T: t}, outline{}, template.Default(), drawable)
	for _, engines := range [][]string{nil, {"good", "good"}, {"none"}, {"good", "better", "broken"}} {
		_, err := p.Preview(t.Context(), request(t, "a"), engines, nil)
		require.Equal(t, domain.InvalidRequest, domain.AsError(err).Code)
	}
}

// TestPreviewsAreBounded: as many as may be under way wait for an engine, and one more is refused.
func TestPreviewsAreBounded(t *testing.T) {
	engines := printers{wait: make(chan struct{}), busy: make(chan struct{})}
	p := preview.New(engines, pages{T: t}, outline{}, template.Default(), drawable)
	ctx, leave := context.WithCancel(t.Context())
	ended := make(chan error)
	const most = 8
	for range most {
		go func() {
			_, err := p.Preview(ctx, request(t, "a"), []string{"good"}, nil)
			ended <- err
		}()
		<-engines.busy
	}
	_, err := p.Preview(t.Context(), request(t, "a"), []string{"good"}, nil)
	require.Equal(t, domain.Overloaded, domain.AsError(err).Code)
	leave()
	for range most {
		require.ErrorIs(t, <-ended, context.Canceled)
	}
	close(engines.wait)
	go func() { <-engines.busy }()
	_, err = p.Preview(t.Context(), request(t, "a"), []string{"good"}, func(comparison.Picture) error { return nil })
	require.NoError(t, err)
}

var _ ports.Rasterizer = pages{}
