package contract

import "strings"

// headerFooterCases are section 4.
func headerFooterCases() []Case {
	const number, total = `<b class="pageNumber"></b>`, `<b class="totalPages"></b>`
	three := strings.Repeat(`<p style="page-break-after: always">Body</p>`, 2) + "<p>Body</p>"
	lines := func(n int) string { return strings.Repeat("<div style='height: 5mm'>Line</div>", n) }
	tall := "<style>body { margin: 0 }</style>" + lines(50)
	numbered := func(field, template string) []exchange {
		return one(request{body: fields{"html": three, field: template}},
			pages(3), says(1, "Page 1 of 3."), says(2, "Page 2 of 3."), says(3, "Page 3 of 3."))
	}
	return []Case{
		{ID: "4.1", Name: "pageNumber and totalPages are filled in the header", Quotes: []string{"every element of class `pageNumber` is filled with the page's number", "number of pages [given]"},
			exchanges: numbered("headerHtml", "<p>Page "+number+" of "+total+".</p>")},
		{ID: "4.2", Name: "pageNumber and totalPages are filled in the footer", Quotes: []string{"every element of class `pageNumber` is filled with the page's number", "number of pages [given]"},
			exchanges: numbered("footerHtml", "<p>Page "+number+" of "+total+".</p>")},
		{ID: "4.3", Name: "a number may stand twice, and beside other classes", Quotes: []string{"twice on a page, or beside other classes all work"},
			exchanges: one(request{body: fields{"html": twoPages, "footerHtml": `<p>[` + number + `|` + number + `|<i class="x pageNumber y">0</i>|` + total + `|` + total + `]</p>`}},
				says(1, "[1|1|1|2|2]"), says(2, "[2|2|2|2|2]"))},
		{ID: "4.4", Name: "the header stands above the body, the footer below it", Quotes: []string{"rendered at the top of every page, outside the main content area", "rendered at the bottom of every page, outside the main content area"},
			exchanges: one(request{body: fields{"html": three, "headerHtml": "<p>Header</p>", "footerHtml": "<p>Footer</p>"}},
				above("Header", "Body"), above("Body", "Footer"))},
		{ID: "4.5", Name: "a tall header does not overlap the body", Quotes: []string{"so that they never overlap"},
			exchanges: one(request{body: fields{"html": three, "headerHtml": strings.Repeat("<div>Line</div>", 7) + "<div>Last</div>"}},
				above("Last", "Body"))},
		{ID: "4.6", Name: "they stand between the page's own left and right margins", Quotes: []string{"They stand between the left and right margins of their page"},
			exchanges: one(request{body: fields{"html": "<style>@page { margin: 20mm 20mm 20mm 40mm }</style><p>Body</p>", "headerHtml": "<div>Header</div>", "footerHtml": "<div>Footer</div>"}},
				leftOf("Header", 40), leftOf("Footer", 40))},
		{ID: "4.7", Name: "one taller than 40 % of the page is a 400 that names it", Quotes: []string{"One taller than 40 % of the page is a 400"},
			exchanges: then(
				one(request{body: fields{"html": "<p>x</p>", "headerHtml": strings.Repeat("<p>line</p>", 60)}}, status(400), message("headerHtml")),
				one(request{body: fields{"html": "<p>x</p>", "footerHtml": strings.Repeat("<p>line</p>", 60)}}, status(400), message("footerHtml")),
			)},
		{ID: "4.8", Name: "the main css does not apply to them", Quotes: []string{"The main `css` does not apply to them"},
			exchanges: one(request{body: fields{"html": "<div>Body</div>", "css": "p { display: none }", "headerHtml": "<p>Header</p>", "footerHtml": "<p>Footer</p>"}},
				says(1, "Header", "Body", "Footer"))},
		{ID: "4.9", Name: "their own styles apply", Quotes: []string{"their own styles, images, fonts, backgrounds and colours work"}, Needs: Layout,
			exchanges: one(request{body: fields{"html": "<p>Body</p>", "headerHtml": "<style>.gone { display: none }</style><p>Header<span class=gone>hidden</span></p>"}},
				says(1, "Header", "Body"), never("hidden"))},
		{ID: "4.10", Name: "the first and the last page can have other headers", Quotes: []string{"the classes `platen-first`, `platen-last`"}, Needs: Layout,
			exchanges: one(request{body: fields{"html": three, "headerHtml": "<style>.f, .l { display: none } .platen-first .f, .platen-last .l { display: inline }</style><p>Header<b class=f>first</b><b class=l>last</b></p>"}},
				says(1, "Headerfirst"), silentOn(1, "last"), silentOn(2, "first"), silentOn(2, "last"), says(3, "Headerlast"))},
		{ID: "4.11", Name: "counter(page) and counter(pages) number pages too", Quotes: []string{"CSS `counter(page)` and `counter(pages)` say the same there"}, Needs: Layout,
			exchanges: one(request{body: fields{"html": three, "headerHtml": "<style>.c::after { content: counter(page) '/' counter(pages) }</style><p class=c></p>"}},
				says(1, "1/3"), says(2, "2/3"), says(3, "3/3"))},
		{ID: "4.12", Name: "a page rule leaves them out", Quotes: []string{"`@page :first { --platen-header: none; --platen-footer: none }` leaves them out on such pages"}, Needs: Layout,
			exchanges: one(request{body: fields{"html": "<style>@page :first { --platen-header: none; --platen-footer: none }</style>" + three, "headerHtml": "<p>Header</p>", "footerHtml": "<p>Footer</p>"}},
				silentOn(1, "Header"), silentOn(1, "Footer"), says(2, "Header", "Footer"), says(3, "Header", "Footer"))},
		{ID: "4.13", Name: "a tall footer takes its height from the body", Quotes: []string{"gives each page the larger of the author's margin and edge + height"}, Needs: Layout,
			exchanges: then(
				one(html(tall), pages(1)),
				one(request{body: fields{"html": tall, "footerHtml": lines(8)}}, pages(2)),
			)},
	}
}
