package headerfooter_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/domain/headerfooter"
)

var (
	headerPage = headerfooter.OverlayPage{Width: 500, Beside: 20, Above: 200, Height: 800}
	footerPage = headerfooter.OverlayPage{Width: 500, Beside: 20, Above: 400, Height: 800}
)

func jointDocument(t *testing.T, header, footer string) (domain.PrintJob, [2]int, bool) {
	t.Helper()
	parsed := [2]*headerfooter.HeaderFooter{}
	for i, text := range []string{header, footer} {
		var err error
		parsed[i], err = headerfooter.Parse(t.Context(), headerfooter.Position(i), text)
		require.NoError(t, err)
	}
	return headerfooter.JointDocument(parsed[0], parsed[1], headerPage, footerPage)
}

func TestJointDocument(t *testing.T) {
	job, pages, ok := jointDocument(t, `<p style="color:red">the header`, `<p>the footer <b class=pageNumber></b>`)
	require.True(t, ok)
	require.Equal(t, [2]int{2, 3}, pages, "the footer has a copy of unlikely numbers")
	require.Equal(t, headerPage.Paper(), job.Paper)
	_, written, _ := strings.Cut(job.HTML, "<body>")
	order := strings.Split(written, "</platen-page>")
	require.Len(t, order, 6)
	for i, text := range []string{"the header", "the header", "the footer", "the footer", "the footer"} {
		require.Contains(t, order[i], text)
		require.Equal(t, i != 0 && i != 2, strings.Contains(order[i], " reduced"))
		require.Equal(t, i >= 2, strings.Contains(order[i], "<platen-page footer"))
	}
	require.Contains(t, job.HTML, "padding:400.000pt 20.000pt 0!important", "the footer's own distance")
	require.Contains(t, job.HTML, "transform:translate(0,100.000pt) scale(0.25)!important", "of the header's reduced copy")
}

// TestWhatSharesADocument: only what cannot reach the other's copies.
func TestWhatSharesADocument(t *testing.T) {
	const style = "<style>p{color:red}</style>"
	for _, test := range []struct {
		header, footer string
		joint          bool
	}{
		{style + "<p>header", style + "<p>footer", true},
		{style + "<p>header", "<p>footer", false},
		{"<html lang=en><p>header", "<p>footer", false},
		{"<body bgcolor=red><p>header", "<p>footer", false},
		{"<p id=a>header", "<p id=a>footer", true},
		{"<input name=a type=radio>", "<input name=a type=radio>", true},
		{"<img src='data:image/gif;base64," + strings.Repeat("A", 600) + "'>", "<img src='data:image/gif;base64," + strings.Repeat("B", 600) + "'>", true},
		{"<style>:root:has(p){color:red}</style>", "<style>:root:has(p){color:red}</style><p>footer", false},
		{"<p>header", strings.Repeat("<p>footer", 50_000), false},
	} {
		_, _, ok := jointDocument(t, test.header, test.footer)
		require.Equal(t, test.joint, ok, "%.200s and %.200s", test.header, test.footer)
	}
}

// TestPagesOfOnePaper: one document has one size of page.
func TestPagesOfOnePaper(t *testing.T) {
	h, err := headerfooter.Parse(t.Context(), headerfooter.Header, "<p>text")
	require.NoError(t, err)
	for _, change := range []func(*headerfooter.OverlayPage){
		func(s *headerfooter.OverlayPage) { s.Width++ },
		func(s *headerfooter.OverlayPage) { s.Height++ },
		func(s *headerfooter.OverlayPage) { s.Least++ },
	} {
		other := footerPage
		change(&other)
		_, _, ok := headerfooter.JointDocument(h, h, headerPage, other)
		require.False(t, ok)
	}
}
