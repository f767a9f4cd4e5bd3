package stamper

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"

	"platen/adapters/pdf/content"
	"platen/adapters/pdf/object"
	"platen/adapters/pdf/page"
)

// sRGB is an ICC profile (ICC.1:2004-10, which is version 4.2) of the colour space sRGB (IEC 61966-2-1), free to use: a display with three
// primaries, adapted to D50, and the one tone curve of sRGB.
//
//go:embed srgb.icc
var sRGB []byte

// keepArchive makes the PDF keep PDF/A-2b, and so 3b, whose rules are the same for a PDF without attachments: it adds the output intent
// (ISO 19005-2, 6.2.3) and has annotations printed (6.3.2). It returns what it cannot mend, with what was found in the content.
func (t *target) keepArchive(found content.Inspection) (unmet []string) {
	t.catalog["OutputIntents"] = object.Array{t.file.Add(object.Dict{
		"Type": object.Name("OutputIntent"), "S": object.Name("GTS_PDFA1"),
		"OutputConditionIdentifier": object.String("sRGB"), "Info": object.String("sRGB IEC61966-2.1"),
		"DestOutputProfile": t.file.Add(object.NewStream(object.Dict{"N": 3.0}, sRGB)),
	})}
	violations := map[string]bool{
		"attachments":                t.file.Dict(t.catalog["Names"])["EmbeddedFiles"] != nil, // 6.8
		"graphics nested too deep":   found.Depth > maxSaved,
		"numbers that are too large": found.Extreme, // 6.1.13
		cmykColours:                  found.CMYK,
		missingGlyphs:                found.Notdef,
	}
	if named := maps.Clone(t.file.Dict(t.catalog["Dests"])); named != nil {
		maps.DeleteFunc(named, func(name object.Name, _ any) bool { return len(name) > maxName })
		t.catalog["Dests"] = named
	}
	for _, p := range t.pages {
		for _, annotation := range t.file.Array(p.Dict["Annots"]) {
			violations[t.keepAnnotation(annotation.(object.Ref))] = true
		}
	}
	for _, key := range []object.Name{"AA", "OpenAction", "AcroForm", "OCProperties", "Requirements"} {
		violations[fmt.Sprintf("%s in the catalog", key)] = t.catalog[key] != nil // 6.4 to 6.11
	}
	page.EachResource(t.file, t.pages, func(ref object.Ref, o any) {
		violations[t.archiveViolation(o)] = true
		if s, isStream := o.(object.Stream); isStream && s.Dict["Interpolate"] == true { // 6.2.8
			s.Dict = maps.Clone(s.Dict)
			delete(s.Dict, "Interpolate")
			t.file.Set(ref, s)
		}
	})
	maps.DeleteFunc(violations, func(what string, found bool) bool { return what == "" || !found }) // "" is what is allowed
	return slices.Sorted(maps.Keys(violations))
}

const (
	// maxSaved bounds how deep q and Q are nested (ISO 19005-2, 6.1.13).
	maxSaved = 28
	// cmykColours are not those of the output intent (6.2.4.3).
	cmykColours = "CMYK colours"
	// maxName and maxString bound, in bytes, names and strings (6.1.13).
	maxName, maxString = 127, 32767
	// missingGlyphs is forbidden by ISO 19005-2, 6.2.11.8, and by ISO 14289-1, 7.21.8.
	missingGlyphs = "characters that no font has"
)

// The bits of an annotation's flags (ISO 32000-1, 12.5.3) that PDF/A asks for, and those that it forbids.
const (
	flagPrint      = 4
	flagsForbidden = 1 | 2 | 32 | 256 // Invisible, Hidden, NoView, ToggleNoView
)

// keepAnnotation has an annotation printed with its page, and lead to the place that a name stands for which is too long. It returns what
// PDF/A-2 forbids of it.
func (t *target) keepAnnotation(ref object.Ref) string {
	d := maps.Clone(t.file.Dict(ref))
	d["F"] = float64(int(t.file.Number(d["F"]))&^flagsForbidden | flagPrint)
	if name, named := d["Dest"].(object.Name); named && len(name) > maxName {
		d["Dest"] = t.destination(string(name))
	}
	t.file.Set(ref, d)
	action := t.file.Dict(d["A"])
	switch kind := action["S"]; {
	case kind != nil && kind != object.Name("URI") && kind != object.Name("GoTo"):
		return fmt.Sprintf("an action %v", kind) // 6.5.1
	case d["Subtype"] != object.Name("Link"):
		return fmt.Sprintf("an annotation %v", d["Subtype"]) // whose appearance the PDF must have (6.3.3)
	case len(t.file.Text(action["URI"])) > maxString:
		return "a link with a too long address"
	}
	return ""
}

// archiveViolation returns what PDF/A-2 forbids of a resource; "" if nothing.
func (t *target) archiveViolation(resource any) string {
	d := t.file.Dict(resource)
	switch program := t.file.Dict(d["FontDescriptor"]); {
	case resource == object.Name("DeviceCMYK"):
		return cmykColours
	case d["Type"] == object.Name("Font") && d["DescendantFonts"] == nil && d["CharProcs"] == nil &&
		program["FontFile"] == nil && program["FontFile2"] == nil && program["FontFile3"] == nil:
		return fmt.Sprintf("the font %v is not embedded", d["BaseFont"]) // 6.2.11.4
	case d["Filter"] == object.Name("LZWDecode"), d["Filter"] == object.Name("JPXDecode"):
		return fmt.Sprintf("data compressed by %v", d["Filter"]) // 6.1.7.2, 6.2.8.3
	}
	return ""
}

// inspectContent inspects the content of all pages and of the forms that they draw, each stream once.
func (t *target) inspectContent() (found content.Inspection) {
	fonts, inspected := content.Fonts{}, map[object.Ref]bool{}
	inspect := func(f content.Follower, streams ...any) {
		for _, o := range streams {
			ref, _ := o.(object.Ref)
			if s, isStream := t.file.Get(ref).(object.Stream); isStream && !inspected[ref] {
				inspected[ref] = true
				found.Add(&f, t.file.Decode(s))
			}
		}
	}
	for _, p := range t.pages {
		inspect(content.NewFollower(t.file, fonts, t.file.Dict(p.Resources), page.Identity), t.file.List(p.Dict["Contents"])...)
	}
	page.EachResource(t.file, t.pages, func(ref object.Ref, o any) {
		if s, isStream := o.(object.Stream); isStream && s.Dict["Subtype"] == object.Name("Form") {
			inspect(content.NewFollower(t.file, fonts, t.file.Dict(s.Dict["Resources"]), page.Identity), ref)
		}
	})
	return found
}
