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
	rows := map[string]string{
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
		"<svg><g><p>x":             "body(svg(g) p(T))",
		"<title/>x</title>x":       "title(T) body(T)",
		"<dl><dt>x<dd>x<dt>x</dl>": "body(dl(dt(T) dd(T) dt(T)))",
		"<select><option>x<option>x<optgroup><option>x</select>x":         "body(select(option(T) option(T) optgroup(option(T))) T)",
		"<select><option>x<optgroup><option>x</select>x":                  "body(select(option(T) optgroup(option(T))) T)",
		"<table><tr><th>x<th>x<td>x<th>x</table>":                         "body(table(tr(th(T) th(T) td(T) th(T))))",
		"<table><thead><tr><td>x<tbody><tr><td>x<tfoot><tr><td>x</table>": "body(table(thead(tr(td(T))) tbody(tr(td(T))) tfoot(tr(td(T)))))",
		"<template><td>x</template>x":                                     "template(td(T)) body(T)",
		"<html><p>x<html>x":                                               "html(body(p(T T)))",
		"<noembed><b>x</b></noembed>":                                     "body(noembed(b(T)))",
		"<noscript><b>x</b></noscript><textarea><b></textarea>":           "noscript(b(T)) body(textarea(T))",
	}
	for _, name := range []string{"area", "base", "br", "col", "embed", "hr", "img", "input", "keygen", "link", "meta", "param", "source", "track", "wbr"} {
		rows["<i><"+name+">x"] = "body(i(" + name + " T))"
	}
	for _, name := range []string{"td", "th", "caption"} {
		rows["<table><"+name+"><b>x</"+name+">x"] = "body(table(" + name + "(b(T)) T))"
	}
	for _, name := range []string{"tr", "thead", "tbody", "tfoot"} {
		rows["<table><"+name+"><td><b>x</"+name+">x"] = "body(table(" + name + "(td(b(T))) T))"
	}
	for _, name := range []string{"table", "object", "button"} {
		rows["<"+name+"><td>x</"+name+">x"] = "body(" + name + "(td(T)) T)"
	}
	for document, want := range rows {
		root, err := htmldoc.Tree(t.Context(), document)
		require.NoError(t, err)
		require.Equal(t, want, outline(root), document)
	}
	root, err := htmldoc.Tree(t.Context(), strings.Repeat("<i>", 600))
	require.NoError(t, err)
	deepest := 0
	for e := range root.All() {
		depth := 0
		for ; e.Parent != nil; e = e.Parent {
			depth++
		}
		deepest = max(deepest, depth)
	}
	require.Equal(t, 512, deepest, "as deep as browsers nest elements")
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
