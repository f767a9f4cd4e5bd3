package wkhtmltopdf

import (
	"io"
	"net/url"
	"os"
	"strings"

	"golang.org/x/net/html"
)

// blankBase makes every relative address of a document lead nowhere. Without it they would be files beside the
// document's own: asked for when it is loaded, and shown in the PDF as file:///… with the server's folders.
const blankBase = `<base href="about:blank">`

// byteOrderMark says UTF-8 louder than any meta element.
const byteOrderMark = "\ufeff"

// writePage writes a document as the engine is to read it.
func writePage(name, document string) error {
	// Two marks would be one mark and a character.
	document = strings.TrimPrefix(document, byteOrderMark)
	parts := []string{byteOrderMark, document}
	if at, needed := baseOffset(document); needed {
		parts = []string{byteOrderMark, document[:at], blankBase, document[at:]}
	}
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	for _, part := range parts {
		if _, err = io.WriteString(file, part); err != nil {
			break
		}
	}
	if closed := file.Close(); err == nil {
		err = closed
	}
	return err
}

// baseOffset tells whether a document needs a base of ours, and where: before its first tag, but after its
// doctype, which would not count otherwise. It needs none where the first base of its own, which is the one
// that counts, is an absolute web address.
func baseOffset(document string) (at int, needed bool) {
	return afterDoctype(document), !mentionsBase(document) || !isWebAddress(ownBase(document))
}

// afterDoctype is where the doctype ends; 0 where there is none.
func afterDoctype(document string) int {
	z := html.NewTokenizer(strings.NewReader(document))
	for end := 0; ; {
		kind := z.Next()
		end += len(z.Raw())
		switch {
		case kind == html.DoctypeToken:
			return end
		case kind == html.CommentToken:
		case kind == html.TextToken && strings.Trim(string(z.Raw()), " \t\n\f\r") == "":
		default:
			return 0
		}
	}
}

// ownBase is the address of a document's first base element that has one.
func ownBase(document string) string {
	z := html.NewTokenizer(strings.NewReader(document))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return ""
		case html.StartTagToken, html.SelfClosingTagToken:
			if href, has := baseHref(z); has {
				return href
			}
		}
	}
}

// mentionsBase spares all other documents the reading.
func mentionsBase(document string) bool {
	const tag = "<base"
	for rest := document; ; {
		at := strings.IndexByte(rest, '<')
		if at < 0 || len(rest)-at < len(tag) {
			return false
		}
		if strings.EqualFold(rest[at:at+len(tag)], tag) {
			return true
		}
		rest = rest[at+1:]
	}
}

// baseHref gives the address of the current token, if it is a base element that has one.
func baseHref(z *html.Tokenizer) (href string, has bool) {
	name, more := z.TagName()
	if string(name) != "base" {
		return "", false
	}
	for more {
		var key, value []byte
		key, value, more = z.TagAttr()
		if string(key) == "href" {
			return string(value), true
		}
	}
	return "", false
}

func isWebAddress(address string) bool {
	u, err := url.Parse(strings.TrimSpace(address))
	return err == nil && (strings.EqualFold(u.Scheme, "http") || strings.EqualFold(u.Scheme, "https")) && u.Host != ""
}
