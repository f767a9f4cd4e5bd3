package headerfooter_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/domain/headerfooter"
)

func jointDocument(t *testing.T, header, footer string) (domain.PrintJob, bool) {
	t.Helper()
	parsed := [2]*headerfooter.HeaderFooter{}
	for i, text := range []string{header, footer} {
		var err error
		parsed[i], err = headerfooter.Parse(t.Context(), headerfooter.Position(i), text, false)
		require.NoError(t, err)
	}
	return headerfooter.JointDocument(parsed[0], parsed[1], a4)
}

func TestJointDocument(t *testing.T) {
	job, ok := jointDocument(t, `<p style="color:red">the header`, `<p>the footer <b class=pageNumber></b>`)
	require.True(t, ok)
	require.Equal(t, a4.Paper(), job.Paper)
	_, written, _ := strings.Cut(job.HTML, "<body>")
	pages := strings.Split(written, "</platen-page>")
	require.Len(t, pages, 3)
	require.Contains(t, pages[0], "the header")
	require.Contains(t, pages[1], "the footer")
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
		_, ok := jointDocument(t, test.header, test.footer)
		require.Equal(t, test.joint, ok, "%.200s and %.200s", test.header, test.footer)
	}
}
