package integration_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// accessible are the rules of PDF/UA-1.
var accessible = []rule{
	{"6.2", "the catalog says that the file is tagged", func(d *standardFile) error {
		return equal(fmt.Sprint(d.Dict(d.catalog["/MarkInfo"])["/Marked"]), "true")
	}},
	{"7.1 (01-003, 01-004, 01-005)", "all content is tagged or an artifact, and not both", marked},
	{"7.1 (02-001)", "structure types are standard or mapped to standard ones", elements(types)},
	{"7.1 (06-003)", "the metadata have a title", func(d *standardFile) error { return present(d.xmp["dc:title"]) }},
	{"7.1 (07-001, 07-002)", "viewers show the title", func(d *standardFile) error {
		return equal(fmt.Sprint(d.Dict(d.catalog["/ViewerPreferences"])["/DisplayDocTitle"]), "true")
	}},
	{"7.1", "elements name their parents", elements(parents)},
	{"7.2 (11-001 to 11-006)", "the catalog has a language, and all languages are language tags", languages},
	{"7.2 (09-004, 09-005)", "tables and lists are made of their parts", elements(nesting)},
	{"7.2 (09-004), 7.5", "the cells of a table do not overlap, and its rows are equally long", elements(grids)},
	{"7.3 (13-004), 7.7 (17-002)", "figures and formulae have an alternative", elements(alternatives)},
	{"7.4.2 (14-002, 14-003)", "headings begin with level 1 and skip none", headings},
	{"7.5 (15-003)", "head cells have a scope, or cells name them", elements(scopes)},
	{"7.18.1 (28-004)", "annotations have a text", annotations(func(d *standardFile, _, annotation map[string]any) error {
		return present(d.Text(annotation["/Contents"]))
	})},
	{"7.18.3 (28-008, 28-009)", "pages with annotations have the tab order of the structure", annotations(func(d *standardFile, page, _ map[string]any) error {
		return equal(d.Name(page["/Tabs"]), "S")
	})},
	{"7.18.5 (28-011)", "links are in the structure, as links", links},
	{"7.21.3.2 (31-004)", "CID fonts map their characters to glyphs", fonts(cidMap)},
	{"7.21.4.1 (31-009)", "fonts are embedded", fonts(embedded)},
	{"7.21.7 (31-027)", "fonts say which characters their glyphs are", fonts(toUnicode)},
}

func equal(got, want string) error {
	if got != want {
		return fmt.Errorf("got %q, want %q", got, want)
	}
	return nil
}

func present(text string) error {
	if strings.TrimSpace(text) == "" {
		return fmt.Errorf("there is none")
	}
	return nil
}

// among reports whether a word is one of a list.
func among(word, list string) bool { return slices.Contains(strings.Fields(list), word) }

// elements checks every element of the structure.
func elements(check func(*standardFile, *element) error) func(*standardFile) error {
	return func(d *standardFile) error {
		if len(d.elements) == 0 {
			return fmt.Errorf("there is no structure")
		}
		for _, e := range d.elements {
			if err := check(d, e); err != nil {
				return fmt.Errorf("element %s: %w", e.written, err)
			}
		}
		return nil
	}
}

func types(d *standardFile, e *element) error {
	if e.kind == "" {
		return fmt.Errorf("not mapped")
	}
	if isStandard(e.written) && d.Dict(d.tree["/RoleMap"])["/"+e.written] != nil {
		return fmt.Errorf("a standard type is mapped")
	}
	return nil
}

func parents(d *standardFile, e *element) error {
	parent := d.catalog["/StructTreeRoot"]
	if e.parent != nil {
		parent = e.parent.ref
	}
	if e.dict["/P"] != parent {
		return fmt.Errorf("its parent is %v, not %v", e.dict["/P"], parent)
	}
	return nil
}

var languageTag = regexp.MustCompile(`^[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*$`)

func languages(d *standardFile) error {
	if err := present(d.Text(d.catalog["/Lang"])); err != nil {
		return err
	}
	for _, at := range d.Dicts() {
		if lang := d.Text(at.Dict["/Lang"]); lang != "" && !languageTag.MatchString(lang) {
			return fmt.Errorf("object %s: %q is no language tag", at.Ref, lang)
		}
	}
	return nil
}

// inside are the types of the elements that an element of a type stands in, and consistsOf those that it consists of.
var (
	inside = map[string]string{
		"TR": "Table THead TBody TFoot", "TH": "TR", "TD": "TR", "THead": "Table", "TBody": "Table", "TFoot": "Table", "LI": "L", "LBody": "LI",
		"TOCI": "TOC",
	}
	consistsOf = map[string]string{
		"Table": "TR THead TBody TFoot Caption", "THead": "TR", "TBody": "TR", "TFoot": "TR", "TR": "TH TD", "L": "L LI Caption", "LI": "Lbl LBody",
		"TOC": "TOC TOCI Caption",
	}
)

func nesting(_ *standardFile, e *element) error {
	if outer, fixed := inside[e.kind]; fixed && (e.parent == nil || !among(e.parent.kind, outer)) {
		return fmt.Errorf("it is not in %s", outer)
	}
	for _, kid := range e.kids {
		if parts, fixed := consistsOf[e.kind]; fixed && !among(kid.kind, parts) {
			return fmt.Errorf("it has a %s", kid.kind)
		}
	}
	return nil
}

func alternatives(d *standardFile, e *element) error {
	if !among(e.kind, "Figure Formula") {
		return nil
	}
	return present(d.Text(e.dict["/Alt"]) + d.Text(e.dict["/ActualText"]))
}

