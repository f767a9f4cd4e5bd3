package htmldoc_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain/htmldoc"
)

// outline writes the elements in an element, and T for each text.
func outline(of *htmldoc.Element) string {
	var parts []string
	for _, e := range of.Children {
		switch {
		case e.IsText():
			parts = append(parts, "T")
		case e.Children == nil:
			parts = append(parts, e.Name)
		default:
			parts = append(parts, e.Name+"("+outline(e)+")")
		}
	}
	return strings.Join(parts, " ")
}

// TestTree: elements nest as a browser nests them, end tags left out. Package accessibility compares more of them with a parser of HTML.
func TestTree(t *testing.T) {
	for document, want := range map[string]string{
		"":                                  "",
		" x ":                               "body(T)",
		"<style>p{}</style> <p>x":           "style(T) body(p(T))",
		"<body><p>x</body></html>x<i>":      "body(p(T T i))",
		"<title>x</title><body><style>":     "title(T) body(style)",
		"<html><head><meta><p>x<body>":      "html(head(meta) body(p(T)))",
		"<!doctype html><!-- x --><br>x":    "body(br T)",
		"<ul><li>x<ul><li>x</ul><li>x</ul>": "body(ul(li(T ul(li(T))) li(T)))",
		"<table><tr><td>x<td>x<tr><td><table><td>x</table>x": "body(table(tr(td(T) td(T)) tr(td(table(td(T)) T))))",
		"<p>x<div>x</p>x": "body(p(T) div(T T))",
		"<svg><title/><g/><foreignobject><p>x</svg>x": "body(svg(title g foreignobject(p(T))) T)",
		"<svg><g><p>x":       "body(svg(g) p(T))",
		"<title/>x</title>x": "title(T) body(T)",
		"<noscript><b>x</b></noscript><textarea><b></textarea>": "noscript(b(T)) body(textarea(T))",
	} {
		root, err := htmldoc.Tree(t.Context(), document)
		require.NoError(t, err)
		require.Equal(t, want, outline(root), document)
	}
}

// FuzzTree: elements and texts are at their places, one after the other.
func FuzzTree(f *testing.F) {
	f.Add("<ul><li a=b>x<li>y</ul><svg><title/></svg>")
	f.Fuzz(func(t *testing.T, document string) {
		root, err := htmldoc.Tree(t.Context(), document)
		require.NoError(t, err)
		last := 0
		for e := range root.All() {
			if e.Name == "body" && e.End == 0 {
				continue // it has no tag
			}
			require.LessOrEqual(t, last, e.Begin)
			require.Less(t, e.Begin, e.End)
			require.True(t, e.IsText() || document[e.Begin] == '<')
			last = e.End
		}
	})
}
