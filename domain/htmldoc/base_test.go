package htmldoc_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain/htmldoc"
)

const base = `<base href="http://relative.invalid/">`

func TestBase(t *testing.T) {
	for _, tt := range []struct{ name, document, want string }{
		{"nothing", "", base},
		{"text", "hello", base + "hello"},
		{"fragment", "<p>x", base + "<p>x"},
		{"after the doctype", "<!DOCTYPE html><html><p>", "<!DOCTYPE html>" + base + "<html><p>"},
		{"after a doctype that comes late", " <!-- c -->\n<!doctype HTML>\n<p>", " <!-- c -->\n<!doctype HTML>" + base + "\n<p>"},
		{"after an XML declaration", `<?xml version="1.0"?><!DOCTYPE html><p>`, `<?xml version="1.0"?><!DOCTYPE html>` + base + "<p>"},
		{"after an empty comment", "<!--><!doctype html><p>--><!doctype html>", "<!--><!doctype html>" + base + "<p>--><!doctype html>"},
		{"a comment without end", "<!-- <!doctype html>", base + "<!-- <!doctype html>"},
		{"a doctype that comes too late is none", "<p><!DOCTYPE html>", base + "<p><!DOCTYPE html>"},
		{"the author's own", `<base href="https://platen.example/x/"><p>`, `<base href="https://platen.example/x/"><base href="https://platen.example/x/"><p>`},
		{"the author's own, late", `<!doctype html><p>x<base href="https://platen.example/?a&b">`, `<!doctype html><base href="https://platen.example/?a&amp;b"><p>x<base href="https://platen.example/?a&b">`},
		{"the author's own, shouted", `<BASE TARGET=x HREF=" HTTP://platen.example "><p>`, `<base href="http://platen.example"><BASE TARGET=x HREF=" HTTP://platen.example "><p>`},
		{"the author's own, without scripts", `<noscript><base href="http://platen.example"></noscript>`, `<base href="http://platen.example"><noscript><base href="http://platen.example"></noscript>`},
		{"the author's own, of this machine", `<base href="file:///etc/"><p>`, base + `<base href="file:///etc/"><p>`},
		{"the author's own, of another protocol", `<base href="ftp://platen.example/"><p>`, base + `<base href="ftp://platen.example/"><p>`},
		{"the author's own, relative", `<base href="/x/"><p>`, base + `<base href="/x/"><p>`},
		{"the first counts", `<base href="x"><base href="https://platen.example/">`, base + `<base href="x"><base href="https://platen.example/">`},
		{"one without an address", `<base target=x><base href="https://platen.example/">`, `<base href="https://platen.example/"><base target=x><base href="https://platen.example/">`},
		{"one in a comment", `<!-- <base href="https://platen.example/"> --><p>`, base + `<!-- <base href="https://platen.example/"> --><p>`},
		{"one in a template", `<template><base href="https://platen.example/"></template>`, base + `<template><base href="https://platen.example/"></template>`},
		{"one after a picture's", `<svg><base href="https://one.example/"/></svg><base href="https://two.example/">`, `<base href="https://two.example/"><svg><base href="https://one.example/"/></svg><base href="https://two.example/">`},
		{"text before the doctype", "x<!doctype html>", base + "x<!doctype html>"},
		{"the author's own, without a host", `<base href="http:/x"><p>`, base + `<base href="http:/x"><p>`},
		{"one that cannot be parsed", `<base href="http://["><base href="https://platen.example/">`,
			`<base href="https://platen.example/"><base href="http://["><base href="https://platen.example/">`},
		{"another word", `<p>x</p><basefont href="https://platen.example/">`, base + `<p>x</p><basefont href="https://platen.example/">`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			address, at := htmldoc.Base(t.Context(), tt.document)
			require.Equal(t, tt.want, tt.document[:at]+htmldoc.BaseElement(address)+tt.document[at:])
		})
	}
}

func TestWithBase(t *testing.T) {
	require.Equal(t, "<!doctype html>"+base+"<p>", htmldoc.WithBase(t.Context(), "<!doctype html><p>"))
	const own = `<p><base href="https://platen.example/">`
	require.Equal(t, own, htmldoc.WithBase(t.Context(), own))
}
