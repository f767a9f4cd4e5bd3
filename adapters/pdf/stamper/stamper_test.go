package stamper_test

import (
	"bytes"
	"context"
	"fmt"
	"image/color"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/pdf/reader"
	"platen/adapters/pdf/stamper"
	"platen/domain"
	"platen/domain/headerfooter"
	"platen/ports"
	"platen/ports/pdfcheck"
	"platen/ports/pdfcheck/sample"
)

var (
	red   = color.RGBA{R: 0xff, A: 0xff}
	green = color.RGBA{G: 0x80, A: 0xff}
)

// overlayPage returns an overlay page of 200 × 50 points: a red block of 60 × 50 at its left, a word and two links.
func overlayPage(word string) sample.Page {
	return sample.Page{
		MediaBox: [4]float64{0, 0, 200, 50},
		Content:  sample.Box(0, 0, 60, 50, 1, 0, 0) + sample.Text(70, 30, 12, word),
		Links: []sample.Link{
			{Rect: [4]float64{70, 25, 120, 45}, URI: "https://platen.example/" + word},
			{Rect: [4]float64{0, 0, 200, 10}, URI: headerfooter.EndLinkURI},
		},
	}
}

func stamp(t testing.TB, body []byte, overlays ...ports.Overlay) []byte {
	t.Helper()
	stamped, _, err := stamper.Stamper{}.Stamp(t.Context(), body, ports.StampChanges{Overlays: overlays})
	require.NoError(t, err)
	return stamped
}

// region returns a region of an overlay page's size at a position.
func region(left, top domain.Length) domain.Rect {
	return domain.Rect{Right: 200, Bottom: 50}.Move(left, top)
}

func TestStamp(t *testing.T) {
	body := sample.Pages(
		sample.Page{Content: sample.Text(72, 600, 12, "Body one"), Links: []sample.Link{{Rect: [4]float64{72, 590, 120, 612}, URI: "https://platen.example/body"}}},
		sample.Page{Content: sample.Text(72, 600, 12, "Body two")},
		sample.Page{MediaBox: [4]float64{0, 0, 400, 300}, Content: sample.Text(72, 100, 12, "Body three")})
	header := ports.Overlay{Content: sample.Pages(overlayPage("h1"), overlayPage("h2")), Placements: []ports.Placement{
		{TargetPage: 1, SourcePage: 1, Region: region(28, 14)}, {TargetPage: 3, SourcePage: 2, Region: region(50, 20)},
	}}
	footer := ports.Overlay{Content: sample.Pages(overlayPage("foot")), Placements: []ports.Placement{
		{TargetPage: 1, SourcePage: 1, Region: region(28, 780)}, {TargetPage: 2, SourcePage: 1, Region: region(28, 780)},
	}}
	a4 := domain.Size{Width: 595, Height: 842}
	stamped := stamp(t, body, header, footer)
	link := domain.Rect{Left: 70, Top: 5, Right: 120, Bottom: 25}
	pdfcheck.In(t, stamped, pdfcheck.Whole(), pdfcheck.Sound(), pdfcheck.Pages(3), pdfcheck.Title("A sample"),
		pdfcheck.PaperOn(1, a4), pdfcheck.PaperOn(3, domain.Size{Width: 400, Height: 300}),
		pdfcheck.TextOn(1, "Body one", "h1", "foot"), pdfcheck.TextOn(2, "Body two", "foot"), pdfcheck.TextOn(3, "Body three", "h2"),
		pdfcheck.WordAt(1, "h1", 28+70, 14+8, 4), pdfcheck.WordAt(2, "foot", 28+70, 780+8, 4), pdfcheck.WordAt(3, "h2", 50+70, 20+8, 4),
		pdfcheck.Painted(1, domain.Rect{Right: 60, Bottom: 50}.Move(28, 14), red),
		pdfcheck.PaintedAt(2, red, domain.Rect{Right: 60, Bottom: 50}.Move(28, 780), 1),
		pdfcheck.PaintedAt(3, red, domain.Rect{Right: 60, Bottom: 50}.Move(50, 20), 1),
		pdfcheck.Links(1, "https://platen.example/body", "https://platen.example/h1", "https://platen.example/foot"),
		pdfcheck.LinkAt(1, "https://platen.example/h1", link.Move(28, 14), 0.1),
		pdfcheck.LinkAt(2, "https://platen.example/foot", link.Move(28, 780), 0.1),
		pdfcheck.LinkAt(3, "https://platen.example/h2", link.Move(50, 20), 0.1),
		pdfcheck.NoTrace(headerfooter.EndLinkURI))
}

