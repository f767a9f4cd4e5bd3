package htmldoc_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"platen/domain/htmldoc"
)

// assemble puts css into a document.
func assemble(document, css string) string { return parse(document, css).HTML("") }

func parse(document, css string) *htmldoc.Document {
	d, err := htmldoc.Parse(context.Background(), document, css)
	if err != nil {
		panic(err)
	}
	return d
}

// In these documents "^" marks where the css belongs.
func TestCSSFollowsAuthorStyles(t *testing.T) {
	for name, marked := range map[string]string{
		"nothing but text":              "^Hello",
		"a fragment":                    "^<p>Hello</p>",
		"without styles":                "<!doctype html>^<html><head><title>x</title></head><body>y</body></html>",
		"upper case":                    "<!DOCTYPE HTML><HTML><HEAD><STYLE>p{}</STYLE>^</HEAD><BODY>y</BODY></HTML>",
		"a doctype alone":               "<!doctype html>^<p>y",
		"a comment before the doctype":  "<!-- a --><!doctype html>^<p>y",
		"a comment after the doctype":   "\n<!doctype html>^\n<!-- a -->\n<p>y",
		"an XML declaration":            "<?xml version='1.0'?><!DOCTYPE html>^<p>y",
		"a comment after text":          "^y<!-- a -->",
		"after a style":                 "<head><style>p{}</style>^<title>x</title></head>y",
		"after the last style":          "<head><style>p{}</style><style>q{}</style>^</head>y",
		"after a style in the body":     "<head><style>p{}</style></head><p>y<style>q{}</style>^<p>z",
		"after a stylesheet":            "<head><link rel=stylesheet href=a.css>^</head>y",
		"after a stylesheet by tokens":  "<head><link href=a.css REL='preload StyleSheet'/>^</head>y",
		"an icon is no style":           "^<head><link rel=icon href=a.png><title>x</title></head>y",
		"a style without scripts":       "<head><noscript><style>p{}</style>^</noscript></head>y",
		"a style of another type":       "^<head><style type=text/x-tmpl>p{}</style><title>x</title></head>y",
		"a style for the screen counts": "<head><style media=screen>p{}</style>^<title>x</title></head>y",
		"a style in a comment":          "^<head><!-- <style>p{}</style> --><title>x</title></head>y",
		"a style in a conditional one":  "^<head><!--[if mso]><style>p{}</style><![endif]--></head>y",
		"a style in a template":         "^<template><style>p{}</style></template>y",
		"templates in templates":        "^<template><template></template><style>p{}</style></template>y",
		"after a template":              "<template><style>p{}</style></template><style>q{}</style>^y",
		"a style in a text field":       "^<textarea><style>p{}</style></textarea>",
		"a style in the title":          "^<head><title><style>p{}</style></title></head>y",
		"a style in a script":           "^<head><script>'<style>p{}<\\/style>'</script></head>y",
		"a style in an attribute":       "^<p title='<style>p{}</style>'>y",
		"a style in a frame":            "^<iframe><style>p{}</style></iframe>y",
		"a style that never ends":       "<head><style>p{}</style>^",
		"a comment that never ends":     "^<!-- <style>p{}</style>",
		"a tag that never ends":         "^<style ",
		"after an SVG with styles":      "<style>p{}</style><svg><style>q{}</style><g></g></svg>^<p>y",
		"after nested SVG":              "<svg><svg><style>q{}</style></svg><g></g></svg>^<p>y",
		"after a broken-out SVG":        "<svg><style>q{}</style><g>^<p>y",
		"an SVG without styles":         "^<svg><title>x</title><g/></svg>",
		"SVG with an empty style":       "<style>p{}</style>^<svg><style/><g></g></svg>",
		"SVG with CDATA":                "<svg><style><![CDATA[ q > p {} </svg> ]]></style></svg>^<p>y",
		"HTML in SVG":                   "<svg><foreignObject><style>p{}</style><p>x</p></foreignObject></svg>^y",
		"a title in SVG":                "<svg><title><b></b></title><style>q{}</style></svg>^y",
		"an SVG that never ends":        "<style>p{}</style>^<svg><style>q{}</style>",
		"an SVG that closes itself":     "<svg/><style>p{}</style>^y",
		"a style in MathML":             "<math><style>p{}</style></math>^y",
		"a NUL":                         "<head>\x00<style>p{}</style>^</head>y",
	} {
		t.Run(name, func(t *testing.T) {
			document := strings.Replace(marked, "^", "", 1)
			want := strings.Replace(marked, "^", "<style>b{}</style>", 1)
			if !strings.Contains(marked, "^") {
				want = "<style>b{}</style>" + marked
			}
			require.Equal(t, want, assemble(document, "b{}"))
			require.Equal(t, document, assemble(document, ""), "no css, no block")
		})
	}
}

