package headerfooter_test

import (
	"fmt"
	"image/color"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/ports/pdfcheck"
)

var (
	yellow  = color.RGBA{0xff, 0xff, 0, 0xff}
	cyan    = color.RGBA{0, 0xff, 0xff, 0xff}
	magenta = color.RGBA{0xff, 0, 0xff, 0xff}
)

const tenth = domain.Millimetre / 10

// TestBoxesStandWhereTheyShould measures the boxes of a header and a footer on paper, on both engines.
func TestBoxesStandWhereTheyShould(t *testing.T) {
	t.Parallel()
	for engine, service := range services(t) {
		for name, test := range map[string]struct {
			css    string
			height float64
			paper  domain.Size
			left   float64
			right  float64
		}{
			"A4":                {"", 20, domain.A4, 10, 10},
			"A5":                {"@page{size:A5}", 12.5, domain.Size{Width: 148 * domain.Millimetre, Height: 210 * domain.Millimetre}, 10, 10},
			"landscape":         {"@page{size:A4 landscape}", 30, domain.Size{Width: domain.A4.Height, Height: domain.A4.Width}, 10, 10},
			"letter":            {"@page{size:letter}", 60, domain.Size{Width: 8.5 * domain.Inch, Height: 11 * domain.Inch}, 10, 10},
			"uneven margins":    {"@page{margin:10mm 15mm 10mm 40mm}", 20, domain.A4, 40, 15},
			"very tall margins": {"@page{margin:80mm 20mm}", 20, domain.A4, 20, 20},
		} {
			t.Run(name+"/"+engine, func(t *testing.T) {
				band := func(colour string) string {
					return fmt.Sprintf(`<div style="background:%s;height:%gmm"></div>`, colour, test.height)
				}
				pdf := service.PDF(t, request{HTML: pagesOf(2), CSS: test.css, Header: band("#ff0"), Footer: band("#0ff")}.body(t)).Body
				left, right := domain.Length(test.left)*domain.Millimetre, test.paper.Width-domain.Length(test.right)*domain.Millimetre
				height, edge := domain.Length(test.height)*domain.Millimetre, 5*domain.Millimetre
				for page := 1; page <= 2; page++ {
					pdfcheck.In(t, pdf,
						pdfcheck.PaintedAt(page, yellow, domain.Rect{Left: left, Top: edge, Right: right, Bottom: edge + height}, 5*tenth),
						pdfcheck.PaintedAt(page, cyan, domain.Rect{Left: left, Top: test.paper.Height - edge - height, Right: right, Bottom: test.paper.Height - edge}, 5*tenth))
				}
			})
		}
	}
}

// TestBodyGivesWay measures where the body begins and ends: the larger of the author's margin, and edge, height
// and gap.
func TestBodyGivesWay(t *testing.T) {
	t.Parallel()
	const header = `<div style="height:20mm"></div>`
	for engine, service := range services(t) {
		for name, test := range map[string]struct {
			css         string
			first, rest float64 // the top margin of the first page, and of the others, in millimetres
			selects     bool    // it needs page selectors
		}{
			"default":            {"", 28, 28, false},
			"smaller":            {"@page{margin:2mm}", 28, 28, false},
			"larger":             {"@page{margin:50mm}", 50, 50, false},
			"important":          {"@page{margin:2mm!important}", 28, 28, false},
			"important layer":    {"@layer a{@page{margin:2mm!important}}", 28, 28, false},
			"first larger":       {"@page:first{margin:60mm}", 60, 28, true},
			"first smaller":      {"@page{margin-top:50mm}@page:first{margin-top:0}", 28, 50, true},
			"left":               {"@page:left{margin-top:70mm}", 28, 70, true},
			"named":              {"@page big{margin-top:70mm} div+div{page:big}", 28, 70, true},
			"named, and smaller": {"@page{margin-top:70mm}@page small{margin-top:1mm} div+div{page:small}", 70, 28, true},
		} {
			if test.selects && !followsPageRules(engine) {
				continue
			}
			t.Run(name+"/"+engine, func(t *testing.T) {
				html := `<!doctype html><style>body{margin:0} div{height:10mm;background:#ff0}</style><div></div><div style="page-break-before:always"></div>`
				pdf := pdfcheck.Open(t, service.PDF(t, request{HTML: html, CSS: test.css, Header: header}.body(t)).Body)
				for page, top := range map[int]float64{1: test.first, 2: test.rest} {
					box, err := pdf.Extent(page, yellow)
					require.NoError(t, err)
					require.InDelta(t, top, box.Top.Millimetres(), 0.5, "page %d", page)
				}
			})
		}
	}
}

