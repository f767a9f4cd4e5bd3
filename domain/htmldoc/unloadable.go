package htmldoc

import (
	"context"
	"net/url"
	"strings"

	"golang.org/x/net/html"

	"platen/domain"
)

// Reasons why a resource cannot be loaded, for the log.
const (
	reasonRelative = "not requested: its address is relative, and the document has no base element with an absolute one"
	reasonData     = "undecodable data URI"
)

// Unloadable lists the resources of a document, and of css for it, that no engine can load: those with relative addresses
// if the document has no base, and images in data: URIs that hold no image. Engines neither request nor report them. Each
// address is listed once. It looks at what every page loads: elements, style attributes, and style sheets except conditional
// rules and fonts, which may be unused. When ctx ends, it stops early.
func Unloadable(ctx context.Context, document, css string) []domain.FailedResource {
	tokenize := func(document string) *html.Tokenizer { return html.NewTokenizer(NewReader(ctx, document)) }
	u := &unloadable{ctx: ctx, tokenize: tokenize, seen: map[string]bool{}}
	u.document(document)
	u.stylesheet(css)
	if u.base {
		u.relative = nil
	}
	return append(u.relative, u.data...)
}

// unloadable is the state of the search.
type unloadable struct {
	ctx       context.Context
	tokenize  func(document string) *html.Tokenizer
	z         *html.Tokenizer
	depth     int // of srcdoc attributes
	templates int
	inStyle   bool
	base      bool // there is an absolute base address
	seen      map[string]bool

	relative, data []domain.FailedResource
}

// document looks at a whole document.
func (u *unloadable) document(document string) {
	u.z = u.tokenize(document)
	for u.next() {
	}
}

// mostNested bounds documents in the srcdoc attributes of others: their time grows with their depth.
const mostNested = 3

// frame looks at a document in a srcdoc attribute. Its relative addresses are those of the document around it, unless it has
// a base element of its own.
func (u *unloadable) frame(document string) {
	if u.depth == mostNested {
		return
	}
	inner := &unloadable{ctx: u.ctx, tokenize: u.tokenize, depth: u.depth + 1, seen: u.seen}
	inner.document(document)
	u.data = append(u.data, inner.data...)
	if !inner.base {
		u.relative = append(u.relative, inner.relative...)
	}
}

// next reads a token; false at the end of the document.
func (u *unloadable) next() bool {
	switch u.z.Next() {
	case html.ErrorToken:
		return false
	case html.TextToken:
		if u.inStyle && u.templates == 0 {
			u.stylesheet(string(u.z.Raw()))
		}
	case html.StartTagToken, html.SelfClosingTagToken:
		u.startTag()
	case html.EndTagToken:
		tag, _ := u.z.TagName()
		switch string(tag) {
		case "style":
			u.inStyle = false
		case "template":
			u.templates = max(0, u.templates-1)
		}
	}
	return true
}

// attributesOf name the attributes that hold the address of a resource, by element. One of an image element wins.
var attributesOf = map[string][]string{
	"img": {"src"}, "image": {"href", "xlink:href"}, "input": {"src"}, "video": {"poster"}, "iframe": {"src"}, "embed": {"src"},
	"object": {"data"}, "body": {"background"}, "table": {"background"}, "td": {"background"}, "th": {"background"}, "link": {"href"},
	"base": {"href"},
}

func (u *unloadable) startTag() {
	tag, more := u.z.TagName()
	name := string(tag)
	if name == "noscript" { // an ordinary element, since scripts never run
		u.z.NextIsNotRawText()
	}
	wanted := attributesOf[name]
	found := map[string]string{}
	for more {
		var key, value []byte
		key, value, more = u.z.TagAttr()
		found[string(key)] = string(value)
	}
	switch {
	case name == "template":
		u.templates++
	case name == "style":
		u.inStyle = true
	case u.templates > 0:
		return
	case name == "base":
		u.setBase(found["href"])
		return
	case name == "link" && !hasWord(found["rel"], "stylesheet"), name == "link" && hasWord(found["rel"], "alternate"),
		name == "input" && !strings.EqualFold(found["type"], "image"):
		wanted = nil
	}
	if inner, ok := found["srcdoc"]; ok && name == "iframe" {
		u.frame(inner) // instead of src
		wanted = nil
	}
	if _, ok := found["src"]; !ok && name == "img" {
		found["src"] = firstCandidate(found["srcset"])
	}
	for _, key := range wanted {
		if address, ok := found[key]; ok {
			u.address(address, name == "img" || name == "image" || name == "input")
			break
		}
	}
	if style := found["style"]; style != "" {
		u.declarations(style)
	}
}

// setBase notes a base element; the first one with an address counts.
func (u *unloadable) setBase(href string) {
	if parsed, err := url.Parse(strings.TrimSpace(href)); err == nil && (parsed.Scheme == "http" || parsed.Scheme == "https") {
		u.base = true
	}
}

// firstCandidate returns the first address of a srcset attribute (HTML, 4.8.4.3): engines choose one of them.
func firstCandidate(srcset string) string {
	address := strings.TrimLeft(srcset, "\t\n\f\r ,")
	if end := strings.IndexAny(address, "\t\n\f\r "); end >= 0 {
		address = address[:end]
	}
	return strings.TrimRight(address, ",")
}

func hasWord(list, word string) bool {
	for w := range strings.FieldsSeq(list) {
		if strings.EqualFold(w, word) {
			return true
		}
	}
	return false
}

// address looks at the address of a resource, which may have to be an image.
func (u *unloadable) address(address string, image bool) {
	address = strings.Trim(address, "\x00\t\n\f\r ")
	if address == "" || address[0] == '#' || u.seen[address] {
		return
	}
	u.seen[address] = true
	if hasPrefixFold(address, "data:") {
		if resource, ok := undecodable(address, image); ok {
			u.data = append(u.data, resource)
		}
		return
	}
	if hasScheme(address) {
		return
	}
	parsed, err := url.Parse(address)
	if err != nil {
		parsed = &url.URL{Path: "(malformed address)"}
	}
	u.relative = append(u.relative, domain.NewFailedResource(parsed, reasonRelative))
}

// hasScheme reports whether the address begins with a scheme (RFC 3986, section 3.1).
func hasScheme(address string) bool {
	for i := range len(address) {
		switch c := address[i]; {
		case c == ':':
			return i > 0
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z':
		case i > 0 && ('0' <= c && c <= '9' || c == '+' || c == '-' || c == '.'):
		default:
			return false
		}
	}
	return false
}
