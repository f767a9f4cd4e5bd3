package integration_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/integration/harness"
	"platen/ports/pdfcheck"
)

const mm = domain.Millimetre

// TestContractDocument is section 3: the paper and the layout.
func TestContractDocument(t *testing.T) {
	t.Parallel()
	for _, engine := range both {
		t.Run(engine, func(t *testing.T) {
			service := shared(t, engine)
			t.Run("paper", func(t *testing.T) { paper(t, service) })
			t.Run("page rules", func(t *testing.T) { pageRules(t, service, engine) })
			t.Run("margins", func(t *testing.T) { margins(t, service, engine) })
			t.Run("scale", func(t *testing.T) { scale(t, service) })
			t.Run("looks", func(t *testing.T) { looks(t, service, engine) })
			t.Run("links show no path", func(t *testing.T) { linksShowNoPath(t, service) })
			if engine == "chrome" {
				t.Run("named pages", func(t *testing.T) { namedPages(t, service) })
			}
		})
	}
}

func millimetres(width, height domain.Length) domain.Size {
	return domain.Size{Width: width * mm, Height: height * mm}
}

func box(left, top, right, bottom domain.Length) domain.Rect {
	return domain.Rect{Left: left * mm, Top: top * mm, Right: right * mm, Bottom: bottom * mm}
}

func paper(t *testing.T, s *harness.Service) {
	for name, test := range map[string]struct {
		body fields
		want domain.Size
	}{
		"A4 portrait": {fields{"html": "<p>x</p>"}, domain.A4},
		"whatever a field asks": {fields{
			"html": "<p>x</p>", "format": "A3", "landscape": true, "paper": "Letter", "width": "100mm", "height": "100mm", "pageSize": "A5",
			"options": fields{"format": "A5", "landscape": true}, "page": fields{"size": "A3"},
		}, domain.A4},
		"a size in html":          {fields{"html": "<style>@page{size:A5}</style><p>x</p>"}, millimetres(148, 210)},
		"landscape":               {fields{"html": "<style>@page{size:landscape}</style><p>x</p>"}, millimetres(297, 210)},
		"a size in css":           {fields{"html": "<p>x</p>", "css": "@page { size : 120mm 80mm }"}, millimetres(120, 80)},
		"css over html":           {fields{"html": "<style>@page{size:A3}</style><p>x</p>", "css": "@page{size:A5 landscape}"}, millimetres(210, 148)},
		"important html over":     {fields{"html": "<style>@page{size:A5 !important}</style><p>x</p>", "css": "@page{size:A4}"}, millimetres(148, 210)},
		"inches":                  {fields{"html": "<p>x</p>", "css": "@media print{@page{size:8.5in 11in}}"}, domain.Size{Width: 612, Height: 792}},
		"not in a comment":        {fields{"html": "<p>x</p>", "css": "/*@page{size:A5}*/"}, domain.A4},
		"not for screens":         {fields{"html": "<p>x</p>", "css": "@media screen{@page{size:A5}}"}, domain.A4},
		"not a size that is none": {fields{"html": "<p>x</p>", "css": "@page{size:enormous}"}, domain.A4},
	} {
		t.Run(name, func(t *testing.T) { says(t, s, test.body, pdfcheck.Pages(1), pdfcheck.Paper(test.want)) })
	}
}

// floodOf is a red block that is higher than a page, or, on an engine that does not divide one, a stack of them: a whole one, in
// millimetres, and low ones.
func floodOf(engine string, whole, low int) string {
	if engine == "weasyprint" {
		return fmt.Sprintf(`<style>body{margin:0}i{display:block;background:#f00;height:2px}</style><div><i style="height:%dmm"></i>`, whole) +
			strings.Repeat("<i></i>", low) + `</div>`
	}
	return `<style>body{margin:0}</style><div style="background:#f00;height:400mm"></div>`
}

// cannot are the forms of CSS that an engine does not know, as its documents say.
var cannot = map[string][]string{
	"weasyprint": {"calculated"},
}

