package accessibility

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"platen/domain/htmldoc"
)

// TestSameAsInTheTree compares the counts with those in the tree that a parser of HTML makes of the document, end tags left out and
// elements nested as they may be.
func TestSameAsInTheTree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		document := "<!doctype html>" + flow(t, 4)
		found, err := Check(t.Context(), document)
		if err != nil {
			t.Fatal(err)
		}
		got := map[Rule]int{}
		for _, f := range found {
			got[f.Rule] = len(f.Offsets)
		}
		root, err := html.ParseWithOptions(strings.NewReader(document), html.ParseOptionEnableScripting(false))
		if err != nil {
			t.Fatal(err)
		}
		tree := counter{}
		tree.count(root)
		if got[Alternative] != tree.pictures || got[TableHead] != tree.tables || got[HeadingOrder] != tree.skipped {
			t.Fatalf("%s: got %v, the tree has %+v", document, found, tree)
		}
	})
}

// flow draws flow content.
func flow(t *rapid.T, depth int) string {
	one := func(texts ...string) string { return rapid.SampledFrom(texts).Draw(t, "text") }
	in := func() string {
		if depth == 0 {
			return "x"
		}
		return flow(t, depth-1)
	}
	hidden := func() string { return one("", "", " hidden", " aria-hidden=true") }
	many := func(make func() string) string {
		return strings.Join(rapid.SliceOfN(rapid.Custom(func(*rapid.T) string { return make() }), 0, 3).Draw(t, "many"), "")
	}
	row := func() string {
		return "<tr" + hidden() + ">" + many(func() string { return one("<td", "<td", "<th") + hidden() + ">" + in() + one("", "</td>") }) + one("", "</tr>")
	}
	switch rapid.IntRange(0, 8).Draw(t, "kind") {
	case 0:
		return "<p" + hidden() + ">" + one("x", "<img>", "<img alt=''>", "<svg><g><path/></g></svg>") + one("", "</p>")
	case 1:
		return "<div" + hidden() + ">" + in() + in() + "</div>"
	case 2:
		list := one("ul", "ol")
		return "<" + list + hidden() + ">" + many(func() string { return "<li" + hidden() + ">" + in() + one("", "</li>") }) + "</" + list + ">"
	case 3:
		return "<dl>" + many(func() string { return one("<dt", "<dd") + hidden() + ">" + in() }) + "</dl>"
	case 4:
		return "<table" + hidden() + ">" + one("", "<caption>x</caption>") + one("", "<thead>", "<tbody hidden>") + many(row) +
			one("", "<tbody>") + many(row) + "</table>"
	case 5:
		return one("<h1>x</h1>", "<h2>x</h2>", "<h3 hidden>x</h3>", "<h4>x</h4>")
	case 6:
		return "<template><img></template><img>" + in()
	case 7:
		// The parser loses what follows a template in SVG.
		content := strings.ReplaceAll(in(), "template", "i")
		return "<svg" + hidden() + "><title/><path/><foreignobject><div>" + content + "</div></foreignobject></svg>"
	default:
		return "<b>" + one("x", "<img>") + "</b>"
	}
}

// counter counts in a tree.
type counter struct{ pictures, tables, skipped, level int }

func (c *counter) count(n *html.Node) {
	t := element{&htmldoc.Element{Name: strings.ToLower(n.Data), Attr: n.Attr, Parent: &htmldoc.Element{}}}
	if n.Type == html.ElementNode {
		if t.hidden() {
			return
		}
		if level := t.headingLevel(); level > 0 {
			if level > c.level+1 {
				c.skipped++
			}
			c.level = level
		}
		if t.Name == "table" && slices.Contains(cellsOf(n), "td") && !slices.Contains(cellsOf(n), "th") {
			c.tables++
		}
		if t.isPicture() && !t.named() {
			c.pictures++
			if t.Name == "svg" {
				// What an SVG contains is the same picture; tables and headings in it count.
				within := counter{level: c.level}
				within.children(n)
				c.tables, c.skipped, c.level = c.tables+within.tables, c.skipped+within.skipped, within.level
				return
			}
		}
	}
	c.children(n)
}

func (c *counter) children(n *html.Node) {
	for kid := range n.ChildNodes() {
		c.count(kid)
	}
}

// cellsOf returns the cells of a table that are shown, by their names.
func cellsOf(n *html.Node) (found []string) {
	for kid := range n.ChildNodes() {
		t := element{&htmldoc.Element{Name: kid.Data, Attr: kid.Attr, Parent: &htmldoc.Element{}}}
		switch {
		case kid.Type != html.ElementNode || t.hidden() || kid.Data == "table":
		case kid.Data == "td", kid.Data == "th":
			found = append(found, kid.Data)
		default:
			found = append(found, cellsOf(kid)...)
		}
	}
	return found
}
