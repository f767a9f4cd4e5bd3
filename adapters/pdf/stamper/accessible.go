package stamper

import (
	"regexp"

	"platen/adapters/pdf/object"
	"platen/adapters/pdf/page"
	"platen/domain"
	"platen/domain/accessibility"
)

// keepTags mends the structure for PDF/UA-1. It returns what cannot be mended.
func (t *target) keepTags(m domain.Metadata) (unmet []string) {
	unmet = t.tree.Mend()
	t.tree.Links(t.pages)
	t.tree.Write()
	t.keepUnicode()
	t.catalog["MarkInfo"] = object.Dict{"Marked": true}
	t.catalog["ViewerPreferences"] = object.Dict{"DisplayDocTitle": true}
	if m.Title == "" { // ISO 14289-1, 7.1
		unmet = append(unmet, accessibility.Title.String())
	}
	if accessibility.LanguageTag(m.Language) == "" { // 7.2
		unmet = append(unmet, accessibility.Language.String())
	}
	return unmet
}

// noCharacter is a line of a ToUnicode map that ends with what ISO 14289-1, 7.21.7, forbids as a character.
var noCharacter = regexp.MustCompile(`(?im)<(0000|FEFF|FFFE)>[ \t]*\r?$`)

// keepUnicode replaces what is no character in ToUnicode maps. Engines write it for variants of glyphs, as in Devanagari, and what those
// say as an ActualText in the content.
func (t *target) keepUnicode() {
	page.EachResource(t.file, t.pages, func(_ object.Ref, o any) {
		font, _ := o.(object.Dict)
		ref, isRef := font["ToUnicode"].(object.Ref)
		if !isRef {
			return
		}
		if s, isStream := t.file.Get(ref).(object.Stream); isStream {
			if text := t.file.Decode(s); noCharacter.Match(text) {
				t.file.Set(ref, object.NewStream(object.Dict{}, noCharacter.ReplaceAll(text, []byte("<FFFD>"))))
			}
		}
	})
}
