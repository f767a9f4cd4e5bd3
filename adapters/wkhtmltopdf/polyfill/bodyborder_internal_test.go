package polyfill

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain/htmldoc"
)

func TestBodyBorder(t *testing.T) {
	for document, want := range map[string]bool{
		`<style>p, BODY { margin: 0; Border-left: 1px solid }</style><p>x`: true,
		`<style>@media print { html{outline:1px solid} }</style><p>x`:      true,
		`<style>body{} p{border:0}</style><p>x`:                            false,
		`<style>.tbody{border:0} body{margin:0}</style><p>x`:               false,
		`<body style="border:1px solid"><p>x`:                              true,
		`<html style='outline: 1px solid'><p>x`:                            true,
		`<p>body { border: 0 }`:                                            false,
		`<body><p style="border:1px solid">x`:                              false,
	} {
		require.Equal(t, want, bodyBorder(t, document), document)
	}
}

// TestHostileBodyBorder: what looks like many rules or tags takes no longer than as much text.
func TestHostileBodyBorder(t *testing.T) {
	for _, part := range []string{"<body ", "body ", "html{", "body{x}", "<", "{"} {
		text := strings.Repeat(part, 1<<20/len(part)) // squared, it would take hours
		require.False(t, bodyBorder(t, "<!-- border --><style>"+text))
		require.False(t, bodyBorder(t, "<!-- border -->"+text))
	}
}

func bodyBorder(t *testing.T, document string) bool {
	root, err := htmldoc.Tree(t.Context(), document)
	require.NoError(t, err)
	r := rewriter{ctx: t.Context()}
	r.rewrite(document, root)
	return r.bodyBorder
}