// The parts of an overlay outside the region are cut off, links included.
func TestStampCuts(t *testing.T) {
	overlay := ports.Overlay{Content: sample.Pages(overlayPage("cut")), Placements: []ports.Placement{
		{TargetPage: 1, SourcePage: 1, Region: domain.Rect{Left: 100, Top: 100, Right: 140, Bottom: 120}},
	}}
	pdfcheck.In(t, stamp(t, sample.Pages(sample.Page{}), overlay), pdfcheck.Sound(),
		pdfcheck.PaintedAt(1, red, domain.Rect{Left: 100, Top: 100, Right: 140, Bottom: 120}, 1), pdfcheck.Links(1))
}

// A rectangle that an engine fills the whole page with before anything else does not hide the body. Smaller rectangles, and those painted
// later, stay.
func TestStampLeavesOutTheBackground(t *testing.T) {
	body := sample.Pages(sample.Page{Content: sample.Box(0, 0, 595, 842, 0, 0.502, 0)})
	for name, content := range map[string]string{
		"once":            sample.Box(0, 0, 200, 50, 1, 1, 1) + sample.Box(0, 0, 60, 50, 1, 0, 0),
		"twice":           sample.Box(0, 0, 200, 50, 1, 1, 1) + sample.Box(0, 0, 200, 50, 1, 1, 0) + sample.Box(0, 0, 60, 50, 1, 0, 0),
		"scaled":          "q 2 0 0 -2 0 50 cm 1 g 0 0 100 25 re f Q " + sample.Box(0, 0, 60, 50, 1, 0, 0),
		"a smaller block": sample.Box(0, 0, 60, 50, 1, 0, 0),
		"only clipped":    "0 0 200 50 re W n " + sample.Box(0, 0, 60, 50, 1, 0, 0),
		"clipped":         "q 0 0 60 50 re W n 1 0 0 rg -500 -500 3000 3000 re f Q",
		"clipped twice":   "q 0 0 60 50 re W* n q 0 0 200 50 re W n 1 0 0 rg -500 -500 3000 3000 re f Q Q",
		"clipped to it":   "q 0 0 m 200 0 l 200 50 l 0 50 l 0 0 l h W* n 1 g 0 0 200 50 re f Q " + sample.Box(0, 0, 60, 50, 1, 0, 0),
		"clipped by less": "q 0 0 m 60 0 l 60 50 l 0 50 l 0 0 l h W* n 1 0 0 rg -500 -500 3000 3000 re f Q",
		"after a clip":    "q 0 0 60 50 re W n Q 1 g 0 0 200 50 re f " + sample.Box(0, 0, 60, 50, 1, 0, 0),
	} {
		for pages := 1; pages <= 2; pages++ { // alone, and beside other content
			t.Run(fmt.Sprintf("%s/%d", name, pages), func(t *testing.T) {
				overlay := ports.Overlay{Content: sample.Pages(sample.Page{MediaBox: [4]float64{0, 0, 200, 50}, Content: content},
					sample.Page{MediaBox: [4]float64{0, 0, 200, 50}, Content: content + sample.Text(70, 30, 12, "two")})}
				for n := range pages {
					overlay.Placements = append(overlay.Placements, ports.Placement{TargetPage: 1, SourcePage: n + 1, Region: region(40, 30)})
				}
				pdfcheck.In(t, stamp(t, body, overlay), pdfcheck.Sound(),
					pdfcheck.PaintedAt(1, red, domain.Rect{Right: 60, Bottom: 50}.Move(40, 30), 1),
					pdfcheck.Painted(1, domain.Rect{Left: 110, Top: 60, Right: 230, Bottom: 75}, green))
			})
		}
	}
	later := sample.Box(0, 0, 60, 50, 0, 0, 1) + sample.Box(0, 0, 200, 50, 1, 0, 0)
	overlay := ports.Overlay{Content: sample.Pages(sample.Page{MediaBox: [4]float64{0, 0, 200, 50}, Content: later}),
		Placements: []ports.Placement{{TargetPage: 1, SourcePage: 1, Region: region(40, 30)}}}
	pdfcheck.In(t, stamp(t, body, overlay), pdfcheck.PaintedAt(1, red, region(40, 30), 1))
}

