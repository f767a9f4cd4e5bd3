package htmldoc_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain/htmldoc"
)

const pixel = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="

func TestUnloadable(t *testing.T) {
	for name, test := range map[string]struct {
		html, css string
		want      []string
	}{
		"none":               {html: `<p>x<a href="relative.html">x</a><img><img src=""><img src="#x"><use href="#y">`},
		"absolute":           {html: `<img src="https://a.example/x.png"><img src="HTTP://a.example/"><img src="cid:x"><img src=" http://a.example/x">`},
		"relative images":    {html: `<img src=logo.png><img src='/img/logo.png?secret'><img src="//cdn.example/x.png"><img src=" ../x y.png">`, want: []string{"logo.png", "/img/logo.png", "//cdn.example/x.png", "../x%20y.png"}},
		"each once":          {html: strings.Repeat(`<img src=a.png>`, 3), want: []string{"a.png"}},
		"with a base":        {html: `<base href="https://a.example/"><img src=logo.png><link rel=stylesheet href=x.css>`},
		"a base of no use":   {html: `<base href="/x/"><img src=logo.png>`, want: []string{"logo.png"}},
		"other elements":     {html: `<link rel="Stylesheet" href=a.css><link rel=icon href=b.ico><input type=image src=c.png><input src=d><object data=e.pdf></object><iframe src=f.html></iframe><svg><image href=g.png /></svg><td background=h.png>`, want: []string{"a.css", "c.png", "e.pdf", "f.html", "g.png", "h.png"}},
		"srcset":             {html: `<img srcset=" a.png, b.png 2x"><img srcset="http://a.example/c.png 2x, d.png"><img src=e.png srcset="f.png 2x"><img srcset=",">`, want: []string{"a.png", "e.png"}},
		"srcdoc":             {html: `<iframe src=a.html srcdoc="<img src=b.png><img src='data:,'><style>p{background:url(c.png)}</style>"></iframe><img src=d.png>`, want: []string{"b.png", "c.png", "d.png", "data:"}},
		"srcdoc with a base": {html: `<iframe srcdoc="<base href=http://a.example><img src=b.png>"></iframe><img src=d.png>`, want: []string{"d.png"}},
		"srcdoc in srcdoc":   {html: "<iframe srcdoc=" + strings.Repeat("<iframe/srcdoc=", 300_000)},
		"inert":              {html: `<template><img src=a.png></template><!-- <img src=b.png> --><textarea><img src=c.png></textarea>`},
		"without scripts":    {html: `<noscript><img src=a.png></noscript><script>"<img src=b.png>"</script>`, want: []string{"a.png"}},
		"style attribute":    {html: `<p style="background:url(a.png)"><p style='background:url("b.png")'><p style="color:red">`, want: []string{"a.png", "b.png"}},
		"style elements":     {html: `<style>@import "a.css" print; @import url(b.css); p{background:url( 'c.png' )} @media print{p{background:url(d.png)}} @font-face{src:url(e.woff)} q{background:URL(f.png)}</style>`, want: []string{"a.css", "b.css", "c.png", "f.png"}},
		"css":                {html: "<p>", css: `p{background:url(a.png)}`, want: []string{"a.png"}},
		"good data":          {html: `<img src="` + pixel + `"><img src="data:image/svg+xml,%3Csvg xmlns='x'/%3E"><img src="data:image/svg+xml;utf8,<svg/>"><link rel=stylesheet href="data:text/css,p{}">`},
		"data with blanks":   {html: `<img src="` + strings.ReplaceAll(pixel, "A", "\n A%0a") + `">`, want: nil},
		"data that is none":  {html: `<img src="data:image/png;base64,AAAA"><img src="data:,"><img src="data:image/png">`, want: []string{"data:image/png", "data:", "data:image/png"}},
		"data with an error": {html: `<link rel=stylesheet href="data:text/css;base64,!!!"><p style="background:url(data:image/png;base64,A)">`, want: []string{"data:text/css", "data:image/png"}},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, f := range htmldoc.Unloadable(t.Context(), test.html, test.css) {
				got = append(got, f.URL)
				require.NotEmpty(t, f.Reason)
			}
			require.Equal(t, test.want, got)
		})
	}
}

func TestUnloadableCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.Empty(t, htmldoc.Unloadable(ctx, strings.Repeat("<img src=x>", 1000), ""))
}

func FuzzUnloadable(f *testing.F) {
	f.Add(`<img src=a><style>@import "x"; p{background:url(b)}</style>`, `p{background:url("data:,x")}`)
	f.Add(`<base href=x><p style="a:url(">`, `@media{`)
	f.Fuzz(func(t *testing.T, document, css string) {
		for _, failed := range htmldoc.Unloadable(t.Context(), document, css) {
			require.LessOrEqual(t, len(failed.URL), 600)
		}
		withBase := htmldoc.Unloadable(t.Context(), `<base href="http://a.example/">`+document, css)
		for _, failed := range withBase {
			require.True(t, strings.HasPrefix(failed.URL, "data:"), failed.URL)
		}
	})
}
