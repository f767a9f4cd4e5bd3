package headerfooter_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/ports/pdfcheck"
)

// numberedWords are paragraphs of words that are numbered from w1.
func numberedWords(paragraphs int) string {
	var b strings.Builder
	word := 0
	for p := range paragraphs {
		b.WriteString("<p>")
		for range 12 + p%7*17 {
			word++
			fmt.Fprintf(&b, "w%d ", word)
		}
		b.WriteString("</p>")
	}
	return b.String()
}

var numberedWord = regexp.MustCompile(`\bw\d+\b`)

// TestFirstPageMargins: on every engine the first page has margins of its own, with and without a header, all others have theirs, and
// each word is there once, in order.
func TestFirstPageMargins(t *testing.T) {
	t.Parallel()
	const none = "--platen-header:none;--platen-footer:none"
	const coverBreak = `<div style="page-break-after:always">w0</div>`
	for name, test := range map[string]struct {
		first, body string
		left, top   float64 // of the first word, in mm
		selectors   bool    // only engines with page selectors have the first page as large as its margins say
	}{
		"cover without header":      {none, numberedWords(10), 20, 20, false},
		"paragraphs a line apart":   {none, `<style>p{margin:0 0 5mm}</style>` + numberedWords(10), 20, 20, false},
		"pages that end early":      {none, `<style>p{margin:0;page-break-inside:avoid}</style>` + numberedWords(12), 20, 20, false},
		"short cover":               {none, coverBreak + numberedWords(9), 20, 20, false},
		"short cover to the edges":  {"margin:0;" + none, coverBreak + numberedWords(9), 0, 0, false},
		"tall cover to the edges":   {"margin:0;" + none, `<div style="height:199mm;page-break-after:always">w0</div>` + numberedWords(9), 0, 0, true},
		"cover of the page's units": {"margin:0;" + none, `<div style="height:100vh;background:#eee;page-break-after:always">w0</div>` + numberedWords(9), 0, 0, false},
		"cover full of text":        {"margin:10mm;" + none, `<div style="page-break-after:always">` + numberedWords(5) + `</div>` + numberedWords(9), 10, 10, false},
		"letter":                    {"margin-top:90mm", numberedWords(10), 20, 90, false},
		"letter with sections":      {"margin-top:90mm", `<div style="height:100vh">w0</div>` + numberedWords(10), 20, 90, false},
		"letter above a footing":    {"margin-top:60mm;margin-bottom:80mm", numberedWords(10), 20, 60, false},
		"one page":                  {"margin:30mm 0 0 40mm;" + none, "w0", 40, 30, false},
		"one page to the edges":     {"margin:0;" + none, `<div style="height:199mm">w0</div>`, 0, 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			html := "<!doctype html><style>@page{size:150mm 200mm;margin:20mm}@page :first{" + test.first + "}body{margin:0;font:12pt/1.5 'DejaVu Sans'}p{margin:0 0 3mm}</style>" + test.body
			for engine, service := range services(t) {
				if test.selectors && !followsPageRules(engine) {
					continue
				}
				for _, header := range []string{"", `<div style="height:25mm">head <b class=pageNumber></b></div>`} {
					pdf := pdfcheck.Open(t, service.PDF(t, request{HTML: html, Header: header}.body(t)).Body)
					others := 20.0
					if header != "" {
						others = 33
					}
					if strings.Contains(test.body, "<p>") { // a first, a left and a right page
						require.NoError(t, pdfcheck.PagesBetween(3, 8)(pdf), engine+header)
					}
					got := wordsFrom(t, pdf, [2]float64{test.left, test.top}, [2]float64{20, others}, engine+header)
					require.Equal(t, numberedWord.FindAllString(test.body, -1), got, engine+header)
				}
			}
		})
	}
}

// wordsFrom returns the numbered words of all pages, and checks where they begin on the first page and on all others, in mm.
func wordsFrom(t *testing.T, pdf *pdfcheck.File, first, others [2]float64, of string) (numbered []string) {
	t.Helper()
	require.NoError(t, pdfcheck.Sound()(pdf))
	pages, err := pdf.Pages()
	require.NoError(t, err)
	for page, want := 1, first; page <= pages; page, want = page+1, others {
		words, err := pdf.Words(page)
		require.NoError(t, err)
		words = slices.DeleteFunc(words, func(w pdfcheck.Word) bool { return !numberedWord.MatchString(w.Text) })
		require.NotEmpty(t, words, "%s: page %d", of, page)
		require.InDelta(t, want[0], words[0].Left.Millimetres(), 0.5, "%s: page %d", of, page)
		require.InDelta(t, want[1], words[0].Top.Millimetres(), 3, "%s: page %d", of, page)
		for _, word := range words {
			numbered = append(numbered, word.Text)
		}
	}
	return numbered
}