// margins paints the whole content area of the first page red.
func margins(t *testing.T, s *harness.Service, engine string) {
	flood := floodOf(engine, 150, 290)
	for name, test := range map[string]struct {
		html, css string
		want      domain.Rect
	}{
		"by default":     {flood, "", box(10, 10, 200, 287)},
		"in css":         {flood, "@page{margin:20mm 30mm 25mm 15mm}", box(15, 20, 180, 272)},
		"in html":        {"<style>@page{margin:2cm}</style>" + flood, "", box(20, 20, 190, 277)},
		"one side":       {flood, "@page{margin-left:40mm}", box(40, 10, 200, 287)},
		"none":           {flood, "@page{margin:0}", box(0, 0, 210, 297)},
		"css over html":  {"<style>@page{margin:2cm}</style>" + flood, "@page{margin-top:3cm}", box(20, 30, 190, 277)},
		"with a size":    {flood, "@page{size:A5;margin:15mm}", box(15, 15, 133, 195)},
		"a size without": {flood, "@page{size:A5}", box(10, 10, 138, 200)},
	} {
		t.Run(name, func(t *testing.T) {
			says(t, s, fields{"html": "<!doctype html>" + test.html, "css": test.css}, pdfcheck.PaintedAt(1, red, test.want, 1*mm))
		})
	}
}

// pageRules writes one rule in all forms of CSS.
func pageRules(t *testing.T, s *harness.Service, engine string) {
	flood := floodOf(engine, 160, 30)
	const rule = `@page{size:A5;margin:20mm}`
	for name, test := range map[string]struct{ html, css string }{
		"for print":              {flood, `@media print{` + rule + `}`},
		"where supported":        {flood, `@supports (display:block){` + rule + `}`},
		"in a layer":             {flood, `@layer x{` + rule + `}`},
		"a style for print":      {`<style media=print>` + rule + `</style><style media=screen>@page{size:A3;margin:0}</style>` + flood, ""},
		"a style in a drawing":   {`<svg width=0 height=0 style="display:block"><style>` + rule + `</style></svg>` + flood, ""},
		"a style at the end":     {flood + `<style>` + rule + `</style>`, ""},
		"a style in a noscript":  {`<noscript><style>` + rule + `</style></noscript>` + flood, ""},
		"a style of a type":      {`<style type="text/template">@page{size:A3;margin:0}</style><style type="TEXT/CSS">` + rule + `</style>` + flood, ""},
		"not in a template":      {`<style>` + rule + `</style><template><style>@page{size:A3;margin:0}</style></template>` + flood, ""},
		"not in a text":          {`<style>` + rule + `</style>` + flood + `<textarea hidden><style>@page{size:A3;margin:0}</style></textarea>`, ""},
		"in capitals":            {flood, `@PAGE{SIZE:a5;MARGIN:20MM}`},
		"in longhands":           {flood, `@page{size:A5;margin-top:20mm;margin-right:20mm;margin-bottom:20mm;margin-left:20mm}`},
		"in two rules":           {flood, `@page{size:A5}@page{margin:20mm}`},
		"calculated":             {flood, `@page{size:A5;margin:calc(10mm + 1cm)}`},
		"with comments":          {flood, `@page/**/{size:/**/A5;margin/**/:20mm}`},
		"important":              {flood, `@page{size:A5;margin:20mm !important}@page{margin:0}`},
		"before what is invalid": {flood, `@page{size:A5;margin:20mm;margin:large;size:huge}`},
		"with an orientation":    {flood, `@page{size:portrait A5;margin:20mm}`},
	} {
		if slices.Contains(cannot[engine], name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			says(t, s, fields{"html": "<!doctype html>" + test.html, "css": test.css},
				pdfcheck.PaperOn(1, millimetres(148, 210)), pdfcheck.PaintedAt(1, red, box(20, 20, 128, 190), 1*mm))
		})
	}
}

