package generate_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/ports"
)

// ReadSheet knows one style sheet.
func (p *fakeEngine) ReadSheet(_ context.Context, _ ports.NetworkScope, address string) (string, error) {
	p.sheets++
	switch address {
	case "https://platen.example/page.css":
		return "@page{size:A5;margin:3cm}", nil
	case "https://platen.example/extreme.css":
		return "@page{margin-left:calc(-infinity*1mm)}", nil
	}
	return "", errors.New("there is no such sheet")
}

// An engine that does not follow page rules gets those of style sheets by URL as well.
func TestPageRulesOfLinkedSheets(t *testing.T) {
	for name, html := range map[string]string{
		"linked":   `<link rel=stylesheet href="https://platen.example/page.css">body`,
		"imported": `<style>@import "https://platen.example/page.css";</style>body`,
		"missing":  `<link rel=stylesheet href="https://platen.example/none.css"><link rel=stylesheet href="https://platen.example/page.css">body`,
	} {
		t.Run(name, func(t *testing.T) {
			p := newFakeEngine(1)
			_, err := p.generator().Generate(t.Context(), domain.Request{HTML: html})
			require.NoError(t, err)
			require.NotEmpty(t, p.prints)
			for _, jobs := range p.prints {
				for _, job := range jobs {
					require.Equal(t, domain.Size{Width: 148 * domain.Millimetre, Height: 210 * domain.Millimetre}, job.Paper)
					require.Equal(t, domain.UniformMargins(3*domain.Centimetre), job.Margins)
				}
			}
		})
	}
}

// TestExtremeMarginsOfLinkedSheets: a crash or a page that nobody can see makes the service read the document's sheets, and
// print it without the margins that caused it. Other documents do not wait for that.
func TestExtremeMarginsOfLinkedSheets(t *testing.T) {
	link := `<link rel=stylesheet href="https://platen.example/%s.css">body`
	for name, test := range map[string]struct {
		crashes, narrows bool
		sheet            string
		prints           int
		failed           string
	}{
		"a crash":                 {true, false, "extreme", 2, ""},
		"a narrow page":           {false, true, "extreme", 2, ""},
		"a crash otherwise":       {true, false, "page", 1, "died"},
		"a narrow page otherwise": {false, true, "page", 1, "a page of the document has a side of 0.7 mm; a PDF page must have 1.1 mm"},
		"an ordinary engine":      {false, false, "extreme", 1, ""},
	} {
		t.Run(name, func(t *testing.T) {
			p := newFakeEngine(2)
			p.selectors, p.crashes, p.narrows = true, test.crashes, test.narrows
			document, err := p.generator().Generate(t.Context(), domain.Request{HTML: fmt.Sprintf(link, test.sheet)})
			require.Len(t, p.prints["body"], test.prints)
			if name == "an ordinary engine" {
				require.Zero(t, p.sheets)
			}
			if test.failed != "" {
				require.ErrorContains(t, err, test.failed)
				return
			}
			require.NoError(t, err)
			require.Equal(t, 2, document.Pages)
		})
	}
}

// TestPagesBeyondPDF: an engine has other limits than PDF readers.
func TestPagesBeyondPDF(t *testing.T) {
	for _, header := range []string{"", plain} {
		for height, valid := range map[domain.Length]bool{domain.MaxPageSide: true, domain.MaxPageSide + 2*domain.Point: false, 2 * domain.Point: false} {
			p := newFakeEngine(2)
			p.last = []domain.Size{{Width: domain.A4.Width, Height: height}}
			_, err := p.generator().Generate(t.Context(), domain.Request{HTML: "body", HeaderHTML: header})
			if valid {
				require.NoError(t, err)
				continue
			}
			require.Equal(t, domain.InvalidRequest, domain.AsError(err).Code)
			require.ErrorContains(t, err, "a page of the document has a side of")
		}
	}
}
