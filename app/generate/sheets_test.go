package generate_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/ports"
)

// ReadSheet knows one style sheet.
func (p *fakeEngine) ReadSheet(_ context.Context, _ ports.NetworkScope, address string) (string, error) {
	if address != "https://platen.example/page.css" {
		return "", errors.New("there is no such sheet")
	}
	return "@page{size:A5;margin:3cm}", nil
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