// scale measures boxes to 1 %, on every paper.
func scale(t *testing.T, s *harness.Service) {
	for _, size := range []string{"A4", "A3", "Letter", "A5", "200mm 120mm"} {
		for unit, side := range map[string]string{"mm": "100mm", "px": "377.953px", "in": "3.93701in", "pt": "283.465pt"} {
			if size != "A4" && unit != "mm" {
				continue
			}
			t.Run(size+" "+unit, func(t *testing.T) {
				html := fmt.Sprintf(`<!doctype html><style>@page{size:%s}body{margin:0}</style><div style="background:#f00;width:%s;height:%[2]s"></div>`, size, side)
				extent, err := pdfcheck.Open(t, printed(t, s, fields{"html": html}).Body).Extent(1, red)
				require.NoError(t, err)
				require.InDelta(t, 100, (extent.Right - extent.Left).Millimetres(), 1)
				require.InDelta(t, 100, (extent.Bottom - extent.Top).Millimetres(), 1)
			})
		}
	}
}

func looks(t *testing.T, s *harness.Service, engine string) {
	const square = `<div class=x style="width:30mm;height:30mm"></div>`
	at := pdfcheck.PaintedAt(1, green, box(10, 10, 40, 40), 1*mm)
	for name, test := range map[string]struct {
		html, css string
		check     pdfcheck.Check
	}{
		"background colour":   {square, ".x{background:#008000}", at},
		"background image":    {square, ".x{background:url(" + dataURL("image/png", greenPNG()) + ")}", at},
		"print rules":         {square, "@media print{.x{background:#008000}}", at},
		"no screen rules":     {square, ".x{background:#008000}@media screen{.x{background:red}}", at},
		"hidden in print":     {"rest <b>gone</b>", "@media print{b{display:none}}", pdfcheck.All(pdfcheck.Text("rest"), pdfcheck.NoText("gone"))},
		"shown in print":      {"rest <b>here</b>", "@media screen{b{display:none}}", pdfcheck.Text("rest here")},
		"flexible boxes":      {`<div class=f><i></i><i class=x></i></div>`, "body{margin:0}.f{display:-webkit-box;display:flex;flex-direction:row-reverse;-webkit-box-direction:reverse}i{width:30mm;height:30mm}.x{background:#008000}.f{width:60mm}", at},
		"flexible paragraphs": {`<div class=f><p></p><p class=x></p></div>`, "body{margin:0}.f{display:-webkit-box;display:flex;flex-direction:row-reverse;-webkit-box-direction:reverse}p{margin:0;width:30mm;height:30mm}.x{background:#008000}.f{width:60mm}", at},
		"generated content":   {"<p>one</p>", `p::before{content:"before "}`, pdfcheck.Text("before one")},
		"page breaks":         {"<p>one</p><p class=n>two</p>", ".n{page-break-before:always}", pdfcheck.All(pdfcheck.Pages(2), pdfcheck.TextOn(2, "two"))},
		"a title":             {"<title>Über uns &amp; mehr</title><p>x</p>", "", pdfcheck.Title("Über uns & mehr")},
		"no title":            {"<p>x</p>", "", pdfcheck.Title("")},
		"an inline drawing":   {`<svg width=113.39 height=113.39 style="display:block"><rect width=114 height=114 fill="#008000"></rect></svg>`, "", at},
		"letters of no font":  {`<p style="font:40mm serif;color:#008000">&#x10B00;</p>`, "", inked},
		"tables in a cell":    {`<table width=100%><td align=center><table width=100%><td>left<br>of the cell</table></table>`, "", beginsAtTheLeft},
		"every script": {`<p>“naïve café” Łódź, ß<p>Ξεσκεπάζω την ψυχοφθόρα<p>Съешь же ещё этих мягких булок<p>敏捷的棕色狐狸<p>いろはにほへと<p>키스의 고유조건은` +
			`<p dir=rtl>مرحبا بالعالم<p>before 😀 after`, "", pdfcheck.All(pdfcheck.Text("“naïve café” Łódź, ß", "Ξεσκεπάζω την ψυχοφθόρα",
			"Съешь же ещё этих мягких булок", "敏捷的棕色狐狸", "いろはにほへと", "키스의 고유조건은", "مرحبا", "بالعالم"), pdfcheck.TextInOrder("before", "after"))},
		"the order of text": {`<h1>One</h1><table><tr><td>Two<td>Three</table><ul><li>Four</ul><p>Five &lt;5@platen.example&gt; 'six'`, "",
			pdfcheck.TextInOrder("One", "Two", "Three", "Four", "Five <5@platen.example> 'six'")},
	} {
		if slices.Contains(cannot[engine], name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			says(t, s, fields{"html": "<!doctype html><meta charset=utf-8>" + test.html, "css": "body{margin:0}" + test.css}, test.check)
		})
	}
}

