package headerfooter_test

import (
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/ports/pdfcheck"
)

// edges are ways to set the margins of pages. Each is a style sheet; "linked" and "imported" ones are served.
var edges = map[string]struct {
	style, css, linked string
	root               string // attributes of the root element
	named              bool   // it needs named pages
	narrow             bool   // without page rules, the content of all pages is as wide as on the narrowest
}{
	"the default":             {},
	"millimetres":             {style: "@page{margin:23mm}"},
	"inches":                  {style: "@page{margin:.7in 1.2in}"},
	"points":                  {style: "@page{margin:60pt 80pt 60pt 40pt}"},
	"centimetres":             {style: "@page{margin:2cm 3.5cm 2cm 1.5cm}"},
	"quarter millimetres":     {style: "@page{margin:80q 140q}"},
	"pixels":                  {style: "@page{margin:50px 100px}"},
	"picas":                   {style: "@page{margin:4pc 6pc}"},
	"em":                      {style: "@page{margin:3em 5em}"},
	"per cent":                {style: "@page{margin:5% 15%}"},
	"zero":                    {style: "@page{margin:0}"},
	"calc()":                  {style: "@page{margin:20mm calc(10mm + 2em)}"},
	"max()":                   {style: "@page{margin:max(20mm,1in)}"},
	"longhands":               {style: "@page{margin-left:35mm;margin-right:15mm}"},
	"a longhand after":        {style: "@page{margin:20mm;margin-left:35mm}"},
	"a longhand before":       {style: "@page{margin-left:35mm;margin:20mm}"},
	"important":               {style: "@page{margin-left:35mm!important}@page{margin:20mm}"},
	"two rules":               {style: "@page{margin:20mm}@page{margin-right:40mm}"},
	"css":                     {css: "@page{margin:20mm 33mm}"},
	"css after styles":        {style: "@page{margin:20mm}", css: "@page{margin:20mm 33mm}"},
	"linked":                  {linked: "@page{margin:20mm 33mm}"},
	"imported":                {style: "@import 'SITE/x.css';", linked: "@page{margin:20mm 33mm}"},
	"imported by css":         {css: "@import url(SITE/x.css);", linked: "@page{margin:20mm 33mm}"},
	"linked, then overridden": {linked: "@page{margin:20mm 33mm}", css: "@page{margin-left:12mm}"},
	"in media":                {style: "@media print{@page{margin:20mm 33mm}}@media screen{@page{margin:50mm}}"},
	"in supports":             {style: "@supports (display:block){@page{margin:20mm 33mm}}"},
	"in a layer":              {style: "@layer a{@page{margin:50mm}}@page{margin:20mm 33mm}"},
	"layers in order":         {style: "@layer a,b;@layer b{@page{margin:20mm 33mm}}@layer a{@page{margin:50mm}}"},
	"imported into a layer":   {style: "@layer b,a;@import 'SITE/x.css' layer(a);@layer b{@page{margin:50mm}}", linked: "@page{margin:20mm 33mm}"},
	"a sheet after selectors": {style: "@page:first{margin:50mm}", css: "@page{margin:20mm 33mm}"},
	"var()":                   {style: ":root{--m:33mm}@page{margin:20mm var(--m)}"},
	"var() of a class":        {style: "html{--m:50mm}.wide{--m:33mm}@page{margin:20mm var(--m)}", root: "class=wide"},
	"var() of the attribute":  {style: ":root{--m:50mm}@page{margin:20mm var(--m)}", root: "style='--m:33mm'"},
	"rem":                     {style: "html{font-size:62.5%}@page{margin:6rem 5rem}"},
	"em of the page":          {style: "html{font:20px serif}@page{font-size:2em;margin:1em 1.5em}"},
	"var() with a fallback":   {style: "@page{margin:20mm var(--none,33mm)}"},
	"var() without a value":   {style: "@page{margin:20mm 33mm}@page{margin:15mm var(--none)}"},
	"var() of the page":       {style: "@page{--m:33mm;margin:20mm var(--m)}"},
	"var() of another":        {style: "p{--m:33mm}@page{margin:var(--m,20mm)}"},
	"env() with a fallback":   {style: "@page{margin:20mm env(none,33mm)}"},
	"logical":                 {style: "@page{margin-inline:40mm 15mm}"},
	"landscape":               {style: "@page{size:A4 landscape;margin:20mm 33mm 20mm 50mm}"},
	"letter":                  {style: "@page{size:letter;margin:1in .5in}"},
	"paper in millimetres":    {style: "@page{size:180mm 240mm;margin:20mm 33mm 20mm 12mm}"},
	"padding":                 {style: "@page{margin:10mm;padding:15mm 25mm 15mm 5%}"},
	"border":                  {style: "@page{margin:10mm;border:5mm solid #0f0;border-left-width:1cm}"},
	"padding beyond a margin": {style: "@page{margin:0 -10mm;padding:20mm 30mm}"},
	"zoom":                    {style: "html{zoom:1.5}@page{margin:20mm 15mm 20mm 30mm}"},
	"zoom and the default":    {style: "html{zoom:2}"},
	"zoom and padding":        {style: "html{zoom:.5}@page{margin:5% 20mm;padding:1em;border:2mm solid #0f0}"},
	"named, padding":          {style: "@page{margin:20mm}@page n{padding:0 10% 0 5mm}.n{page:n}", named: true},
	"named, zoom":             {style: "html{zoom:.8}@page{margin:20mm}@page n{margin:20mm 40mm 20mm 10mm;border:2mm solid #0f0}.n{page:n}", named: true},
	"first":                   {style: "@page{margin:20mm}@page:first{margin-left:50mm}", narrow: true},
	"left and right":          {style: "@page:left{margin:20mm 15mm 20mm 40mm}@page:right{margin:20mm 40mm 20mm 15mm}"},
	"first and left":          {style: "@page:first{margin:40mm}@page{margin:20mm}@page:left{margin-left:55mm}", narrow: true},
	"first, by css":           {css: "@page :first{margin:20mm 50mm}", narrow: true},
	"named, other paper":      {style: "@page n{size:A5;margin:20mm 30mm 20mm 12mm}.n{page:n}", named: true},
	"named":                   {style: "@page{margin:20mm}@page n{margin:20mm 15mm 20mm 55mm}.n{page:n}", named: true},
	"named, first":            {style: "@page n{margin:20mm 40mm}@page n:first{margin-left:60mm}@page:first{margin:5mm}.n,div:first-of-type{page:n}", named: true},
	"named, left and right":   {style: "@page n:left{margin:20mm 30mm}@page n:right{margin:20mm 5mm 20mm 50mm}.n{page:n}", named: true},
	"two names":               {style: "@page n{margin-left:50mm}@page o{margin:10%}.n{page:n}.o{page:o}", named: true},
	"a name within a name":    {style: "@page n{margin:20mm 33mm}@page o{margin:20mm 45mm 20mm 5mm}body{page:n}.n{page:o}", named: true},
	"a name, important first": {style: "@page n{margin:20mm 15mm 20mm 50mm}@page:first{margin-left:33mm!important}div:first-of-type{page:n}.n{page:n}", named: true},
	"a name in a layer":       {style: "@layer a{@page n{margin:20mm 15mm 20mm 50mm}}@page{margin:20mm 33mm}.n{page:n}", named: true},
	"from right to left":      {style: "@page:left{margin:20mm 15mm 20mm 40mm}@page:right{margin:20mm 40mm 20mm 15mm}", root: "dir=rtl"},
	"named, by css":           {style: ".n{page:n}", css: "@page{margin:25mm}@page n{margin-right:50mm!important}", named: true},
	"named, other paper, two": {style: "@page{size:letter}@page n{size:A5;margin:20mm}@page o{size:A5;margin:20mm 40mm 20mm 5mm}.n{page:n}.o{page:o}", named: true},
	"named, to the edges":     {style: "@page{margin:20mm 30mm}@page n{margin:0}.n{page:n}", named: true},
	"named, turned":           {style: "@page n{size:A4 landscape;margin:20mm 30mm 20mm 12mm}.n{page:n}", named: true},
}

