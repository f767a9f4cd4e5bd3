package headerfooter_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/ports/pdfcheck"
)

// across is a region between the margins of A4.
func across(top, bottom float64) domain.Rect {
	return domain.Rect{Left: mm(10), Top: mm(top), Right: mm(200), Bottom: mm(bottom)}
}

// fits are headers and footers that do not fit their room by themselves: where their paint is, and where the body begins
// and ends, in millimetres; 0 is not checked.
var fits = map[string]struct {
	request
	header, footer domain.Rect // yellow, cyan
	top, bottom    float64     // of the magenta body
}{
	"absolute boxes alone": {
		request: request{Header: `<div style="position:absolute;top:2mm;left:0;right:0;height:10mm;background:#ff0"></div>`},
		header:  across(7, 17), top: 20,
	},
	"fixed boxes alone": {
		request: request{Header: `<div style="position:fixed;top:0;left:0;right:0;height:10mm;background:#ff0">1</div>`,
			Footer: `<div style="position:fixed;bottom:0;left:0;right:0;height:12mm;background:#0ff">1</div>`},
		header: across(5, 15), footer: across(280, 292), top: 18, bottom: 277,
	},
	"boxes at the lower edge of a header": {
		request: request{Header: `<body style="position:relative"><div style="position:absolute;bottom:0;left:0;right:0;height:10mm;background:#ff0"></div></body>`},
		header:  across(5, 15), top: 18,
	},
	"boxes at the upper edge of a footer": {
		request: request{Footer: `<div style="position:absolute;top:0;left:0;right:0;height:12mm;background:#0ff"></div>`},
		footer:  across(280, 292), bottom: 277,
	},
	"a letterhead that bleeds": {
		request: request{Header: `<div style="position:absolute;top:-5mm;left:-10mm;right:-10mm;height:25mm;background:#ff0"></div>`},
		header:  domain.Rect{Right: mm(210), Bottom: mm(25)}, top: 28,
	},
	"a bleed beyond the paper": {
		request: request{Header: `<div style="margin:-10mm -15mm 0;height:25mm;background:#ff0"></div>`},
		header:  domain.Rect{Right: mm(210), Bottom: mm(20)}, top: 23,
	},
	"positioned boxes on the last page alone": {
		request: request{Header: `<style>div{display:none} .platen-last div{display:block;position:absolute;top:0;left:0;right:0;height:10mm;background:#ff0}</style><div></div>`},
		header:  across(5, 15), top: 18,
	},
	"too wide by pixels": {
		request: request{Header: `<div style="width:1000px;height:100px;background:#ff0"></div>`},
		header:  across(5, 5+100*0.71813*25.4/96), top: 8 + 100*0.71813*25.4/96,
	},
	"too wide from right to left": {
		request: request{Footer: `<div dir=rtl><div style="width:1000px;height:100px;background:#0ff"></div></div>`},
		footer:  across(292-100*0.71813*25.4/96, 292),
	},
	"too wide by a share": {
		request: request{Header: `<div style="width:125%;height:20mm;background:#ff0"></div>`},
		header:  across(5, 21), top: 24,
	},
	"a box far to the right": {
		request: request{Header: `<div style="position:absolute;left:300mm;width:80mm;height:38mm;background:#ff0"></div>`},
		header:  domain.Rect{Left: mm(160), Top: mm(5), Right: mm(200), Bottom: mm(24)}, top: 27,
	},
	"a picture": {
		request: request{Header: `<img style="display:block;width:380mm;height:40mm" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' preserveAspectRatio='none' viewBox='0 0 1 1'%3E%3Crect width='1' height='1' fill='%23ff0'/%3E%3C/svg%3E">`},
		header:  across(5, 25), top: 28,
	},
}

// TestFits: what a header or footer paints is on the paper, and not over the body.
func TestFits(t *testing.T) {
	t.Parallel()
	const body = `<!doctype html><style>body{margin:0} div{background:#f0f;width:100mm;height:500mm}</style><div></div>`
	for engine, service := range services(t) {
		for name, test := range fits {
			if !does(t, engine, name) {
				continue
			}
			t.Run(name+"/"+engine, func(t *testing.T) {
				test.HTML = body
				pdf := pdfcheck.Open(t, service.PDF(t, test.body(t)).Body)
				require.NoError(t, pdfcheck.Sound()(pdf))
				page := 1
				if name == "positioned boxes on the last page alone" {
					page = 2
				}
				if test.header != (domain.Rect{}) {
					require.NoError(t, pdfcheck.PaintedAt(page, yellow, test.header, mm(0.7))(pdf))
				}
				if test.footer != (domain.Rect{}) {
					require.NoError(t, pdfcheck.PaintedAt(page, cyan, test.footer, mm(0.7))(pdf))
				}
				painted, err := pdf.Extent(1, magenta)
				require.NoError(t, err)
				if test.top != 0 {
					require.InDelta(t, test.top, painted.Top.Millimetres(), 0.7)
				}
				if test.bottom != 0 {
					require.InDelta(t, test.bottom, painted.Bottom.Millimetres(), 0.7)
				}
			})
		}
	}
}

