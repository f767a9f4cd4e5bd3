package generate_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
)

// TestHeaderAndFooterShareAPrint: each is stamped from its own pages of it.
func TestHeaderAndFooterShareAPrint(t *testing.T) {
	p := newFakeEngine(1)
	p.silent = true
	document, err := p.generator().Generate(t.Context(), domain.Request{HTML: "body", HeaderHTML: numbered, FooterHTML: "this is the footer"})
	require.NoError(t, err)
	require.Equal(t, "body 0|footer 0.1 on 1|footer 0.2 on 1", string(document.PDF))
	require.Empty(t, p.prints["header"])
	require.Len(t, p.prints["footer"], 1, "of both")
}

// TestSharedPrintHasItsNumbersLater: many pages need copies of the header, and the footer stays.
func TestSharedPrintHasItsNumbersLater(t *testing.T) {
	p := newFakeEngine(2)
	p.silent = true
	document, err := p.generator().Generate(t.Context(), domain.Request{HTML: "body", HeaderHTML: numbered, FooterHTML: "this is the footer"})
	require.NoError(t, err)
	require.Equal(t, "body 0|header 0.1 on 1|header 0.2 on 2|footer 0.2 on 1|footer 0.2 on 2", string(document.PDF))
}

// TestWhatLoadsIsPrintedAlone: or its requests and failures would be those of both.
func TestWhatLoadsIsPrintedAlone(t *testing.T) {
	p := newFakeEngine(1)
	document, err := p.generator().Generate(t.Context(), domain.Request{HTML: "body", HeaderHTML: numbered, FooterHTML: "this is the footer"})
	require.NoError(t, err)
	require.Contains(t, string(document.PDF), "|header 0.1 on 1|footer ")
	require.Len(t, p.prints["header"], 1)
	require.Len(t, p.prints["footer"], 2)
	require.Equal(t, 3, document.Traffic.Requests, "of the prints that make up the document")
}
