package pdfcpu_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/pdfcpu"
	"platen/domain"
	"platen/ports"
	"platen/ports/pdfcheck"
	"platen/ports/pdfcheck/sample"
)

// printOf returns a PDF of two or more pages, each with links to all names. The pages are in a tree of two levels, from which they inherit
// their size. places maps named destinations to page numbers.
func printOf(texts []string, links, places string) []byte {
	objects := []string{
		"<</Type /Catalog /Pages 2 0 R /Dests <<" + places + ">>>>",
		"<</Type /Pages /Count " + string(rune('0'+len(texts))) + " /Kids [3 0 R] /MediaBox [0 0 595 842]>>",
		"<</Type /Pages /Parent 2 0 R /Count " + string(rune('0'+len(texts))) + " /Kids [" + "4 0 R 6 0 R 8 0 R "[:6*len(texts)] + "] /Resources <</Font <</F1 <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>>>>>",
	}
	for i, text := range texts {
		content := string(rune('5' + 2*i))
		objects = append(objects, "<</Type /Page /Parent 3 0 R /Annots ["+links+"] /Contents "+content+" 0 R>>", sample.Stream("", sample.Text(72, 600, 12, text)))
	}
	return sample.File("", objects...)
}

// linkTo returns a link annotation to a named destination.
func linkTo(name string) string {
	return "<</Type /Annot /Subtype /Link /Rect [10 10 20 20] /Dest /" + name + ">>"
}

// TestFirstPageOfAnotherPrint: the first page comes from another print, and the links of both prints lead to their destinations.
func TestFirstPageOfAnotherPrint(t *testing.T) {
	links := linkTo("on#20one") + linkTo("on2") + linkTo("on3") + linkTo("nowhere")
	whole := printOf([]string{"whole one", "whole two"}, links, "/on#20one [4 0 R /XYZ 0 700 null] /on2 [6 0 R /XYZ 0 600 null] /on3 [6 0 R /XYZ 0 500 null]")
	for name, test := range map[string]struct {
		pages int
		rest  []byte
		texts []string
	}{
		"before all":           {0, printOf([]string{"rest two", "rest three"}, links, "/on2 [4 0 R /XYZ 0 410 null] /on3 [6 0 R /XYZ 0 310 null]"), []string{"whole one", "rest two", "rest three"}},
		"for the first":        {1, printOf([]string{"rest one", "rest two", "rest three"}, links, "/on#20one [4 0 R /XYZ 0 1 null] /on2 [6 0 R /XYZ 0 410 null] /on3 [8 0 R /XYZ 0 310 null]"), []string{"whole one", "rest two", "rest three"}},
		"for the only pages":   {2, printOf([]string{"rest one", "rest two"}, links, ""), []string{"whole one"}},
		"of more than a print": {1, printOf([]string{"rest one", "rest two"}, links, "/on#20one [4 0 R /XYZ 0 1 null] /on2 [6 0 R /XYZ 0 410 null] /on3 [6 0 R /XYZ 0 310 null]"), []string{"whole one", "rest two"}},
	} {
		t.Run(name, func(t *testing.T) {
			target, err := pdfcpu.New().Open(t.Context(), test.rest)
			require.NoError(t, err)
			require.NoError(t, target.ReplaceFront(t.Context(), whole, test.pages))
			require.Len(t, target.Pages(), len(test.texts))
			pdf, err := target.Stamp(t.Context(), ports.Overlay{Content: sample.Pages(overlayPage("head")),
				Placements: []ports.Placement{{TargetPage: 1, SourcePage: 1, Region: region(0, 0)}, {TargetPage: len(test.texts), SourcePage: 1, Region: region(0, 0)}}})
			require.NoError(t, err)
			want := []pdfcheck.Place{{Page: 1, Above: 700}}
			switch len(test.texts) {
			case 3:
				want = append(want, pdfcheck.Place{Page: 2, Above: 410}, pdfcheck.Place{Page: 3, Above: 310})
			case 2:
				want = append(want, pdfcheck.Place{Page: 2, Above: 410}, pdfcheck.Place{Page: 2, Above: 310})
			}
			checks := []pdfcheck.Check{pdfcheck.Sound(), pdfcheck.Pages(len(test.texts)), pdfcheck.Paper(domain.Size{Width: 595, Height: 842}), pdfcheck.TextOn(1, "head")}
			for i, text := range test.texts {
				checks = append(checks, pdfcheck.TextOn(i+1, text), pdfcheck.LinksTo(i+1, want...))
			}
			pdfcheck.In(t, pdf, checks...)
		})
	}
}

// TestFrontIsRefused: too many pages, and files that are not PDFs, are errors.
func TestFrontIsRefused(t *testing.T) {
	body := sample.Pages(sample.Page{}, sample.Page{})
	for _, test := range []struct {
		other []byte
		pages int
	}{{body, 3}, {body, -1}, {[]byte(strings.Repeat("no PDF", 100)), 1}} {
		target, err := pdfcpu.New().Open(t.Context(), body)
		require.NoError(t, err)
		require.Error(t, target.ReplaceFront(t.Context(), test.other, test.pages))
	}
}