// TestEdgesAgree: header, footer and body begin and end at the same distances from the paper's edges, on every page
// that may differ.
func TestEdgesAgree(t *testing.T) {
	t.Parallel()
	const body = `<style>body{margin:0} div{background:#f0f;height:30mm;break-after:page}</style><div></div><div></div><div class=n></div><div class=n></div><div class=o></div><div></div>`
	sheet := ""
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/css")
		_, _ = w.Write([]byte(sheet))
	}))
	defer site.Close()
	all := services(t)
	for name, test := range edges {
		var elsewhere []domain.Rect // the headers on the engine before
		for _, engine := range slices.Sorted(maps.Keys(all)) {
			if test.named && !followsPageRules(engine) {
				continue
			}
			t.Run(name+"/"+engine, func(t *testing.T) {
				sheet = test.linked
				html := "<!doctype html><html " + test.root + ">"
				if name != "the default" {
					html += "<style>@page{size:A5}</style>" // smaller pictures
				}
				if sheet != "" && !strings.Contains(test.style+test.css, "@import") {
					html += `<link rel=stylesheet href="` + site.URL + `/x.css">`
				}
				html += "<style>" + strings.ReplaceAll(test.style, "SITE", site.URL) + "</style>" + body
				answer := all[engine].PDF(t, request{HTML: html, CSS: strings.ReplaceAll(test.css, "SITE", site.URL),
					Header: `<div style="background:#ff0;height:10mm"></div>`, Footer: `<div style="background:#0ff;height:10mm"></div>`}.body(t))
				pdf := pdfcheck.Open(t, answer.Body).Coarse()
				pages, err := strconv.Atoi(answer.Header.Get("Platen-Pages"))
				require.NoError(t, err)
				require.GreaterOrEqual(t, pages, 6)
				different := 3 // the first page, a left one and a right one
				if test.named {
					different = pages
				}
				var headers []domain.Rect
				for page := 1; page <= different; page++ {
					content, err := pdf.Extent(page, magenta)
					require.NoError(t, err)
					header, err := pdf.Extent(page, yellow)
					require.NoError(t, err)
					footer, err := pdf.Extent(page, cyan)
					require.NoError(t, err)
					require.GreaterOrEqual(t, content.Top, header.Bottom, "page %d", page)
					for _, other := range []domain.Rect{header, footer} {
						require.InDelta(t, content.Left.Millimetres(), other.Left.Millimetres(), 1, "left on page %d", page)
						if !test.narrow || followsPageRules(engine) {
							require.InDelta(t, content.Right.Millimetres(), other.Right.Millimetres(), 1, "right on page %d", page)
						}
					}
					require.InDelta(t, footer.Right.Millimetres(), header.Right.Millimetres(), 0.5, "page %d", page)
					headers = append(headers, header)
				}
				for i := range elsewhere { // engines differ in the CSS that they know, but not in selectors
					require.InDelta(t, elsewhere[i].Left.Millimetres(), headers[i].Left.Millimetres(), 1, "left on page %d", i+1)
					require.InDelta(t, elsewhere[i].Right.Millimetres(), headers[i].Right.Millimetres(), 1, "right on page %d", i+1)
				}
				if test.narrow {
					elsewhere = headers
				}
			})
		}
	}
}