// TestWideTableShowsItsPageNumber: the last cell of a table that is wider than the paper is on every page.
func TestWideTableShowsItsPageNumber(t *testing.T) {
	t.Parallel()
	header := `<table style="width:1000px;font:12px 'DejaVu Sans'"><tr><td>leftmost<td style="text-align:right">page<b class=pageNumber></b>of<b class=totalPages></b></table>`
	for engine, service := range services(t) {
		for name, html := range map[string]string{"portrait": pagesOf(3), "narrow": strings.Replace(pagesOf(3), "<style>", "<style>@page{size:A5}", 1)} {
			t.Run(name+"/"+engine, func(t *testing.T) {
				pdf := pdfcheck.Open(t, service.PDF(t, request{HTML: html, Header: header}.body(t)).Body)
				right := map[string]float64{"portrait": 200, "narrow": 138}[name]
				for page, number := range []string{"page1of3", "page2of3", "page3of3"} {
					words, err := pdf.Words(page + 1)
					require.NoError(t, err)
					left := slices.IndexFunc(words, func(w pdfcheck.Word) bool { return w.Text == "leftmost" })
					last := slices.IndexFunc(words, func(w pdfcheck.Word) bool { return w.Text == number })
					require.True(t, left >= 0 && last >= 0, "%v", words)
					require.InDelta(t, 10, words[left].Left.Millimetres(), 1)
					require.InDelta(t, right, words[last].Right.Millimetres(), 1.5)
				}
			})
		}
	}
}

// TestSmallLettersAtTheSide: half a millimetre is half a letter of small text, so none of it is beyond the paper.
func TestSmallLettersAtTheSide(t *testing.T) {
	t.Parallel()
	line := `<div style="font:8px 'DejaVu Sans';text-align:right;margin-right:-10.5mm">EDGE</div>`
	for engine, service := range services(t) {
		t.Run(engine, func(t *testing.T) {
			pdf := pdfcheck.Open(t, service.PDF(t, request{HTML: pagesOf(2), Header: line, Footer: line}.body(t)).Body)
			for page := 1; page <= 2; page++ {
				words, err := pdf.Words(page)
				require.NoError(t, err)
				edges := slices.DeleteFunc(words, func(w pdfcheck.Word) bool { return w.Text != "EDGE" })
				require.Len(t, edges, 2)
				for _, word := range edges {
					require.LessOrEqual(t, word.Right.Millimetres(), 210.27)
				}
			}
		})
	}
}

// TestWideBody: header and footer keep their size and place above and below a body that shrinks.
func TestWideBody(t *testing.T) {
	t.Parallel()
	for engine, service := range services(t) {
		t.Run(engine, func(t *testing.T) {
			words := map[string][]pdfcheck.Word{}
			for _, width := range []string{"100mm", "250mm"} {
				r := request{HTML: `<!doctype html><p style="font:12pt 'DejaVu Sans'">body</p><div style="height:9mm;width:` + width + `"></div>`,
					Header: `<div style="font:12pt 'DejaVu Sans'">header</div>`, Footer: `<div style="font:12pt 'DejaVu Sans'">footer</div>`}
				pdf := pdfcheck.Open(t, service.PDF(t, r.body(t)).Body)
				for _, text := range []string{"header", "body", "footer"} {
					word, err := pdf.Word(1, text)
					require.NoError(t, err)
					words[text] = append(words[text], word)
				}
			}
			require.InDelta(t, 0.75, float64(words["body"][1].Width()/words["body"][0].Width()), 0.02)
			for _, text := range []string{"header", "footer"} {
				require.Equal(t, words[text][0], words[text][1])
			}
		})
	}
}

// TestWideNumbers: numbers that need more room than "1 of 1" are on the paper too, or the client learns that they cannot be.
func TestWideNumbers(t *testing.T) {
	t.Parallel()
	numbers := strings.Repeat("<b class=pageNumber></b>", 5)
	for engine, service := range services(t) {
		for name, test := range map[string]struct {
			header string
			pages  int
			last   string
		}{
			"two digits":     {`<div style="font:60mm/1 'DejaVu Sans';white-space:nowrap">` + numbers + `</div>`, 12, "1212121212"},
			"Roman":          {`<style>i::before{content:counter(page,upper-roman)}</style><div style="font:24mm/1 'DejaVu Sans';white-space:nowrap">` + strings.Repeat("<i></i>", 6) + `</div>`, 8, "VIIIVIIIVIIIVIIIVIIIVIII"},
			"first is other": {`<style>.platen-first b{display:none}</style><div style="font:60mm/1 'DejaVu Sans';white-space:nowrap">` + numbers + `</div>`, 12, "1212121212"},
		} {
			t.Run(name+"/"+engine, func(t *testing.T) {
				pdf := pdfcheck.Open(t, service.PDF(t, request{HTML: pagesOf(test.pages), Header: test.header}.body(t)).Body)
				words, err := pdf.Words(test.pages)
				require.NoError(t, err)
				at := slices.IndexFunc(words, func(w pdfcheck.Word) bool { return w.Text == test.last })
				require.GreaterOrEqual(t, at, 0, "%v", words)
				require.Less(t, words[at].Right.Millimetres(), 210.0)
			})
		}
	}
}

