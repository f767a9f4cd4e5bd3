package documents

import (
	"strings"

	"golang.org/x/net/html"

	"platen/domain/htmldoc"
)

// mend makes the author's part of a document right, as an author would.
func mend(title, document string) (string, error) {
	root, err := html.ParseWithOptions(strings.NewReader(document), html.ParseOptionEnableScripting(false))
	if err != nil {
		return "", err
	}
	level := byte(0) // of the last heading
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		switch n.Data {
		case "html":
			setMissing(n, "lang", "en")
		case "head":
			if found := find(n, "title"); found == nil || found.FirstChild == nil {
				found = &html.Node{Type: html.ElementNode, Data: "title"}
				found.AppendChild(&html.Node{Type: html.TextNode, Data: title})
				n.AppendChild(found)
			}
		case "img", "input", "area":
			if kind, _ := htmldoc.Attribute(n.Attr, "type"); n.Data != "input" || kind == "image" {
				setMissing(n, "alt", "A picture")
			}
		case "svg":
			if !inside(n, "svg") {
				setMissing(n, "role", "img")
				setMissing(n, "aria-label", "A chart")
			}
		case "h1", "h2", "h3", "h4", "h5", "h6":
			level = min(n.Data[1]-'0', level+1)
			n.Data, n.DataAtom = "h"+string('0'+level), 0
		case "table":
			mendTable(n)
		}
	}
	var out strings.Builder
	err = html.Render(&out, root)
	return out.String(), err
}

// mendTable makes the cells of the first row of a data table head cells; other tables are layout.
func mendTable(n *html.Node) {
	row := find(n, "tr")
	switch {
	case find(n, "table") != nil:
		setMissing(n, "role", "presentation")
	case find(n, "th") != nil:
	case row == nil, inside(n, "table"):
		setMissing(n, "role", "presentation")
	default:
		for cell := range row.ChildNodes() {
			if cell.Data == "td" {
				cell.Data, cell.DataAtom = "th", 0
			}
		}
	}
}

// find returns the first element of a name within n; nil: there is none.
func find(n *html.Node, name string) *html.Node {
	for below := range n.Descendants() {
		if below.Type == html.ElementNode && below.Data == name {
			return below
		}
	}
	return nil
}

func inside(n *html.Node, name string) bool {
	for up := range n.Ancestors() {
		if up.Data == name {
			return true
		}
	}
	return false
}

func setMissing(n *html.Node, name, value string) {
	for i, a := range n.Attr {
		if a.Key == name {
			if strings.TrimSpace(a.Val) == "" && name != "alt" {
				n.Attr[i].Val = value
			}
			return
		}
	}
	n.Attr = append(n.Attr, html.Attribute{Key: name, Val: value})
}