// inked is that something is green.
func inked(f *pdfcheck.File) error {
	_, err := f.Extent(1, green)
	return err
}

// beginsAtTheLeft is that the first word is at the left margin.
func beginsAtTheLeft(f *pdfcheck.File) error {
	words, err := f.Words(1)
	if err == nil && (len(words) == 0 || words[0].Left > 14*mm) {
		err = fmt.Errorf("it has the words %v", words)
	}
	return err
}

func linksShowNoPath(t *testing.T, s *harness.Service) {
	html := `<p id=x>links</p><a href="#x">a</a> <a href="page.html">b</a> <a href="../up?q">c</a> <a href="/abs">d</a> <a href="">e</a>
		<a href="#nowhere">f</a> <a href="https://example.com/kept">g</a>`
	says(t, s, fields{"html": html, "headerHtml": html, "footerHtml": `<a href="other">footer</a>`},
		pdfcheck.Text("links", "footer"), pdfcheck.NoTrace("file:", s.Temp, "/tmp", "127.0.0.1", "localhost"),
		func(f *pdfcheck.File) error {
			links, err := f.Links(1)
			kept := 0
			for _, link := range links {
				if link.URI == "https://example.com/kept" {
					kept++
				}
			}
			if err == nil && kept != 2 {
				err = fmt.Errorf("the whole address should be linked to, in body and header: %v", links)
			}
			return err
		})
}

// namedPages is for the engines with this capability.
func namedPages(t *testing.T, s *harness.Service) {
	const flood = `<!doctype html><style>body{margin:0}div{background:#f00;height:400mm}</style>`
	says(t, s, fields{"html": flood + "<div></div><div></div>", "css": "@page{margin:20mm}@page:first{margin-top:50mm}@page:left{margin-left:30mm}@page:right{margin-right:40mm}"},
		pdfcheck.PaintedAt(1, red, box(20, 50, 170, 277), 1*mm),
		pdfcheck.PaintedAt(2, red, box(30, 20, 190, 277), 1*mm),
		pdfcheck.PaintedAt(3, red, box(20, 20, 170, 277), 1*mm))
	says(t, s, fields{
		"html": flood + `<p>first</p><section class=wide><div></div></section><p class=small>last</p>`,
		"css":  "@page wide{size:A4 landscape;margin:25mm}@page small{size:A5}.wide{page:wide}.small{page:small}",
	}, pdfcheck.PaperOn(1, domain.A4), pdfcheck.PaperOn(2, millimetres(297, 210)), pdfcheck.PaintedAt(2, red, box(25, 25, 272, 185), 1*mm),
		func(f *pdfcheck.File) error {
			last, err := f.Pages()
			if err != nil {
				return err
			}
			return pdfcheck.All(pdfcheck.PaperOn(last, millimetres(148, 210)), pdfcheck.TextOn(last, "last"))(f)
		})
	says(t, s, fields{"html": "<style>@page{@bottom-center{content:'page ' counter(page)}}</style>" + strings.Repeat("<p style='page-break-after:always'>x</p>", 2)},
		pdfcheck.TextOn(2, "page 2"))
	says(t, s, fields{"html": `<div style="display:grid;grid-template-columns:30mm 30mm"><i></i><b style="background:#008000;height:30mm"></b></div>`, "css": "body{margin:0}"},
		pdfcheck.PaintedAt(1, green, box(40, 10, 70, 40), 1*mm))
}