// TestFarText: text beside the paper is on it after all, up to two paper widths from the middle of the page. At 500 px, Qt
// prints one of the tries on a C1 envelope.
func TestFarText(t *testing.T) {
	t.Parallel()
	for engine, service := range services(t) {
		for style, kept := range map[string]bool{
			"margin-left:-300px": true, "margin-left:-499px": true, "margin-left:-500px": true, "margin-left:-501px": true,
			"margin-left:-700px": true, "text-indent:-500px": true, "position:relative;left:-500px": true,
			"position:absolute;left:-320mm": true, "position:absolute;left:-340mm": false,
		} {
			for _, field := range []string{"headerHtml", "footerHtml"} {
				t.Run(style+"/"+field+"/"+engine, func(t *testing.T) {
					far := `<div style="height:5mm"><div style="` + style + `">FAR</div></div>near`
					r := request{HTML: pagesOf(1), Header: far}
					if field == "footerHtml" {
						r = request{HTML: pagesOf(1), Footer: far}
					}
					words, err := pdfcheck.Open(t, service.PDF(t, r.body(t)).Body).Words(1)
					require.NoError(t, err)
					found := map[string]bool{}
					for _, w := range words {
						found[w.Text] = true
					}
					require.True(t, found["near"])
					require.Equal(t, kept, found["FAR"])
				})
			}
		}
	}
}

// TestCannotBeKept: what is not on the paper is the client's mistake, unless it is so far away that it is meant to be hidden.
func TestCannotBeKept(t *testing.T) {
	t.Parallel()
	for engine, service := range services(t) {
		for name, test := range map[string]struct {
			html, message string
			status        int
		}{
			"text above the paper":      {`<div style="height:10mm"><b style="position:absolute;top:-30mm">x</b></div>`, "above the paper's upper edge", http.StatusBadRequest},
			"text cut by the edge":      {`<div style="height:20mm;font:20mm/1 'DejaVu Sans'"><div style="position:absolute;top:-20mm">x</div></div>`, "above the paper's upper edge", http.StatusBadRequest},
			"capitals cut by the edge":  {`<div style="height:5mm;font:40px/1 'DejaVu Sans'"><div style="position:absolute;top:-8mm">HHH</div></div>`, "above the paper's upper edge", http.StatusBadRequest},
			"text below the paper":      {`<div style="height:10mm"><b style="position:absolute;top:310mm">x</b></div>`, "below the paper's lower edge", http.StatusBadRequest},
			"turned text":               {`<style>html{writing-mode:vertical-rl}</style>x`, "", http.StatusOK},
			"zoomed pages":              {`<style>html{zoom:2}</style>x`, "", http.StatusOK},
			"a block above the paper":   {`<div style="height:10mm">x</div><div style="position:absolute;top:-30mm;width:10mm;height:10mm;background:red"></div>`, "above the paper's upper edge", http.StatusBadRequest},
			"a drawing above the paper": {`<div style="height:10mm">x</div><div style="position:absolute;top:-30mm"><svg width=60 height=40><circle cx=30 cy=20 r=20 /></svg></div>`, "above the paper's upper edge", http.StatusBadRequest},
			"a rule above the paper":    {`<div style="height:10mm">x</div><div style="position:absolute;top:-30mm;width:10mm;height:1mm;background:red"></div>`, "", http.StatusOK},
			"nothing on the paper":      {`<div style="position:absolute;top:-50mm;width:10mm;height:1mm;background:red"></div>`, "paints nothing on the paper", http.StatusBadRequest},
			"text that is hidden":       {`<div style="height:10mm"><b style="position:absolute;left:-9999px">x</b></div>`, "", http.StatusOK},
			"text that is clipped away": {`<div style="height:10mm;overflow:hidden;text-indent:-500px">x</div>`, "", http.StatusOK},
			"nothing at all":            {`<div></div>`, "", http.StatusOK},
		} {
			for _, field := range []string{"headerHtml", "footerHtml"} {
				if field == "footerHtml" {
					test.html = strings.NewReplacer("top:", "bottom:").Replace(test.html)
					test.message = strings.NewReplacer("above", "below", "upper", "lower", "below", "above", "lower", "upper").Replace(test.message)
				}
				if !does(t, engine, name) {
					continue
				}
				t.Run(name+"/"+field+"/"+engine, func(t *testing.T) {
					r := request{HTML: pagesOf(1), Header: test.html}
					if field == "footerHtml" {
						r = request{HTML: pagesOf(1), Footer: test.html}
					}
					answer, err := service.Post(t.Context(), r.body(t))
					require.NoError(t, err)
					require.Equal(t, test.status, answer.Status, "%.300s", answer.Body)
					if test.message != "" {
						require.Contains(t, string(answer.Body), test.message)
						require.Contains(t, string(answer.Body), field)
					}
				})
			}
		}
	}
}