// A link that extends beyond the page is cut at its edge.
func TestLinksEndAtThePage(t *testing.T) {
	overlay := ports.Overlay{Content: sample.Pages(overlayPage("cut")), Placements: []ports.Placement{{TargetPage: 1, SourcePage: 1, Region: region(500, 10)}}}
	pdfcheck.In(t, stamp(t, sample.Pages(sample.Page{}), overlay),
		pdfcheck.LinkAt(1, "https://platen.example/cut", domain.Rect{Left: 570, Top: 15, Right: 595, Bottom: 35}, 0.1))
}

// On pages that are cropped or rotated, or whose origin is elsewhere, the overlay is where a reader shows it.
func TestStampOnUnusualPages(t *testing.T) {
	crop := "/CropBox [20 30 520 730]" // 500 × 700
	for name, tt := range map[string]struct {
		page sample.Page
		size domain.Size
	}{
		"origin elsewhere":   {sample.Page{MediaBox: [4]float64{-100, 50, 495, 892}}, domain.Size{Width: 595, Height: 842}},
		"corners swapped":    {sample.Page{MediaBox: [4]float64{595, 842, 0, 0}}, domain.Size{Width: 595, Height: 842}},
		"cropped":            {sample.Page{Entries: crop}, domain.Size{Width: 500, Height: 700}},
		"turned by 90":       {sample.Page{Entries: "/Rotate 90"}, domain.Size{Width: 842, Height: 595}},
		"turned by 180":      {sample.Page{Entries: "/Rotate 180"}, domain.Size{Width: 595, Height: 842}},
		"turned by 270":      {sample.Page{Entries: "/Rotate 270"}, domain.Size{Width: 842, Height: 595}},
		"turned by -90":      {sample.Page{Entries: "/Rotate -90"}, domain.Size{Width: 842, Height: 595}},
		"cropped and turned": {sample.Page{Entries: crop + "/Rotate 90"}, domain.Size{Width: 700, Height: 500}},
		"scaled":             {sample.Page{Content: "5 0 0 5 99 99 cm 0 0 1 rg "}, domain.Size{Width: 595, Height: 842}},
		"without content":    {sample.Page{}, domain.Size{Width: 595, Height: 842}},
	} {
		t.Run(name, func(t *testing.T) {
			overlay := ports.Overlay{Content: sample.Pages(overlayPage("word")), Placements: []ports.Placement{{TargetPage: 1, SourcePage: 1, Region: region(40, 30)}}}
			stamped := stamp(t, sample.Pages(tt.page), overlay)
			pages, err := reader.Reader{}.Pages(stamped)
			require.NoError(t, err)
			require.Equal(t, tt.size, pages[0].Size)
			pdfcheck.In(t, stamped, pdfcheck.Sound(), pdfcheck.PaintedAt(1, red, domain.Rect{Right: 60, Bottom: 50}.Move(40, 30), 1))
		})
	}
}

