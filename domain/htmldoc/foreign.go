package htmldoc

// foreign follows a tokenizer through SVG and MathML, where a style or title element's content is markup,
// self-closing tags close, and HTML may come back inside (HTML, section 13.2.6.5).
type foreign struct {
	// open are the roots of foreign content and, inside them, the places where HTML comes back.
	open []string
}

// maxForeign bounds how deep the nesting is followed. Deeper documents are not laid out by engines either.
const maxForeign = 100

// inside reports whether the next tag is foreign content rather than HTML.
func (f *foreign) inside() bool {
	return len(f.open) > 0 && isForeignRoot(f.open[len(f.open)-1])
}

// outside reports whether no foreign content is open at all.
func (f *foreign) outside() bool { return len(f.open) == 0 }

// start follows a start tag that does not close itself.
func (f *foreign) start(name string) {
	switch {
	case f.inside() && breaksOut(name):
		for f.inside() {
			f.open = f.open[:len(f.open)-1]
		}
	case isForeignRoot(name), f.inside() && isIntegrationPoint(name):
		if len(f.open) < maxForeign {
			f.open = append(f.open, name)
		}
	}
}

// end follows an end tag.
func (f *foreign) end(name string) {
	for i := len(f.open) - 1; i >= 0; i-- {
		if f.open[i] == name {
			f.open = f.open[:i]
			return
		}
	}
}

func isForeignRoot(name string) bool { return name == "svg" || name == "math" }

func isIntegrationPoint(name string) bool {
	switch name {
	case "foreignobject", "desc", "title", "annotation-xml", "mi", "mo", "mn", "ms", "mtext":
		return true
	}
	return false
}

// breaksOut reports whether an HTML start tag ends foreign content.
func breaksOut(name string) bool {
	switch name {
	case "b", "big", "blockquote", "body", "br", "center", "code", "dd", "div", "dl", "dt", "em", "embed",
		"h1", "h2", "h3", "h4", "h5", "h6", "head", "hr", "i", "img", "li", "listing", "menu", "meta", "nobr",
		"ol", "p", "pre", "ruby", "s", "small", "span", "strong", "strike", "sub", "sup", "table", "tt", "u",
		"ul", "var":
		return true
	}
	return false
}
