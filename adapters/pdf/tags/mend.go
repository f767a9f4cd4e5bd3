package tags

import (
	"maps"
	"slices"

	"platen/adapters/pdf/object"
	"platen/domain/accessibility"
)

// Mend makes elements nest as ISO 32000-1, 14.8.4 wants them, which engines do not for all HTML. It returns what only the document's author
// can mend: pictures without an alternative (ISO 14289-1, 7.3), and levels of headings that are skipped (7.4.2).
func (t *Tree) Mend() (unmet []string) {
	if t.untagged && len(t.elements) > 0 {
		unmet = append(unmet, "the engine's PDF is not tagged")
	}
	m := &mending{Tree: t, toPad: maxPadded*len(t.elements) + maxColumns}
	for _, e := range t.root.elements() {
		m.mend(e)
	}
	if m.pictures > 0 {
		unmet = append(unmet, accessibility.Alternative.Breaches(m.pictures))
	}
	if m.skipped > 0 {
		unmet = append(unmet, accessibility.HeadingOrder.Breaches(m.skipped))
	}
	if t.repeated {
		unmet = append(unmet, "content under a mask")
	}
	if t.flattened {
		unmet = append(unmet, "content under a filter or in perspective")
	}
	if m.wide {
		unmet = append(unmet, "a table with too many columns")
	}
	return unmet
}

type mending struct {
	*Tree
	heading  int // the level of the last heading
	skipped  int // headings that are more than one level below the last
	pictures int // figures without an alternative
	toPad    int // how many more cells may be added
	wide     bool
}

// parentKinds are the kinds of elements in which alone a kind may be (14.8.4.3.3 and 14.8.4.3.4), of those that engines write.
var parentKinds = map[object.Name]object.Name{"LI": "L", "Lbl": "LI", "LBody": "LI", "TR": "Table", "TH": "TR", "TD": "TR"}

// kidKinds are the kinds of elements that a kind has, the first of which others are put into.
var kidKinds = map[object.Name][]object.Name{
	"L": {"LI", "L", "Caption"}, "LI": {"LBody", "Lbl"}, "Table": {"TR", "Caption"}, "TR": {"TD", "TH"},
}

// mend mends an element and what is in it.
func (m *mending) mend(e *element) {
	if whole := parentKinds[e.kind]; whole != "" && e.parent.kind != whole {
		e.kind, e.changed = "NonStruct", true
	}
	m.language(e)
	switch e.kind {
	case "H1", "H2", "H3", "H4", "H5", "H6":
		m.follow(int(e.kind[1] - '0'))
	case "H": // of a level below 6; H and H1 to H6 exclude each other (ISO 14289-1, 7.4.4)
		m.follow(7)
		e.kind, e.changed = "H6", true
	case "Figure":
		m.figure(e)
	}
	if kinds := kidKinds[e.kind]; kinds != nil {
		m.wrap(e, kinds)
	}
	for _, kid := range e.elements() {
		m.mend(kid)
	}
	if e.kind == "Table" {
		m.table(e)
	}
	e.prune()
}

// follow counts a heading that skips levels.
func (m *mending) follow(level int) {
	if level > m.heading+1 {
		m.skipped++
	}
	m.heading = level
}

// set sets an entry of an element's dictionary.
func (e *element) set(key object.Name, value any) {
	made := maps.Clone(e.dict)
	if made[key] = value; value == nil {
		delete(made, key)
	}
	e.dict, e.changed = made, true
}

// wrap puts the elements in an element that are of none of the kinds into elements of the first: those that follow each other into one.
func (m *mending) wrap(e *element, kinds []object.Name) {
	kids := e.kids
	e.kids = nil
	var wrapper *element
	for _, kid := range kids {
		wrapped, is := kid.(*element)
		if !is || slices.Contains(kinds, wrapped.kind) {
			e.kids, wrapper = append(e.kids, kid), nil
			continue
		}
		if wrapper == nil {
			wrapper = m.add(e, len(e.kids), kinds[0])
		}
		wrapper.take(wrapped)
	}
}

// take makes an element the last kid of another.
func (e *element) take(kid *element) {
	e.kids, e.changed = append(e.kids, kid), true
	kid.parent, kid.changed = e, true
}

// figure counts a figure without an alternative. A figure element of HTML with a picture or a table in it is a group. What is in another
// figure is a part of that.
func (m *mending) figure(e *element) {
	switch {
	case m.file.Text(e.dict["Alt"]) != "" || e.dict["ActualText"] != nil:
	case len(e.elements()) > 0, e.parent.within("Figure") != nil:
		e.kind, e.changed = "Div", true
	default:
		m.pictures++
	}
}

// language removes a language that is none, as HTML may have it.
func (m *mending) language(e *element) {
	given := m.file.Text(e.dict["Lang"])
	switch tag := accessibility.LanguageTag(given); tag {
	case given:
	case "":
		e.set("Lang", nil)
	default:
		e.set("Lang", object.String(tag))
	}
}

// blocks are the roles of kinds of PDF 2.0 and of engines that are no parts of text (14.8.4).
var blocks = map[object.Name]object.Name{
	"Title": "P", "Aside": "Sect", "FENote": "Note", "DocumentFragment": "Sect", "H7": "H6", "H8": "H6", "H9": "H6",
}

// standard are the kinds of elements that ISO 32000-1 knows.
var standard = []object.Name{
	"Document", "Part", "Art", "Sect", "Div", "BlockQuote", "Caption", "TOC", "TOCI", "Index", "NonStruct", "Private",
	"P", "H", "H1", "H2", "H3", "H4", "H5", "H6", "L", "LI", "Lbl", "LBody", "Table", "TR", "TH", "TD", "THead", "TBody", "TFoot",
	"Span", "Quote", "Note", "Reference", "BibEntry", "Code", "Link", "Annot", "Ruby", "RB", "RT", "RP", "Warichu", "WT", "WP",
	"Figure", "Formula", "Form",
}