// Pages that share or inherit resources do not get each other's overlays.
func TestStampDoesNotChangeWhatPagesShare(t *testing.T) {
	body := sample.File("",
		"<</Type /Catalog /Pages 2 0 R>>",
		"<</Type /Pages /Count 3 /Kids [3 0 R 4 0 R 5 0 R] /MediaBox [0 0 595 842] /Resources 6 0 R>>",
		"<</Type /Page /Parent 2 0 R /Contents 7 0 R>>",
		"<</Type /Page /Parent 2 0 R /Contents [7 0 R 7 0 R]>>",
		"<</Type /Page /Parent 2 0 R /Contents 8 0 R>>",
		"<</Font <</F1 9 0 R>>>>",
		sample.Stream("", sample.Text(72, 600, 12, "Shared")),
		"[7 0 R]",
		"<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>")
	overlay := ports.Overlay{Content: sample.Pages(overlayPage("one"), overlayPage("two")), Placements: []ports.Placement{
		{TargetPage: 1, SourcePage: 1, Region: region(28, 14)}, {TargetPage: 2, SourcePage: 2, Region: region(28, 14)}, {TargetPage: 2, SourcePage: 1, Region: region(28, 700)},
	}}
	pdfcheck.In(t, stamp(t, body, overlay), pdfcheck.Sound(), pdfcheck.TextOn(1, "Shared", "one"), pdfcheck.TextOn(2, "Shared", "two", "one"),
		pdfcheck.TextOn(3, "Shared"), pdfcheck.Unpainted(3, red),
		func(f *pdfcheck.File) error {
			text, err := f.TextOn(1)
			require.NotContains(t, text, "two")
			return err
		})
}

func TestStampRefuses(t *testing.T) {
	body := sample.Pages(sample.Page{})
	good := sample.Pages(overlayPage("x"))
	at := func(on, from int) []ports.Placement {
		return []ports.Placement{{TargetPage: on, SourcePage: from, Region: region(0, 0)}}
	}
	for name, overlay := range map[string]ports.Overlay{
		"no PDF":            {Content: []byte("<html>"), Placements: at(1, 1)},
		"half a PDF":        {Content: good[:len(good)/2], Placements: at(1, 1)},
		"no such page":      {Content: good, Placements: at(2, 1)},
		"no page 0":         {Content: good, Placements: at(0, 1)},
		"no such overlay":   {Content: good, Placements: at(1, 2)},
		"an overlay turned": {Content: sample.Pages(sample.Page{Entries: "/Rotate 90"}), Placements: at(1, 1)},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, err := stamper.Stamper{}.Stamp(t.Context(), body, ports.StampChanges{Overlays: []ports.Overlay{overlay}})
			require.Error(t, err)
		})
	}
	for name, pdf := range map[string][]byte{
		"nothing": nil, "no PDF": []byte("<html>"),
		"no pages":       sample.File("", "<</Type /Catalog>>"),
		"tree in circle": sample.File("", "<</Type /Catalog /Pages 2 0 R>>", "<</Type /Pages /Count 1 /Kids [2 0 R]>>"),
		"page sizeless":  sample.File("", "<</Type /Catalog /Pages 2 0 R>>", "<</Type /Pages /Count 1 /Kids [3 0 R]>>", "<</Type /Page /Parent 2 0 R>>"),
	} {
		t.Run("body: "+name, func(t *testing.T) {
			_, _, err := stamper.Stamper{}.Stamp(t.Context(), pdf, ports.StampChanges{})
			require.Error(t, err)
		})
	}
}

func TestStampEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, _, err := stamper.Stamper{}.Stamp(ctx, sample.Pages(sample.Page{}), ports.StampChanges{Overlays: []ports.Overlay{
		{Content: sample.Pages(overlayPage("x")), Placements: []ports.Placement{{TargetPage: 1, SourcePage: 1}}},
	}})
	require.ErrorIs(t, err, context.Canceled)
}

func TestStampDoesNotChangeItsInputs(t *testing.T) {
	body, header := sample.Pages(sample.Page{Content: sample.Text(72, 600, 12, "x")}), sample.Pages(overlayPage("h"))
	bodyBefore, headerBefore := bytes.Clone(body), bytes.Clone(header)
	stamp(t, body, ports.Overlay{Content: header, Placements: []ports.Placement{{TargetPage: 1, SourcePage: 1, Region: region(0, 0)}}})
	require.Equal(t, bodyBefore, body)
	require.Equal(t, headerBefore, header)
}

