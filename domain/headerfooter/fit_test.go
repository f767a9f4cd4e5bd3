package headerfooter_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"platen/domain"
	"platen/domain/headerfooter"
)

const mm = domain.Millimetre

// onA4 is a page with margins of 10 mm, and copies 5 mm from its edges.
var onA4 = headerfooter.Target{ContentWidth: 190 * mm, LeftMargin: 10 * mm, RightMargin: 10 * mm, PaperHeight: 297 * mm, EdgeDistance: 5 * mm}

func startFit() headerfooter.Fit {
	return headerfooter.Fit{OverlayPage: headerfooter.NewOverlayPage(190*mm, 10*mm, 297*mm), Scale: 1}
}

func mark(kind domain.PaintKind, left, top, right, bottom domain.Length) domain.PaintedRect {
	return domain.PaintedRect{Kind: kind, Rect: domain.Rect{Left: left * mm, Top: top * mm, Right: right * mm, Bottom: bottom * mm}}
}

func parsed(t require.TestingT, position headerfooter.Position) *headerfooter.HeaderFooter {
	h, err := headerfooter.Parse(context.Background(), position, "x", false)
	require.NoError(t, err)
	return h
}

func TestNextFit(t *testing.T) {
	for name, test := range map[string]struct {
		height       domain.Length
		mark         domain.PaintedRect
		again        bool
		least, width float64
		message      string
	}{
		"inside":                    {10, mark(domain.Glyphs, 0, 0, 190, 10), false, 0, 190, ""},
		"in the margin":             {10, mark(domain.Glyphs, -9, 0, 199, 10), false, 0, 190, ""},
		"a letter over the side":    {10, mark(domain.Glyphs, 0, 0, 200.5, 10), true, 0, 200.5, ""},
		"a shape over the side":     {10, mark(domain.Shape, 0, 0, 200.5, 10), false, 0, 190, ""},
		"positioned from above":     {0, mark(domain.Shape, 0, 3, 190, 12), true, 12, 190, ""},
		"positioned from below":     {0, mark(domain.Shape, 0, -12, 190, -3), true, 12, 190, ""},
		"nothing painted":           {10, mark(domain.Shape, 0, 0, 0, 10), false, 0, 190, ""},
		"wide":                      {10, mark(domain.Glyphs, 200, 0, 260, 10), true, 0, 260, ""},
		"wide to the left":          {10, mark(domain.Glyphs, -60, 0, 190, 10), true, 0, 250, ""},
		"bleed":                     {10, mark(domain.Shape, -60, 0, 250, 10), false, 0, 190, ""},
		"text is no bleed":          {10, mark(domain.Glyphs, -60, 0, 250, 10), true, 0, 310, ""},
		"text above the paper":      {10, mark(domain.Glyphs, 0, -20, 190, -10), false, 0, 190, "above the paper's upper edge"},
		"background over the edge":  {10, mark(domain.Shape, 0, -20, 190, 10), false, 0, 190, ""},
		"picture above the paper":   {10, mark(domain.Picture, 0, -20, 190, -10), false, 0, 190, "above the paper's upper edge"},
		"text below the paper":      {10, mark(domain.Glyphs, 0, 295, 190, 305), false, 0, 190, "below the paper's lower edge"},
		"at the page's other end":   {10, mark(domain.Glyphs, 0, 270, 190, 280), false, 0, 190, ""},
		"no bleed at the right":     {10, mark(domain.Shape, -60, 0, 190, 10), true, 0, 250, ""},
		"no bleed at the left":      {10, mark(domain.Shape, 0, 0, 250, 10), true, 0, 250, ""},
		"picture over the edge":     {10, mark(domain.Picture, 0, -20, 190, 10), false, 0, 190, ""},
		"picture mostly above":      {10, mark(domain.Picture, 0, -20, 190, 8), false, 0, 190, "above the paper's upper edge"},
		"picture mostly below":      {10, mark(domain.Picture, 0, 285, 190, 301), false, 0, 190, "below the paper's lower edge"},
		"capitals at the edge":      {10, mark(domain.Glyphs, 0, -7, 190, 5), false, 0, 190, ""},
		"capitals over the edge":    {10, mark(domain.Glyphs, 0, -8, 190, 4), false, 0, 190, "above the paper's upper edge"},
		"picture below the paper":   {10, mark(domain.Picture, 0, 295, 190, 305), false, 0, 190, "below the paper's lower edge"},
		"picture over the other":    {10, mark(domain.Picture, 0, 270, 190, 305), false, 0, 190, ""},
		"background below the page": {10, mark(domain.Shape, 0, 295, 190, 305), false, 0, 190, "below the paper's lower edge"},
		"background above the page": {10, mark(domain.Shape, 0, -20, 190, -10), false, 0, 190, "above the paper's upper edge"},
		"nothing but a rule above":  {10, mark(domain.Shape, 0, -20, 190, -19), false, 0, 190, "paints nothing on the paper"},
	} {
		t.Run(name, func(t *testing.T) {
			copies := []headerfooter.Copy{{Height: test.height * mm, Painted: []domain.PaintedRect{test.mark}}}
			fit, again, err := parsed(t, headerfooter.Header).NextFit(startFit(), onA4, copies, 0)
			if test.message != "" {
				require.ErrorContains(t, err, "headerHtml")
				require.ErrorContains(t, err, test.message)
				return
			}
			require.NoError(t, err)
			require.Equal(t, test.again, again)
			require.InDelta(t, test.least, fit.MinCopyHeight.Millimetres(), 1e-6)
			require.InDelta(t, test.width, fit.CopyWidth.Millimetres(), 1e-6)
		})
	}
}

