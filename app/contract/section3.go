package contract

import (
	"bytes"
	"fmt"
	"strings"
)

// documentCases are the first part of section 3: paper, margins and scripts.
func documentCases() []Case {
	const writes = `document.body.textContent = "ran"; document.body.append("ran")`
	return []Case{
		{ID: "3.1", Name: "the paper is A4 portrait", Quotes: []string{"A4 portrait by default"},
			exchanges: one(html(twoPages), paper(210, 297))},
		{ID: "3.2", Name: "no request field changes the paper", Quotes: []string{"no request field changes it"},
			exchanges: one(request{body: fields{
				"html": "<p>Fine</p>", "size": "Letter", "format": "A5", "landscape": true, "orientation": "landscape", "width": "5in", "page": fields{"size": "A3"},
			}}, paper(210, 297))},
		{ID: "3.3", Name: "@page { size } is honoured", Quotes: []string{"`@page { size; margin }`"},
			exchanges: then(
				one(html("<style>@page { size: A5 landscape }</style><p>Fine</p>"), paper(210, 148)),
				one(html("<style>@page { size: 120mm 80mm }</style><p>Fine</p>"), paper(120, 80)),
			)},
		{ID: "3.4", Name: "the margins are 10 mm", Quotes: []string{"Default margins 10 mm a side"},
			exchanges: one(html("<style>html, body { margin: 0 }</style>Fine"), leftOf("Fine", 10))},
		{ID: "3.5", Name: "@page { margin } overrides the margins", Quotes: []string{"`@page { margin }` overrides them"},
			exchanges: one(html("<style>@page { margin: 30mm } html, body { margin: 0 }</style>Fine"), leftOf("Fine", 30))},
		{ID: "3.6", Name: "HTML5 and CSS3 are laid out", Quotes: []string{"HTML5 and CSS3 as far as the engine goes"}, Needs: Layout,
			exchanges: one(html(`<main style="display: flex; justify-content: space-between"><section>left</section><section>right</section></main>`),
				below("left", "right", 0))},
		{ID: "3.7", Name: "print media rules apply", Quotes: []string{"print media rules apply"}, Needs: Layout,
			exchanges: one(html("<style>@media print { .s { display: none } } @media screen { .p { display: none } }</style><p class=s>screen</p><p class=p>print</p>"),
				says(1, "print"), never("screen"))},
		{ID: "3.8", Name: "a 100 mm box measures 100 mm", Quotes: []string{"a 100 mm box measures 100 mm ±1 %"}, Needs: Layout,
			exchanges: one(html(`<div style="position: relative; width: 150mm"><span style="position: absolute; left: 0">from</span><span style="position: absolute; left: 100mm; top: 2em">to</span></div>`),
				onPage(1, placed("from", "to", "100 mm to the right of", func(right, _ float64) bool { return right >= 99 && right <= 101 })))},
		{ID: "3.9", Name: "script elements are not executed", Quotes: []string{"JavaScript is never executed"},
			exchanges: one(html("<p>still</p><script>"+writes+"</script><svg><script>"+writes+"</script></svg>"), says(1, "still"), never("ran"))},
		{ID: "3.10", Name: "event handlers and frames are not executed", Quotes: []string{"event handlers, `javascript:` links"},
			exchanges: one(html(`<body onload='`+writes+`'><p>still</p><img src="data:," onerror='`+writes+`'><iframe srcdoc="<body>frame<script>document.body.append('ran')</script>"></iframe><iframe src="javascript:'ran'"></iframe>`),
				says(1, "still"), never("ran"))},
		{ID: "3.11", Name: "scripts of headers and footers are not executed", Quotes: []string{"headerHtml and footerHtml, an external page in a frame"},
			exchanges: one(request{body: fields{
				"html": "<p>still</p>", "headerHtml": "<p>head</p><script>" + writes + "</script>", "footerHtml": `<p onclick="x">foot</p><script>` + writes + `</script>`,
			}}, says(1, "still", "head", "foot"), never("ran"))},
		{ID: "3.12", Name: "a document cannot navigate away", Quotes: []string{"A document cannot navigate away from itself"},
			exchanges: one(html(`<meta http-equiv=refresh content="0; url=data:text/html,elsewhere"><meta http-equiv=refresh content="0; url=about:blank"><p>still</p>`),
				says(1, "still"), never("elsewhere"))},
	}
}

