package polyfill

import (
	"fmt"
	"strings"

	"platen/domain/htmldoc"
)

// nameDestinations gives a PDF that Qt wrote named destinations of fragments, where they have a place. The names are the
// fragments without escapes.
func nameDestinations(pdf []byte, fragments []string, places places) []byte {
	var dests strings.Builder
	for _, fragment := range fragments {
		fragment = htmldoc.FragmentID(fragment)
		if place := places[fragment]; place != "" {
			dests.WriteString(nameObject(fragment) + " " + place + "\n")
			delete(places, fragment) // it is named once
		}
	}
	if dests.Len() == 0 {
		return pdf
	}
	const catalog = "/Type /Catalog\n"
	return splice(pdf, catalog, catalog+"/Dests <<\n"+dests.String()+">>\n")
}

// nameObject writes a name (PDF 1.7, 7.3.5).
func nameObject(name string) string {
	var b strings.Builder
	b.WriteByte('/')
	for _, c := range []byte(name) {
		if 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-' || c == '_' {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "#%02X", c)
		}
	}
	return b.String()
}
