package chrome_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/ports/pdfcheck"
)

// A page is printed up to the size that PDF readers can show. What is larger is refused, wherever the size stands.
func TestPageSizes(t *testing.T) {
	r := start(t, with(1), passThrough(t))
	document := func(size string) domain.PrintJob {
		return printJob(fmt.Sprintf(`<link rel=stylesheet href="data:text/css,@page{size:%s;margin:0}"><p>x`, size))
	}
	pdf := render(t, r, document("100mm 5080mm"))
	pdfcheck.In(t, pdf.Content, pdfcheck.Whole(), pdfcheck.Pages(1))
	for _, size := range []string{"100mm 5082mm", "9999mm 100mm"} {
		_, err := r.Render(t.Context(), document(size))
		require.Equal(t, domain.InvalidRequest, domain.AsError(err).Code, "%s: %v", size, err)
		require.Contains(t, domain.AsError(err).Message, "5080 mm")
	}
	job := printJob("<p>x")
	job.Paper.Height = 6000 * domain.Millimetre
	_, err := r.Render(t.Context(), job)
	require.Equal(t, domain.InvalidRequest, domain.AsError(err).Code)
}

// TestTextIsNoPageSize: what a document says of page sizes is not taken for one, tagged or not.
func TestTextIsNoPageSize(t *testing.T) {
	cfg := with(1)
	cfg.Tagged = true
	r := start(t, cfg, passThrough(t))
	const size = "&#10;/MediaBox [0 0 99999 99999]"
	job := printJob(fmt.Sprintf(`<title>a%[1]s</title><html lang="a%[1]s"><h1 id="a%[1]s">a%[1]s</h1><pre>a%[1]s</pre>
		<a href="https://platen.example/a%[1]s">a</a><a href="#a%[1]s">a</a>
		<img alt="a%[1]s" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">`, size))
	for _, job.Untagged = range []bool{false, true} {
		_, err := r.Render(t.Context(), job)
		require.NoError(t, err)
	}
}