// TestByteOrderMark: a byte order mark before the doctype or the css is removed.
func TestByteOrderMark(t *testing.T) {
	require.Equal(t, "<!doctype html><style>b{}</style>y", assemble("\ufeff<!doctype html>y", "\ufeffb{}"))
}

// TestUnclosedStyle: the last style element is closed before further styles, and otherwise as it was.
func TestUnclosedStyle(t *testing.T) {
	require.Equal(t, "<style>a{</style><style>b{}</style>", assemble("<style>a{", "b{}"))
	require.Equal(t, "<style>c{}</style><style>a{</style><style>c{}</style>", parse("<style>a{", "").HTML("c{}"))
	require.Equal(t, "<style>a{", assemble("<style>a{", ""))
}

// TestCSSStaysInItsBlock: css cannot end its style element.
func TestCSSStaysInItsBlock(t *testing.T) {
	for css, want := range map[string]string{
		`a::before{content:"</style><script>"}`: `a::before{content:"<\/style><script>"}`,
		`/* </STYLE > */ p{}`:                   `/* <\/STYLE > */ p{}`,
		`p{}</Style/x`:                          `p{}<\/Style/x`,
		`</styl</style`:                         `</styl<\/style`,
		`@media (400px<width){}`:                `@media (400px<width){}`,
		`b{content:"<!-- <meta http-equiv>"}`:   `b{content:"<!-- <\6d eta http-equiv>"}`,
		`b{content:"</"}`:                       `b{content:"</"}`,
		`<`:                                     `<`,
	} {
		require.Equal(t, "<style>"+want+"</style>y", assemble("y", css))
	}
}

// In these documents "^" marks where overrides begin, and "$" where the css is, and overrides again.
func TestOverridesSurroundStyles(t *testing.T) {
	for _, marked := range []string{
		"^$y",
		"<!doctype html>^$<head><title>x</title></head>y",
		"<!doctype html>^<head><style>p{}</style>$</head>y",
		"<!doctype html>^<html><style>p{}</style>$y<head>",
		"<!doctype html>^<p>x<style>p{}</style>$<html><head><p>y",
		"^<style>p{}</style><head><style>q{}</style>$</head>y",
		"^<style>p{}</style>$<!-- a --><html><head>",
		"<!doctype html>^$</head><html>y",
		"^<html><link rel=stylesheet href=a.css>$<head><body>y",
		"<!doctype html>^<svg><style>p{}</style></svg>$<head>",
	} {
		document := strings.NewReplacer("^", "", "$", "").Replace(marked)
		want := strings.NewReplacer("^", "<style>c{}d{}</style>", "$", "<style>b{}</style><style>c{}d{}</style>").Replace(marked)
		d := parse(document, "b{}")
		require.Equal(t, want, d.HTML("c{}d{}"))
		without := strings.NewReplacer("^", "", "$", "<style>b{}</style>").Replace(marked)
		require.Equal(t, without, d.HTML(""), "again, without")
	}
}

