package chrome_test

import (
	"context"
	"fmt"
	"image/color"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/chrome"
	"platen/domain"
	"platen/domain/htmldoc"
	"platen/domain/pagecss"
	"platen/ports/pdfcheck"
)

// pageRules are documents, or style sheets, whose margins the browser and domain/pagecss must read alike.
var pageRules = []string{
	// Cascade layers.
	"@layer a,b;@layer b{@page{margin:20mm}}@layer a{@page{margin:30mm}}",
	"@layer a{@page{margin:20mm}}@layer b{@page{margin:30mm}}",
	"@layer b,a;@layer a{@page{margin:20mm!important}}@layer b{@page{margin:30mm!important}}",
	"@layer a{@page{margin:20mm!important}}@page{margin:30mm!important}",
	"@layer a{@page{margin:20mm}@layer b{@page{margin:30mm}}}",
	"@layer a.c,a.b;@layer a.c{@page{margin:20mm}}@layer a.b{@page{margin:30mm}}",
	"@layer{@page{margin:20mm}}@layer{@page{margin:30mm}}",
	"@layer a{@page :first{margin:20mm}}@page{margin:30mm}",
	"@media screen{@layer a;}@layer b,a;@layer a{@page{margin:20mm}}@layer b{@page{margin:30mm}}",
	"@layer a,,b;@layer a b;@layer b,a;@layer a{@page{margin:20mm}}@layer b{@page{margin:30mm}}",
	"@layer a,b{@page{margin:20mm}}",
	"@layer a.{@page{margin:20mm}}",
	`@layer y,x;@import url("data:text/css,@page{margin:20mm}") layer(x);@layer y{@page{margin:30mm}}`,
	`@import url("data:text/css,@page{margin:20mm}") layer(x.y);@import url("data:text/css,@page{margin:30mm}") layer(x);`,
	`@import url("data:text/css,@layer b,a;@layer a{@page{margin:20mm}}") layer(q);@layer q.b{@page{margin:30mm}}`,
	// Style sheets.
	"<style>@layer b;</style><style>@layer a{@page{margin:20mm}}@layer b{@page{margin:30mm}}</style>",
	"<style>@page{margin:30mm}</style><style>@layer a{@page{margin:20mm}}</style>",
	"<style>@page :first{margin:20mm}</style><style>@page{margin:30mm}</style>",
	"<style>@page{margin:30mm!important}</style><style>@page :first{margin:20mm!important}</style>",
	"<style>@page{margin:20mm!important}</style><style>@page :first{margin:30mm}</style>",
	`@import url("data:text/css,@page :first{margin:20mm}");@page{margin:30mm}`,
	`@namespace a url(x);@import "data:text/css,@page{margin:20mm}";`,
	"@page :first{margin-left:20mm}@page :right{margin-left:30mm!important}",
}

// TestPageRulesAreReadAlike: where the browser puts the content of the first two pages is where domain/pagecss says.
func TestPageRulesAreReadAlike(t *testing.T) {
	r := start(t, with(2), passThrough(t))
	for _, rules := range pageRules {
		t.Run(rules, func(t *testing.T) {
			t.Parallel()
			if !strings.HasPrefix(rules, "<") {
				rules = "<style>" + rules + "</style>"
			}
			checkMargins(t, r, "<!doctype html>"+rules+"<style>html,body{margin:0}#content{background:#f0f;height:500mm}</style><div id=content></div>")
		})
	}
}

// checkMargins prints a document whose content is magenta, and fills the first page and more.
func checkMargins(t *testing.T, r *chrome.Renderer, document string) {
	parsed, err := htmldoc.Parse(t.Context(), document, "")
	require.NoError(t, err)
	sheets, err := pagecss.WithExternal(t.Context(), parsed.Stylesheets(), readData)
	require.NoError(t, err)
	job := printJob(parsed.HTML(""))
	geometry, err := pagecss.NewGeometry(t.Context(), sheets, job.Paper, job.Margins)
	require.NoError(t, err)
	pdf := pdfcheck.Open(t, render(t, r, job).Content)
	sizes, err := pdf.PageSizes()
	require.NoError(t, err)
	for page := 1; page <= 2; page++ {
		content, err := pdf.Extent(page, color.RGBA{R: 0xff, B: 0xff, A: 0xff})
		require.NoError(t, err)
		size := sizes[page-1]
		printed := domain.Margins{Top: content.Top, Right: size.Width - content.Right, Bottom: size.Height - content.Bottom, Left: content.Left}
		read := geometry.Page(page, size).Margins
		if page > 1 {
			printed.Bottom = read.Bottom // where the content may end
		}
		const tolerance = 0.5
		for side, lengths := range map[string][2]domain.Length{"top": {printed.Top, read.Top}, "right": {printed.Right, read.Right},
			"bottom": {printed.Bottom, read.Bottom}, "left": {printed.Left, read.Left}} {
			require.InDelta(t, lengths[0].Millimetres(), lengths[1].Millimetres(), tolerance, "page %d, %s: the browser's and ours", page, side)
		}
	}
}

// readData reads the style sheets of data: addresses.
func readData(_ context.Context, address string) (string, error) {
	text, found := strings.CutPrefix(address, "data:text/css,")
	if !found {
		return "", fmt.Errorf("%s is not in the document", address)
	}
	return url.PathUnescape(text)
}
