package headerfooter_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"platen/domain"
	"platen/integration/harness"
	"platen/ports/pdfcheck"
)

var rowNumber = regexp.MustCompile(`^R\d{4}$`)

// TestEveryRowOnce: documents of rows that look alike, whose first, left and right pages have any margins, with and without header and
// footer, have each row once, in order, within the page. Each run takes other documents: make stress runs it with many, and
// -rapid.checks is their number in a run.
func TestEveryRowOnce(t *testing.T) {
	t.Parallel()
	for engine, service := range services(t) {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(rt *rapid.T) { checkRows(t, rt, service) })
		})
	}
}

// checkRows prints a document that rt draws.
func checkRows(t *testing.T, rt *rapid.T, service *harness.Service) {
	rows := rapid.IntRange(1, 60).Draw(rt, "rows") // as many as fill a first, a left and a right page, and some more
	margins := drawMargins(rt)
	document := request{HTML: "<!doctype html><style>@page{size:A5}" + margins + "</style>" + drawRows(rt, rows)}
	for _, field := range []*string{&document.Header, &document.Footer} {
		if height := rapid.IntRange(-40, 40).Draw(rt, "height"); height > 0 {
			*field = fmt.Sprintf(`<div style="height:%dmm">H <b class=pageNumber></b></div>`, height)
		}
	}
	answer, err := service.Post(t.Context(), document.body(t))
	require.NoError(rt, err)
	require.Equal(rt, http.StatusOK, answer.Status, "%s", answer.Body)
	pdf := pdfcheck.Open(t, answer.Body)
	pages, err := pdf.PageSizes()
	require.NoError(rt, err)
	next := 0
	for page := 1; page <= len(pages); page++ {
		words, err := pdf.Words(page)
		require.NoError(rt, err)
		for _, word := range words {
			if rowNumber.MatchString(word.Text) {
				require.Equal(rt, fmt.Sprintf("R%04d", next), word.Text, "page %d", page)
				require.True(rt, word.Top > -domain.Point && word.Bottom < 210*domain.Millimetre+domain.Point, "page %d: %v", page, word)
				next++
			}
		}
	}
	require.Equal(rt, rows, next)
}

// drawMargins draws page rules, of which each may be missing.
func drawMargins(rt *rapid.T) (css string) {
	length := rapid.IntRange(0, 50)
	for _, selector := range []string{"", ":left", ":right", ":first"} {
		switch rapid.SampledFrom([]string{"none", "top", "bottom", "all"}).Draw(rt, "rule"+selector) {
		case "top":
			css += fmt.Sprintf("@page %s{margin-top:%dmm}", selector, length.Draw(rt, "top"))
		case "bottom":
			css += fmt.Sprintf("@page %s{margin-bottom:%dmm}", selector, length.Draw(rt, "bottom"))
		case "all":
			css += fmt.Sprintf("@page %s{margin:%dmm %dmm %dmm %dmm}", selector,
				length.Draw(rt, "top"), length.Draw(rt, "right"), length.Draw(rt, "bottom"), length.Draw(rt, "left"))
		}
	}
	if rapid.Bool().Draw(rt, "cover") {
		css += "@page :first{--platen-header:none;--platen-footer:none}"
	}
	return css
}

// drawRows draws the rows: paragraphs, boxes or rows of a table, some of which are taller or begin a page.
func drawRows(rt *rapid.T, rows int) string {
	var b strings.Builder
	element := rapid.SampledFrom([]string{"p", "div", "li", "tr"}).Draw(rt, "element")
	b.WriteString(rapid.SampledFrom([]string{"", "<style>p,div{margin:0}</style>", "<style>p,div,li,tr{page-break-inside:avoid}</style>",
		"<style>p{orphans:3;widows:3}body{font:9pt sans-serif}</style>"}).Draw(rt, "style"))
	open, end := "", ""
	if element == "tr" {
		b.WriteString("<table>")
		open, end = "<td>", "</td>"
	}
	for n := range rows {
		style, text := "", "Article 1000 pieces 10.00"
		switch rapid.IntRange(0, 30).Draw(rt, "kind") {
		case 1:
			style = ` style="page-break-before:always"`
		case 2, 3:
			text = strings.Repeat(text+" ", 8)
		case 4:
			style = ` style="height:30mm"`
		}
		fmt.Fprintf(&b, "<%s%s>%sR%04d %s%s</%[1]s>", element, style, open, n, text, end)
	}
	return b.String()
}
