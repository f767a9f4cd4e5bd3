package htmldoc_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/domain/htmldoc"
)

func TestMetadata(t *testing.T) {
	for name, test := range map[string]struct {
		html string
		want domain.Metadata
	}{
		"all": {`<!doctype html><html lang=" en-GB "><head><title> An &amp;
			invoice </title><meta name=Author content="Ann"><meta content="What it is" name="description">
			<meta name=keywords content="a, b"><meta name=viewport content=x>`,
			domain.Metadata{Title: "An & invoice", Language: "en-GB", Author: "Ann", Description: "What it is", Keywords: "a, b"}},
		"none":          {`<p>x`, domain.Metadata{}},
		"empty":         {`<title></title><style>p{}</style><meta name=author content="">`, domain.Metadata{}},
		"first counts":  {`<title></title><title>one</title><title>two</title><meta name=author content=A><meta name=author content=B>`, domain.Metadata{Title: "one", Author: "A"}},
		"not the title": {`<svg><title>picture</title></svg><template><title>inert</title><meta name=author content=A></template><!-- <title>x</title> -->`, domain.Metadata{}},
		"XHTML":         {`<html xml:lang="de"><title>&#228;</title>`, domain.Metadata{Title: "ä", Language: "de"}},
		"no characters": {"<title>a\x01b\ufffe</title><meta name=author content='&#1;'>", domain.Metadata{Title: "a b"}},
		"no end":        {`<title>one`, domain.Metadata{Title: "one"}},
		"in text":       {`<title>a<b>c</title>`, domain.Metadata{Title: "a<b>c"}},
	} {
		t.Run(name, func(t *testing.T) {
			document, err := htmldoc.Parse(t.Context(), test.html, "")
			require.NoError(t, err)
			require.Equal(t, test.want, document.Metadata())
		})
	}
}

func TestStandardsOfADocument(t *testing.T) {
	for text, want := range map[string]domain.Standards{
		`<p>x`: "",
		`<meta name="platen:standards" content="ua-1 a-2b">`: "a-2b ua-1",
		`<meta name="platen:standards" content="none">`:      "none",
	} {
		document, err := htmldoc.Parse(t.Context(), text, "")
		require.NoError(t, err)
		got, err := document.Standards()
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	document, err := htmldoc.Parse(t.Context(), `<meta name="platen:standards" content="pdf/a">`, "")
	require.NoError(t, err)
	_, err = document.Standards()
	require.ErrorContains(t, err, `<meta name="platen:standards">: "pdf/a" is no standard`)
	require.Equal(t, `<meta name="platen:standards">: no standards`, domain.AsError(err).LogMessage, "the log quotes no request")
	require.Equal(t, domain.InvalidRequest, domain.AsError(err).Code)
}