// TestNoRoom: where an author's margins leave nothing for content, the page is the default one, which has room for the header.
func TestNoRoom(t *testing.T) {
	t.Parallel()
	for engine, service := range services(t) {
		if engine == "weasyprint" {
			continue // it prints no such pages: a 400
		}
		for _, css := range []string{"@page{size:20mm 50mm}", "@page{margin:105mm}", "@page:first{margin:0 0 0 210mm}"} {
			t.Run(engine+" "+css, func(t *testing.T) {
				html := `<!doctype html><style>body{margin:0} div{height:10mm;background:#ff0}</style><div></div>`
				pdf := pdfcheck.Open(t, service.PDF(t, request{HTML: html, CSS: css, Header: `<div style="height:40mm"></div>`}.body(t)).Body)
				box, err := pdf.Extent(1, yellow)
				require.NoError(t, err)
				require.InDelta(t, 48, box.Top.Millimetres(), 0.5)
				require.InDelta(t, 10, box.Left.Millimetres(), 0.5)
			})
		}
	}
}

// TestEnginesAgree compares the words of one header on all engines: within 1 % of the line.
func TestEnginesAgree(t *testing.T) {
	t.Parallel()
	r := request{HTML: pagesOf(3), Header: `<div style="font:9pt 'DejaVu Sans'">Invoice of Gutenberg and Daughters, printers since 1452, for what they printed in March</div>` +
		`<div>The sizes <small>of small letters,</small> <code>of code</code> <span style="font-size:x-small">and by words</span> <tt style="font-size:large">are alike</tt></div>` +
		`<section><h1>So are headings</h1></section><div>in sections</div>`,
		Footer: `<div style="font:8pt 'Liberation Serif';text-align:center">Page <span class=pageNumber></span> of <span class=totalPages></span>, payable within thirty days without any deduction</div>`}
	started := services(t)
	pdfs := map[string]*pdfcheck.File{}
	for engine, service := range started {
		pdfs[engine] = pdfcheck.Open(t, service.PDF(t, r.body(t)).Body)
	}
	for page := 1; page <= 3; page++ {
		a, err := pdfs[engines[0]].Words(page)
		require.NoError(t, err)
		for _, other := range engines[1:] {
			b, err := pdfs[other].Words(page)
			require.NoError(t, err)
			require.Len(t, b, len(a))
			line := (190 * domain.Millimetre).Points()
			for i := range a {
				require.Equal(t, a[i].Text, b[i].Text)
				require.InDelta(t, a[i].Left.Points(), b[i].Left.Points(), line/100, "%q", a[i].Text)
				require.InDelta(t, a[i].Right.Points(), b[i].Right.Points(), line/100, "%q", a[i].Text)
				require.InDelta(t, a[i].Top.Millimetres(), b[i].Top.Millimetres(), 1, "%q", a[i].Text)
			}
		}
	}
}

// TestPagesOfSeveralSizes: each page's header is as wide as the page has room for.
func TestPagesOfSeveralSizes(t *testing.T) {
	t.Parallel()
	html := `<!doctype html><style>@page wide{size:A4 landscape} @page small{size:A5} .w{page:wide} .s{page:small}</style>
		<div>one</div><div class=w>two</div><div class=s>three</div><div>four</div>`
	for _, service := range servicesThatFollowPageRules(t) {
		pdf := service.PDF(t, request{HTML: html,
			Header: `<div style="background:#ff0;height:10mm">head <b class=pageNumber></b>/<b class=totalPages></b></div>`,
			Footer: `<div style="background:#0ff;height:10mm"></div>`}.body(t)).Body
		pdfcheck.In(t, pdf, pdfcheck.Pages(4), pdfcheck.Sound())
		for page, size := range [][2]float64{{210, 297}, {297, 210}, {148, 210}, {210, 297}} {
			width, height := domain.Length(size[0])*domain.Millimetre, domain.Length(size[1])*domain.Millimetre
			mm := domain.Millimetre
			pdfcheck.In(t, pdf, pdfcheck.TextOn(page+1, fmt.Sprintf("head %d/4", page+1)),
				pdfcheck.PaintedAt(page+1, yellow, domain.Rect{Left: 10 * mm, Top: 5 * mm, Right: width - 10*mm, Bottom: 15 * mm}, 5*tenth),
				pdfcheck.PaintedAt(page+1, cyan, domain.Rect{Left: 10 * mm, Top: height - 15*mm, Right: width - 10*mm, Bottom: height - 5*mm}, 5*tenth))
		}
	}
}

