package wkhtmltopdf_test

import (
	"fmt"
	"image/color"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/ports/pdfcheck"
)

// A print with less room on its pages, whose beginning is skipped, has its page breaks where the other print has them.
func TestSkippedContentBreaksAlike(t *testing.T) {
	engine := start(t)
	var body strings.Builder
	for n := range 100 {
		fmt.Fprintf(&body, "<p>w%d", n)
	}
	job := jobOf(`<!DOCTYPE html><style>body{margin:0}p{margin:0;height:8mm;page-break-inside:avoid}</style>` + body.String())
	whole := pdfcheck.Open(t, render(t, engine, job).Content)
	for _, less := range []domain.Length{30 * mm, 17 * mm, -25 * mm} {
		job.Margins.Top, job.Margins.Bottom = 40*mm+less/2, 40*mm+less/2
		job.Skip = 60*mm + less
		rest := pdfcheck.Open(t, render(t, engine, job).Content)
		want, err := whole.Words(2)
		require.NoError(t, err)
		got, err := rest.Words(2)
		require.NoError(t, err)
		require.Equal(t, want[0].Text, got[0].Text, "%v", less)
		require.Equal(t, want[1].Text, got[1].Text, "%v", less)
	}
}

// After a forced break in what is skipped, the content begins at the top of the first page.
func TestSkippedBreak(t *testing.T) {
	job := jobOf(`<!DOCTYPE html><body style="margin:0"><p style="page-break-after:always">one<p style="margin:0">two`)
	job.Skip = 200 * mm
	pdfcheck.In(t, render(t, start(t), job).Content, pdfcheck.Pages(1), pdfcheck.NoText("one"), pdfcheck.WordAt(1, "two", 10*mm, 10*mm, mm))
}

// Lengths in units of the viewport refer to the given one.
func TestGivenViewport(t *testing.T) {
	job := jobOf(`<!DOCTYPE html><body style="margin:0"><div style="width:50vw;height:10vh;background:#f0f"></div>`)
	job.Viewport = domain.Size{Width: 100 * mm, Height: 200 * mm}
	pdfcheck.In(t, render(t, start(t), job).Content,
		pdfcheck.PaintedAt(1, color.RGBA{R: 255, B: 255, A: 255}, domain.Rect{Right: 50 * mm, Bottom: 20 * mm}.Move(10*mm, 10*mm), mm/2))
}

// Links lead to names, also of places that are not painted, and the names of all others are there.
func TestNamedLinks(t *testing.T) {
	job := jobOf(`<!DOCTYPE html><h1 id=one>one</h1><p style="page-break-before:always"><a href="#one">a</a> <a href="#%C3%BC">b</a> <a href="#no">c</a><p id="ü">two`)
	job.NamedLinks = true
	engine := start(t)
	pdf := string(render(t, engine, job).Content)
	for _, name := range []string{"/Dest /one ", "/Dest /#C3#BC ", "/Dest /no ", "/one [", "/#C3#BC ["} {
		require.Contains(t, pdf, name)
	}
	require.NotContains(t, pdf, "/no [")
	job.Skip = 100 * mm
	pdf = string(render(t, engine, job).Content)
	require.Contains(t, pdf, "/Dest /one ")
	require.NotContains(t, pdf, "/one [")
	pdfcheck.In(t, []byte(pdf), pdfcheck.Sound())
}