func headings(d *standardFile) error {
	last := 0
	return elements(func(_ *standardFile, e *element) error {
		level := 0
		if n, _ := fmt.Sscanf(e.kind, "H%d", &level); n == 0 {
			return nil
		}
		if level > last+1 {
			return fmt.Errorf("it follows level %d", last)
		}
		last = level
		return nil
	})(d)
}

// scopes accepts tables whose cells name their head cells.
func scopes(d *standardFile, e *element) error {
	if e.kind != "TH" || d.hasAttribute(e, "/Scope") {
		return nil
	}
	table := e.parent
	for table != nil && table.kind != "Table" {
		table = table.parent
	}
	if table == nil || !d.namesHeads(table) {
		return fmt.Errorf("it has no scope")
	}
	return nil
}

// namesHeads reports whether a cell of a table names its head cells.
func (d *standardFile) namesHeads(e *element) bool {
	return d.hasAttribute(e, "/Headers") || slices.ContainsFunc(e.kids, d.namesHeads)
}

// hasAttribute reports whether an element has an attribute of tables.
func (d *standardFile) hasAttribute(e *element, name string) bool {
	return slices.ContainsFunc(d.List(e.dict["/A"]), func(value any) bool {
		attributes := d.Dict(value)
		return d.Name(attributes["/O"]) == "Table" && attributes[name] != nil
	})
}

// annotations checks the annotations of each page.
func annotations(check func(d *standardFile, page, annotation map[string]any) error) func(*standardFile) error {
	return func(d *standardFile) error {
		for number := range d.Pages {
			page, _ := d.Page(number + 1) // there is one
			for _, annotation := range d.Array(page["/Annots"]) {
				if err := check(d, page, d.Dict(annotation)); err != nil {
					return fmt.Errorf("page %d, %v: %w", number+1, annotation, err)
				}
			}
		}
		return nil
	}
}

// links follows the parent tree from each link to its element, which must have it in turn.
func links(d *standardFile) error {
	found := map[float64]string{}
	d.parentTree(d.tree["/ParentTree"], found, 0)
	return annotations(func(d *standardFile, _, annotation map[string]any) error {
		if d.Name(annotation["/Subtype"]) != "Link" {
			return nil
		}
		key, has := annotation["/StructParent"].(float64)
		owner := d.Dict(found[key])
		if !has || d.standardType(d.Name(owner["/S"])) != "Link" {
			return fmt.Errorf("it leads to no element Link, but to %q", d.Name(owner["/S"]))
		}
		if !slices.ContainsFunc(d.List(owner["/K"]), func(kid any) bool { return d.Name(d.Dict(kid)["/Type"]) == "OBJR" }) {
			return fmt.Errorf("its element does not have it")
		}
		return nil
	})(d)
}

// parentTree reads the numbers of a number tree whose values are elements.
func (d *standardFile) parentTree(node any, found map[float64]string, depth int) {
	dict := d.Dict(node)
	for pair := range slices.Chunk(d.Array(dict["/Nums"]), 2) {
		number, _ := pair[0].(float64)
		found[number], _ = pair[len(pair)-1].(string)
	}
	for _, kid := range d.Array(dict["/Kids"]) {
		if depth < 20 {
			d.parentTree(kid, found, depth+1)
		}
	}
}

// fonts checks each font that is not one for characters of a Type 0 font, and the one that has its glyphs: that, or the font itself.
func fonts(check func(d *standardFile, font, glyphs map[string]any) error) func(*standardFile) error {
	return func(d *standardFile) error {
		for _, at := range d.Dicts() {
			font := at.Dict
			if d.Name(font["/Type"]) != "Font" || strings.HasPrefix(d.Name(font["/Subtype"]), "CIDFont") {
				continue
			}
			glyphs := font
			if inner := d.Array(font["/DescendantFonts"]); len(inner) == 1 {
				glyphs = d.Dict(inner[0])
			}
			if err := check(d, font, glyphs); err != nil {
				return fmt.Errorf("font %s %s: %w", at.Ref, d.Name(font["/BaseFont"]), err)
			}
		}
		return nil
	}
}

func embedded(d *standardFile, font, glyphs map[string]any) error {
	descriptor := d.Dict(glyphs["/FontDescriptor"])
	for _, file := range []string{"/FontFile", "/FontFile2", "/FontFile3"} {
		if d.Stream(descriptor[file]) != nil {
			return nil
		}
	}
	if d.Name(font["/Subtype"]) == "Type3" {
		return nil
	}
	return fmt.Errorf("it is not embedded")
}

func cidMap(d *standardFile, _, glyphs map[string]any) error {
	if d.Name(glyphs["/Subtype"]) == "CIDFontType2" && glyphs["/CIDToGIDMap"] == nil {
		return fmt.Errorf("it has no CIDToGIDMap")
	}
	return nil
}

// noCharacter is a line of a ToUnicode map for which there is no character.
var noCharacter = regexp.MustCompile(`(?im)> *<(0000|FEFF|FFFE)>\s*$`)

// toUnicode accepts the encodings whose names say which characters they have.
func toUnicode(d *standardFile, font, _ map[string]any) error {
	if font["/ToUnicode"] == nil && !among(d.Name(font["/Encoding"]), "WinAnsiEncoding MacRomanEncoding") {
		return fmt.Errorf("it has no ToUnicode")
	}
	if noCharacter.Match(d.Stream(font["/ToUnicode"])) {
		return fmt.Errorf("its ToUnicode has what is no character")
	}
	return nil
}