// TestNextFitOfFooters: a footer of 10 mm ends 5 mm above the paper's lower edge.
func TestNextFitOfFooters(t *testing.T) {
	for message, one := range map[string]domain.PaintedRect{
		"":                             mark(domain.Glyphs, 0, -280, 190, 14),
		"below the paper's lower edge": mark(domain.Glyphs, 0, 8, 190, 20),
		"above the paper's upper edge": mark(domain.Glyphs, 0, -290, 190, -285),
		"paints nothing on the paper":  mark(domain.Shape, 0, 16, 190, 17),
	} {
		copies := []headerfooter.Copy{{Height: 10 * mm, Painted: []domain.PaintedRect{one}}}
		_, again, err := parsed(t, headerfooter.Footer).NextFit(startFit(), onA4, copies, 0)
		require.False(t, again)
		if message == "" {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, message)
		}
	}
}

// TestWidenings: what stays too wide, however wide its layout is, gets its first layout, scaled down and shifted onto the paper.
func TestWidenings(t *testing.T) {
	fit, h := startFit(), parsed(t, headerfooter.Header)
	copies := []headerfooter.Copy{{Height: 10 * mm, Painted: []domain.PaintedRect{mark(domain.Glyphs, -60, 0, 250, 10), mark(domain.Glyphs, 0, 0, 9, 9)}}}
	for round, want := range []float64{310, 370, 430, 190} {
		next, again, err := h.NextFit(fit, onA4, copies, round)
		require.NoError(t, err)
		require.True(t, again)
		require.InDelta(t, want, next.CopyWidth.Millimetres(), 1e-6)
		fit = next
		if round < 3 {
			require.InDelta(t, 190/want, float64(fit.Scale), 1e-6)
			require.Zero(t, fit.Shift)
		}
	}
	require.Equal(t, startFit().OverlayPage, fit.OverlayPage)
	require.InDelta(t, 190.0/310, float64(fit.Scale), 1e-6)
	require.InDelta(t, 60*190.0/310, fit.Shift.Millimetres(), 1e-6)
	_, again, err := h.NextFit(fit, onA4, copies, 4)
	require.NoError(t, err)
	require.False(t, again)
}

// TestFitEnds: whatever is painted, there is a fit that keeps it, or an error, after a few prints.
func TestFitEnds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		length := rapid.Float64Range(-500, 500)
		share := rapid.Float64Range(0, 2).Draw(t, "share") // of the width that what is painted grows with
		var painted []domain.PaintedRect
		for range rapid.IntRange(0, 5).Draw(t, "painted") {
			left, top := length.Draw(t, "left"), length.Draw(t, "top")
			painted = append(painted, mark(domain.PaintKind(rapid.IntRange(0, 2).Draw(t, "kind")), domain.Length(left), domain.Length(top),
				domain.Length(left)+200, domain.Length(top)+10))
		}
		h, fit := parsed(t, headerfooter.Position(rapid.IntRange(0, 1).Draw(t, "position"))), startFit()
		for round := 0; ; round++ {
			require.Less(t, round, 10)
			grown := make([]domain.PaintedRect, len(painted))
			for i, m := range painted {
				m.Rect.Right += domain.Length(share) * (fit.CopyWidth - 190*mm)
				grown[i] = m
			}
			next, again, err := h.NextFit(fit, onA4, []headerfooter.Copy{{Painted: grown}}, round)
			if err != nil || !again {
				return
			}
			require.Positive(t, next.Scale)
			require.LessOrEqual(t, float64(next.Scale), 1.0)
			fit = next
		}
	})
}

// TestReach: how far away something may be that is not meant to be hidden, as adapters/httpapi/README.md says.
func TestReach(t *testing.T) {
	page := startFit().OverlayPage
	paper := page.Paper()
	require.InDelta(t, 2*210-95, page.SideMargin.Millimetres(), 3.2, "in eighths of an inch")
	require.InDelta(t, 4*210, paper.Width.Millimetres(), 6.4)
	require.InDelta(t, 1.5*297, page.TopMargin().Millimetres(), 0.3, "in whole pixels")
	require.InDelta(t, 4*297, paper.Height.Millimetres(), 4)
}
