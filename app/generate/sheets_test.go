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
	case "https://platen.example/functions.css":
		return "@page{margin:calc(-1e9*1lh)}", nil
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

// TestUnprintablePageRules: if the engine fails, the page rules of linked sheets are read, too. Other documents do not wait for that.
func TestUnprintablePageRules(t *testing.T) {
	for sheet, want := range map[string]string{
		"extreme":   "@page margin: calc(-infinity*1mm) is further outside the paper than a page can be large, 5080 mm",
		"functions": "the engine cannot print pages as the document's @page rules ask for: change their sizes and margins",
		"page":      "ended",
	} {
		p := newFakeEngine(2)
		p.selectors = true
		html := fmt.Sprintf(`<link rel=stylesheet href="https://platen.example/%s.css">body`, sheet)
		_, err := p.generator().Generate(t.Context(), domain.Request{HTML: html})
		require.NoError(t, err)
		require.Zero(t, p.sheets)
		p.err = ports.ErrEngineLost
		_, err = p.generator().Generate(t.Context(), domain.Request{HTML: html})
		require.ErrorContains(t, err, want)
		require.Equal(t, sheet != "page", domain.AsError(err).Code == domain.InvalidRequest)
		require.Len(t, p.prints["body"], 2)
	}
	p := newFakeEngine(2)
	p.selectors = true
	_, err := p.generator().Generate(t.Context(), domain.Request{HTML: "<style>@page{margin:-1e9mm}</style>body"})
	require.Equal(t, domain.InvalidRequest, domain.AsError(err).Code)
	require.Empty(t, p.prints, "the engine may crash at such a margin")
	require.Equal(t, "an @page margin is further outside the paper than a page can be large", domain.AsError(err).LogMessage,
		"the log quotes no request")
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
			require.ErrorContains(t, err, "than a PDF page can be")
		}
	}
}