func FuzzStamp(f *testing.F) {
	body, overlay := sample.Pages(sample.Page{}), sample.Pages(overlayPage("x"))
	f.Add(body, overlay)
	f.Add(overlay, body)
	f.Add(sample.Pages(sample.Page{Links: []sample.Link{{Rect: sample.A4, URI: domain.PageBoxURI}}}), overlay)
	f.Fuzz(func(t *testing.T, body, overlay []byte) {
		stamped, _, err := stamper.Stamper{}.Stamp(t.Context(), body, ports.StampChanges{Overlays: []ports.Overlay{
			{Content: overlay, Placements: []ports.Placement{{TargetPage: 1, SourcePage: 1, Region: region(0, 0)}}},
		}})
		if err != nil {
			return
		}
		before, err := reader.Reader{}.Pages(body)
		require.NoError(t, err)
		after, err := reader.Reader{}.Pages(stamped)
		require.NoError(t, err)
		require.Len(t, after, len(before))
	})
}

// overlayPages returns a document of n header pages, each with its number as a word.
func overlayPages(n int) []byte {
	pages := make([]sample.Page, n)
	for i := range pages {
		pages[i] = overlayPage(fmt.Sprintf("%dof%d", i+1, n))
	}
	return sample.Pages(pages...)
}

func everyPage(n int) (places []ports.Placement) {
	for i := range n {
		places = append(places, ports.Placement{TargetPage: i + 1, SourcePage: i + 1, Region: region(28, 14)})
	}
	return places
}

// BenchmarkStamp: the time must be linear in the number of pages.
func BenchmarkStamp(b *testing.B) {
	for _, n := range []int{1, 95, 500} {
		pages := make([]sample.Page, n)
		for i := range pages {
			pages[i].Content = strings.Repeat(sample.Text(72, 600, 12, "Some words that fill a line of a page"), 40)
		}
		body, header := sample.Pages(pages...), overlayPages(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				stamp(b, body, ports.Overlay{Content: header, Placements: everyPage(n)})
			}
		})
	}
}

// TestCrops: a part of the page as it is shown is kept, and overlays are placed on it.
func TestCrops(t *testing.T) {
	for turn := 0; turn < 360; turn += 90 {
		body := sample.Pages(sample.Page{MediaBox: [4]float64{10, 20, 310, 330}, Entries: fmt.Sprintf("/Rotate %d", turn), Content: sample.Box(110, 120, 60, 30, 0, 0.5, 0)})
		before, err := pdfcheck.Open(t, body).Extent(1, green)
		require.NoError(t, err)
		stamped, _, err := stamper.Stamper{}.Stamp(t.Context(), body, ports.StampChanges{
			Crops: map[int]domain.Rect{1: domain.Rect{Right: 250, Bottom: 290}.Move(7, 5)},
			Overlays: []ports.Overlay{{Content: sample.Pages(overlayPage("foot")), Placements: []ports.Placement{
				{TargetPage: 1, SourcePage: 1, Region: region(50, 240)},
			}}},
		})
		require.NoError(t, err)
		pages, err := reader.Reader{}.Pages(stamped)
		require.NoError(t, err)
		require.InDeltaSlice(t, []float64{250, 290}, []float64{pages[0].Size.Width.Points(), pages[0].Size.Height.Points()}, 1e-6)
		pdfcheck.In(t, stamped, pdfcheck.Sound(), pdfcheck.PaintedAt(1, green, before.Move(-7, -5), 1),
			pdfcheck.PaintedAt(1, red, domain.Rect{Left: 50, Top: 240, Right: 110, Bottom: 290}, 1))
	}
	_, _, err := stamper.Stamper{}.Stamp(t.Context(), sample.Pages(sample.Page{}), ports.StampChanges{Crops: map[int]domain.Rect{2: {Right: 9, Bottom: 9}}})
	require.ErrorContains(t, err, "page 2")
}