// TestPagesSingledOut: a header stands between the left and right margins that its page has.
func TestPagesSingledOut(t *testing.T) {
	t.Parallel()
	css := "@page{margin:10mm 20mm}@page:first{margin-left:60mm}@page:left{margin-left:40mm;margin-right:5mm}"
	for _, service := range servicesThatFollowPageRules(t) {
		pdf := service.PDF(t, request{HTML: pagesOf(5), CSS: css,
			Header: `<div style="background:#ff0;height:10mm">head <b class=pageNumber></b></div>`}.body(t)).Body
		for page, across := range [][2]float64{{60, 190}, {40, 205}, {20, 190}, {40, 205}, {20, 190}} {
			pdfcheck.In(t, pdf, pdfcheck.TextOn(page+1, fmt.Sprintf("head %d", page+1)),
				pdfcheck.PaintedAt(page+1, yellow, domain.Rect{Left: mm(across[0]), Top: mm(5), Right: mm(across[1]), Bottom: mm(15)}, 5*tenth))
		}
	}
}

// TestPagesOfOtherPaper: and those that its name has, where the name has a paper of its own.
func TestPagesOfOtherPaper(t *testing.T) {
	t.Parallel()
	css := "@page{margin:10mm 20mm}@page:left{margin-left:40mm}" +
		"@page wide{size:A4 landscape;margin-left:50mm}@page wide:left{margin-right:70mm}.w{page:wide}"
	html := `<!doctype html><div>one</div><div class=w>two<p style="break-before:page">three</div><div>four</div>`
	for _, service := range servicesThatFollowPageRules(t) {
		pdf := service.PDF(t, request{HTML: html, CSS: css,
			Header: `<div style="background:#ff0;height:10mm"></div>`, Footer: `<div style="background:#0ff;height:10mm"></div>`}.body(t)).Body
		for page, across := range [][3]float64{{20, 190, 297}, {50, 227, 210}, {50, 277, 210}, {40, 190, 297}} {
			left, right, height := mm(across[0]), mm(across[1]), mm(across[2])
			pdfcheck.In(t, pdf,
				pdfcheck.PaintedAt(page+1, yellow, domain.Rect{Left: left, Top: mm(5), Right: right, Bottom: mm(15)}, 5*tenth),
				pdfcheck.PaintedAt(page+1, cyan, domain.Rect{Left: left, Top: height - mm(15), Right: right, Bottom: height - mm(5)}, 5*tenth))
		}
	}
}

// TestTooTall: more than 40 % of the page is the client's mistake.
func TestTooTall(t *testing.T) {
	t.Parallel()
	for engine, service := range services(t) {
		for name, test := range map[string]struct {
			height float64
			status int
		}{
			"at the limit":   {118, http.StatusOK},
			"over the limit": {120, http.StatusBadRequest},
			"over the page":  {400, http.StatusBadRequest},
			"over ten pages": {3000, http.StatusBadRequest},
		} {
			for _, field := range []string{"headerHtml", "footerHtml"} {
				t.Run(name+"/"+field+"/"+engine, func(t *testing.T) {
					tall := fmt.Sprintf(`<div style="height:%gmm">x</div>`, test.height)
					r := request{HTML: "<p>body</p>"}
					if field == "headerHtml" {
						r.Header = tall
					} else {
						r.Footer = tall
					}
					answer, err := service.Post(t.Context(), r.body(t))
					require.NoError(t, err)
					require.Equal(t, test.status, answer.Status, "%s", answer.Body)
					if test.status == http.StatusBadRequest {
						require.Contains(t, string(answer.Body), field)
						require.Contains(t, string(answer.Body), "40 %")
						require.NotContains(t, string(answer.Body), "is 297 mm tall")
						require.Contains(t, string(answer.Body), `"invalid_request"`)
					}
				})
			}
		}
	}
}

// TestTallerWithLargeNumbers: a header whose last pages need a line more than its first is measured again.
func TestTallerWithLargeNumbers(t *testing.T) {
	t.Parallel()
	for engine, service := range services(t) {
		t.Run(engine, func(t *testing.T) {
			// At 46 mm "1 of 1" fits one line and "12 of 12" does not.
			header := `<div style="width:34mm;font:20pt/10mm 'DejaVu Sans'">head<span class=pageNumber></span>o<span class=pageNumber></span> <span style="white-space:nowrap">x<span class=totalPages></span></span></div>`
			pdf := pdfcheck.Open(t, service.PDF(t, request{HTML: pagesOf(120), Header: header}.body(t)).Body)
			words, err := pdf.Words(120)
			require.NoError(t, err)
			var head, body domain.Length
			for _, w := range words {
				if w.Text == "x120" {
					head = w.Bottom
				}
				if w.Text == "bodyfirst120" {
					body = w.Top
				}
			}
			require.Greater(t, head, 20*domain.Millimetre, "the header was to take two lines")
			require.Less(t, head, body)
		})
	}
}

// mm is a length in millimetres.
func mm(n float64) domain.Length { return domain.Length(n) * domain.Millimetre }

// box is a box from margin to margin of an A4 page, between two distances from its top, in millimetres.
func box(top, bottom float64) domain.Rect {
	return domain.Rect{Left: mm(10), Top: mm(top), Right: mm(200), Bottom: mm(bottom)}
}
