package wkhtmltopdf

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"
)

// blankBase makes every relative address of a document lead nowhere. Without it they would be files beside the
// document's own: asked for when it is loaded, and shown in the PDF as file:///… with the server's folders.
const blankBase = `<base href="` + blank + `">`

const blank = "about:blank"

// needsBase tells whether a document needs a base of ours. It does not where the first base of its own, which
// is the one that counts, is an absolute web address.
func needsBase(document string) bool {
	return !mentions(document, "<base") || !isWebAddress(ownBase(document))
}

// afterDoctype is the place for a base: before the first tag, but after the doctype, which would not count
// otherwise.
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
			if name, _ := z.TagName(); string(name) != "base" {
				continue
			}
			if href, has := attributesOf(z)["href"]; has {
				return href
			}
		}
	}
}

// attributesOf gives the attributes of the current tag, whose name has been read. Of several with one name
// the first counts.
func attributesOf(z *html.Tokenizer) map[string]string {
	attributes := map[string]string{}
	for more := true; more; {
		var key, value []byte
		key, value, more = z.TagAttr()
		if _, has := attributes[string(key)]; !has && len(key) > 0 {
			attributes[string(key)] = string(value)
		}
	}
	return attributes
}

func isWebAddress(address string) bool {
	u, err := url.Parse(strings.TrimSpace(address))
	return err == nil && (strings.EqualFold(u.Scheme, "http") || strings.EqualFold(u.Scheme, "https")) && u.Host != ""
}