// resourceCases are the second part of section 3: the resources that documents load, and from where.
func resourceCases() []Case {
	failed := func(count string) expectation { return field("Platen-Resources-Failed", count) }
	const picture = `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='100' height='300'%3E%3C/svg%3E`
	return []Case{
		{ID: "3.13", Name: "stylesheets and images as data: are loaded", Quotes: []string{"by public URL or as `data:`"}, Needs: Layout,
			exchanges: one(html(`<link rel=stylesheet href="data:text/css,.gone{display:none}"><p class=gone>styled</p><div>top</div><img src="`+picture+`" style="display:block"><div>below</div>`),
				failed("0"), says(1, "below"), never("styled"), onPage(1, placed("top", "below", "at least 60 mm below", func(_, down float64) bool { return down >= 60 })))},
		{ID: "3.14", Name: "a resource that fails is left out and counted", Quotes: []string{"is left out, and the document still comes"}, Needs: Layout,
			exchanges: one(html(`<p>still</p><img src="http://does-not-exist.invalid/a.png">`), says(1, "still"), failed("1"))},
		{ID: "3.15", Name: "private addresses are not reached", Quotes: []string{"Nothing but public addresses is reachable"}, Needs: Layout,
			exchanges: one(html(`<p>still</p><img src="http://127.0.0.1:80/a.png"><img src="http://169.254.169.254/latest/meta-data/"><img src="http://10.0.0.1/a.png"><img src="http://[::1]/a.png">`),
				says(1, "still"), failed("4"))},
		{ID: "3.16", Name: "no file of the server is read", Quotes: []string{"and no `file:`"},
			exchanges: one(html(`<p>still</p><iframe src="file:///etc/passwd" width=600 height=600></iframe><object data="file:///etc/passwd"></object>`), says(1, "still"), never("root:"))},
		{ID: "3.17", Name: "links show no path of the server", Quotes: []string{"A link to a relative or fragment address shows no path of the server"},
			exchanges: one(html(`<a href="sub/page.html">relative</a> <a href="#here">fragment</a><p id=here>target</p>`), says(1, "relative"), noBytes("file:/"))},
		{ID: "3.18", Name: "nothing of one request is seen by another", Quotes: []string{"Nothing of one request is seen by another"}, Needs: Layout,
			exchanges: then(
				one(html(`<meta http-equiv=Content-Security-Policy content="style-src 'none'"><p>first</p>`), says(1, "first")),
				each([]request{html(hides), html(hides), html(hides)}, says(1, "second"), never("first", "hidden")),
			)},
		{ID: "3.19", Name: "a long document may come in several requests", Quotes: []string{"answer to such documents is the [given] one"}, Needs: Slow,
			exchanges: each([]request{html(fiftyPages), html(fiftyPages)}, pages(50), says(50, "End"))},
		{ID: "3.20", Name: "the first page may have other margins", Quotes: []string{"`@page { margin }` overrides them, `:first`, `:left` and `:right` on every engine"}, Needs: Layout,
			exchanges: one(html("<style>@page { margin: 30mm } @page :first { margin-left: 50mm } html, body { margin: 0 }</style>"+twoPages), leftOf("Page", 50))},
	}
}

const hides = "<style>.gone { display: none }</style><p class=gone>hidden</p><p>second</p>"

var fiftyPages = strings.Repeat(`<p style="page-break-after: always">Page</p>`, 49) + "<p>End</p>"

// noBytes checks that the PDF does not contain the text anywhere.
func noBytes(text string) expectation {
	return func(a *Answer) error {
		return need(!bytes.Contains(a.Body, []byte(text)), fmt.Sprintf("no %q in the PDF", text), "it")
	}
}