// TestNamedPagesKeepTheirPaper: every page has the very size that it has without header and footer, whether it shows them
// or not, and its content and the boxes in its margins the same places.
func TestNamedPagesKeepTheirPaper(t *testing.T) {
	t.Parallel()
	service := service(t, "chrome")
	html := `<!doctype html><style>@page{margin:30mm}@page n{margin:30mm 15mm 30mm 55mm}@page o{margin:30mm 5%;--platen-header:none;--platen-footer:none}
@page p{size:180mm 240mm;margin:30mm}@page q{size:180mm 240mm;margin:30mm 50mm}
@page{@right-middle{content:"middle"}@top-right-corner{content:"corner"}}
@page n{@right-middle{margin-right:4mm}}@page t{@right-middle{margin-right:20%}}
@page r{size:landscape;margin:30mm}@page s{size:landscape;margin:30mm 15mm 30mm 45mm}@page t{size:a4;margin:30mm 41mm}
body{margin:0}div{break-after:page;background:#f0f;height:30mm}</style>`
	for _, name := range []string{"n", "auto", "n", "o", "auto", "o", "p", "q", "p", "n", "r", "s", "t", "t"} {
		html += "<div style=page:" + name + "></div>"
	}
	without := pdfcheck.Open(t, service.PDF(t, request{HTML: html}.body(t)).Body)
	with := pdfcheck.Open(t, service.PDF(t, request{HTML: html, Header: "<p>head</p>", Footer: "<p>foot</p>"}.body(t)).Body)
	want, err := without.PageSizes()
	require.NoError(t, err)
	got, err := with.PageSizes()
	require.NoError(t, err)
	require.Equal(t, want, got)
	for page := range got {
		want, err := without.Extent(page+1, magenta)
		require.NoError(t, err)
		got, err := with.Extent(page+1, magenta)
		require.NoError(t, err)
		require.Equal(t, []domain.Length{want.Left, want.Right}, []domain.Length{got.Left, got.Right}, "page %d", page+1)
		wanted, err := without.Words(page + 1)
		require.NoError(t, err)
		words, err := with.Words(page + 1)
		require.NoError(t, err)
		for _, word := range []string{"middle", "corner"} {
			in := func(words []pdfcheck.Word) pdfcheck.Word {
				return words[slices.IndexFunc(words, func(w pdfcheck.Word) bool { return w.Text == word })]
			}
			require.InDelta(t, in(wanted).Left.Points(), in(words).Left.Points(), 0.2, "%s on page %d", word, page+1)
		}
	}
}