// markup is text of which tags, comments and styles are likely.
func markup() *rapid.Generator[string] {
	pieces := rapid.SampledFrom([]string{
		"<!doctype html>", "<html>", "<head>", "</head>", "<body>", "</body>", "<title>", "</title>", "<style>",
		"</style>", "<STYLE media='>'>", "<link rel=stylesheet>", "<svg>", "</svg>", "<math>", "</math>",
		"<foreignObject>", "</foreignObject>", "<template>", "</template>", "<noscript>", "</noscript>",
		"<textarea>", "</textarea>", "<select>", "</select>", "<table>", "<td>", "</table>", "<frameset>",
		"<iframe>", "</iframe>", "<xmp>", "</xmp>", "<plaintext>", "<![CDATA[", "]]>", "<!--", "-->", "--!>",
		"<!-->", "<p a='", "' b=\"", "\" c=", ">", "/>", "<br/>", "</p>", " ", "x", "\x00", "\ufeff", "é", "{}",
		"<meta http-equiv=refresh content='0;url=about:blank'>", "<meta x='", "<META content=0 HTTP-EQUIV=\"ReFresh\"",
		"<meta/http-equiv='&#114;efresh'>", "http-equiv=refresh", "<meta ", "@page{size:A5}",
	})
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(pieces, 0, 30).Draw(t, "pieces"), "")
	})
}

func TestDocumentIsKept(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		checkDocument(t, markup().Draw(t, "html"), markup().Draw(t, "css"))
	})
}

func FuzzDocument(f *testing.F) {
	f.Add("<!doctype html><head><style>p{}</style></head><p>x", "p{}")
	f.Add("<svg><style><a title='</style><!--'><meta http-equiv=refresh>-->", "</style>")
	f.Add("<select><style></select><meta http-equiv=refresh content=0>", "'http-equiv=refresh>")
	f.Add("<svg><style><meta x='</style>", "'http-equiv=refresh content=0>")
	f.Fuzz(func(t *testing.T, document, css string) { checkDocument(t, document, css) })
}

// checkDocument checks what is true of every document: nothing of it is lost, and no refresh is left in it.
func checkDocument(t require.TestingT, document, css string) {
	require.NotPanics(t, func() { parse(document, css).HTML("@page{}") })
	got := assemble(document, css)

	original := strings.TrimPrefix(document, "\ufeff")
	if !strings.Contains(got, "&#104;") {
		at := 0
		for at < len(original) && at < len(got) && got[at] == original[at] {
			at++
		}
		require.GreaterOrEqual(t, len(got), len(original))
		if css == "" {
			require.Equal(t, original, got)
		} else if len(got) > len(original) {
			// The longest common beginning may reach into the block, which begins with "<" too.
			block := len(got) - len(original)
			found := false
			for start := at; start >= 0 && !found; start-- {
				inserted := strings.TrimPrefix(got[start:], "</style>") // where the document ends in a style element
				found = original[start:] == got[start+block:] && strings.HasPrefix(inserted, "<style>")
			}
			require.True(t, found, "the document with one block in it: %q", got)
		}
	}
	require.False(t, refreshes(got), "a refresh is left in %q", got)
	var found []html.Token
	for tag := range htmldoc.StartTags(got, "meta", "style") {
		switch {
		case tag.Name == "":
			found = append(found, html.Token{Type: html.ErrorToken})
		case tag.Tokenizer != nil:
			found = append(found, tag.Token())
		}
	}
	for _, n := range tagged(got, "meta", "style") {
		among := func(tag html.Token) bool {
			return tag.Type == html.ErrorToken || tag.Data == n.Data && len(tag.Attr) >= len(n.Attr) &&
				!slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return !slices.Contains(tag.Attr, a) })
		}
		require.True(t, slices.ContainsFunc(found, among), "%v is not found in %q", n, got)
	}
}

// tagged returns the elements of a document, parsed as a browser without scripts does, that have one of the names.
func tagged(document string, names ...string) (all []*html.Node) {
	root, err := html.ParseWithOptions(strings.NewReader(document), html.ParseOptionEnableScripting(false))
	if err != nil {
		// The parser refuses documents nested too deep; so do engines.
		return nil
	}
	for n := range root.Descendants() {
		if n.Type == html.ElementNode && n.Namespace == "" && slices.Contains(names, n.Data) {
			all = append(all, n)
		}
	}
	return all
}

// refreshes reports whether a document has a refresh meta.
func refreshes(document string) bool {
	for _, n := range tagged(document, "meta") {
		for _, a := range n.Attr {
			if a.Key == "http-equiv" && strings.EqualFold(strings.TrimSpace(a.Val), "refresh") {
				return true
			}
		}
	}
	return false
}
