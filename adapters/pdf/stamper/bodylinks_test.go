package stamper_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/internal/enginepdf"
	"platen/adapters/pdf/stamper"
	"platen/domain"
	"platen/domain/htmldoc"
	"platen/ports"
	"platen/ports/pdfcheck"
	"platen/ports/pdfcheck/sample"
)

const probe = domain.PageBoxURI

// TestRemoveLinks: a tagged document is then what it is without the link, which Chrome repeats on each page.
func TestRemoveLinks(t *testing.T) {
	const link = `<a href="` + probe + `" style="position:fixed;inset:0" aria-hidden=true></a>`
	const html = `<!DOCTYPE html><html lang=en><title>x</title><body>LINK<h1>One</h1><p>with <a href="https://platen.example/">a link</a>
		<p style="break-before:page">two<ul><li>a<li>b</ul>`
	without := pdfcheck.Open(t, enginepdf.Chrome(t, strings.Replace(html, "LINK", "", 1)))
	with := enginepdf.Chrome(t, strings.Replace(html, "LINK", link, 1))
	pdfcheck.In(t, with, pdfcheck.Links(1, "https://platen.example/", probe), pdfcheck.Links(2, probe))
	removed, _, err := stamper.Stamper{}.Stamp(t.Context(), with, ports.StampChanges{})
	require.NoError(t, err)
	pdfcheck.In(t, removed, pdfcheck.Sound(), pdfcheck.Tagged(true), pdfcheck.Links(1, "https://platen.example/"), pdfcheck.Links(2),
		pdfcheck.NoTrace(probe), sameStructure(without))
}

func TestRemoveLinksOfUntagged(t *testing.T) {
	body := sample.Pages(sample.Page{Links: []sample.Link{{Rect: sample.A4, URI: probe}, {Rect: sample.A4, URI: "https://platen.example/"}}}, sample.Page{})
	removed, _, err := stamper.Stamper{}.Stamp(t.Context(), body, ports.StampChanges{})
	require.NoError(t, err)
	pdfcheck.In(t, removed, pdfcheck.Sound(), pdfcheck.Pages(2), pdfcheck.Links(1, "https://platen.example/"), pdfcheck.NoTrace(probe))
}

// TestRemoveLinksOfHostile: values of other kinds, and elements that are their own parents, end.
func TestRemoveLinksOfHostile(t *testing.T) {
	for _, element := range []string{"<</S /Link /P 6 0 R /K [<</Obj 5 0 R>>]>>", "<</S /Link /P 4 0 R /K [<</Obj [5]>> [[]] 5 0 R]>>", "[[]]"} {
		body := sample.File("",
			"<</Type /Catalog /Pages 2 0 R /StructTreeRoot 4 0 R>>", "<</Type /Pages /Count 1 /Kids [3 0 R]>>",
			"<</Type /Page /MediaBox [0 0 9 9] /Annots [5 0 R <</Subtype /Link /Rect [0 0 9 9] /StructParent <<>> /A <</URI ("+probe+")>>>>]>>",
			"<</K 6 0 R /ParentTree <</Nums [[] 6 0 R 0 6 0 R 1] /Kids [4 0 R]>>>>",
			"<</Subtype /Link /Rect [0 0 9 9] /StructParent 0 /A <</URI ("+probe+")>>>>", element)
		removed, _, err := stamper.Stamper{}.Stamp(t.Context(), body, ports.StampChanges{})
		require.NoError(t, err)
		pdfcheck.In(t, removed, pdfcheck.Links(1))
	}
}

// TestFinishLinks: links within the document lead to the places that links mark, on whichever page, and those that a reader must not
// follow lead nowhere.
func TestFinishLinks(t *testing.T) {
	const relative, place = htmldoc.RelativeBase, htmldoc.PlaceURI
	objects := []string{"<</Type /Catalog /Pages 2 0 R>>", "<</Type /Pages /Count 2 /Kids [3 0 R 4 0 R]>>", "", ""}
	for i, uris := range [][]string{
		{relative + "#%C3%BC", relative + "#none", relative, relative + "x.html", "javascript:x", " Java\nScript:x", "FILE:///x", "https://platen.example/"},
		{place + "%C3%BC", place + "%C3%BC", relative + "#%c3%bc"},
	} {
		// The last of a page's annotations is no object of its own.
		annotations := "<</Subtype /Link /Rect [1 2 3 4] /A <</S /URI /URI (javascript:direct)>>>>"
		for _, uri := range uris {
			objects = append(objects, "<</Subtype /Link /Rect [10 490 20 500] /A <</S /URI /URI ("+uri+")>>>>")
			annotations = fmt.Sprintf("%d 0 R ", len(objects)) + annotations
		}
		objects[2+i] = "<</Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Annots [" + annotations + "]>>"
	}
	to := pdfcheck.Place{Page: 2, Above: 500 * domain.Point}
	finished := stamp(t, sample.File("", objects...))
	left, err := pdfcheck.Open(t, finished).Count("/Subtype /Link")
	require.NoError(t, err)
	require.Equal(t, 3, left, "none leads nowhere")
	pdfcheck.In(t, finished, pdfcheck.Sound(), pdfcheck.Links(1, "https://platen.example/"), pdfcheck.Links(2),
		pdfcheck.LinksTo(1, to), pdfcheck.LinksTo(2, to), pdfcheck.NoTrace(htmldoc.RelativeHost, "Script:", "javascript", "FILE"))
}
