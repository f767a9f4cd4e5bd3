package stamper

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"strings"
	"time"

	"platen/adapters/pdf/object"
	"platen/domain"
	"platen/domain/accessibility"
)

// product is the name of this service in the files that it writes.
const product = "Platen"

// describe writes what is known of the document into the information dictionary (ISO 32000-1, 14.3.3) and, the same, into XMP (14.3.2),
// which also claims the standards. The producer is this service and the engine; the dates stay as the engine wrote them.
func (t *target) describe(m domain.Metadata, claimed domain.Standards) {
	for _, entry := range []struct {
		key  object.Name
		text string
	}{{"Title", m.Title}, {"Author", m.Author}, {"Subject", m.Description}, {"Keywords", m.Keywords}} {
		if text := cmp.Or(entry.text, domain.PlainText(t.file.Text(t.info[entry.key]))); text != "" {
			t.info[entry.key] = object.TextString(text)
		} else {
			delete(t.info, entry.key)
		}
	}
	name := product
	if engine := t.file.Text(t.info["Producer"]); engine != "" {
		name += " (" + strings.Map(printableASCII, engine) + ")"
	}
	t.info["Producer"] = object.String(name)

	m.Language = cmp.Or(accessibility.LanguageTag(m.Language), accessibility.LanguageTag(t.file.Text(t.catalog["Lang"])))
	if m.Language != "" {
		t.catalog["Lang"] = object.String(m.Language)
	} else {
		delete(t.catalog, "Lang")
	}
	t.catalog["Metadata"] = t.file.Add(object.Stream{ // not compressed, so that other programs find it
		Dict: object.Dict{"Type": object.Name("Metadata"), "Subtype": object.Name("XML")}, Data: t.xmp(m.Language, claimed),
	})
}

func printableASCII(r rune) rune {
	if r < ' ' || r > '~' {
		return -1
	}
	return r
}

// xmp returns an XMP packet (ISO 16684-1) that says what the information dictionary says.
func (t *target) xmp(language string, claimed domain.Standards) []byte {
	var b bytes.Buffer
	b.WriteString("<?xpacket begin=\"\ufeff\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n" + `<x:xmpmeta xmlns:x="adobe:ns:meta/">` +
		`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" ` +
		`xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">` +
		"\n<dc:format>application/pdf</dc:format>\n")
	write := func(text, before, after string) {
		if text != "" {
			b.WriteString(before)
			_ = xml.EscapeText(&b, []byte(text)) // a Buffer's writes do not fail
			b.WriteString(after + "\n")
		}
	}
	of := func(key object.Name) string { return t.file.Text(t.info[key]) }
	write(of("Title"), `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">`, "</rdf:li></rdf:Alt></dc:title>")
	write(of("Author"), "<dc:creator><rdf:Seq><rdf:li>", "</rdf:li></rdf:Seq></dc:creator>")
	write(of("Subject"), `<dc:description><rdf:Alt><rdf:li xml:lang="x-default">`, "</rdf:li></rdf:Alt></dc:description>")
	write(language, "<dc:language><rdf:Bag><rdf:li>", "</rdf:li></rdf:Bag></dc:language>")
	write(of("Keywords"), "<pdf:Keywords>", "</pdf:Keywords>")
	write(of("Producer"), "<pdf:Producer>", "</pdf:Producer>")
	write(of("Creator"), "<xmp:CreatorTool>", "</xmp:CreatorTool>")
	write(dateOf(of("CreationDate")), "<xmp:CreateDate>", "</xmp:CreateDate>")
	write(dateOf(of("ModDate")), "<xmp:ModifyDate>", "</xmp:ModifyDate>")
	b.WriteString("</rdf:Description>\n")
	// Each namespace stands beside its claim alone: readers that only look for its name see none in other files.
	if part, archive := strings.CutPrefix(string(claimed.Archive()), "a-"); archive {
		fmt.Fprintf(&b, `<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"><pdfaid:part>%s</pdfaid:part>`+
			"<pdfaid:conformance>%s</pdfaid:conformance></rdf:Description>\n", part[:1], strings.ToUpper(part[1:]))
	}
	if claimed.Has(domain.UA1) {
		b.WriteString(`<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">` +
			"<pdfuaid:part>1</pdfuaid:part></rdf:Description>\n")
	}
	if claimed.Has(domain.UA1) && claimed.Archive() != "" {
		b.WriteString(extensionSchema)
	}
	b.WriteString("</rdf:RDF></x:xmpmeta>\n<?xpacket end=\"r\"?>")
	return b.Bytes()
}

// extensionSchema describes pdfuaid, which PDF/A-2 does not know (ISO 19005-2, 6.6.2.3.3).
const extensionSchema = `<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" ` +
	`xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">` +
	`<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource"><pdfaSchema:schema>PDF/UA identification</pdfaSchema:schema>` +
	`<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI><pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>` +
	`<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource"><pdfaProperty:name>part</pdfaProperty:name>` +
	`<pdfaProperty:valueType>Integer</pdfaProperty:valueType><pdfaProperty:category>internal</pdfaProperty:category>` +
	`<pdfaProperty:description>The part of ISO 14289 to which the file conforms</pdfaProperty:description></rdf:li></rdf:Seq>` +
	"</pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>\n"

// dateOf writes a date of an information dictionary (ISO 32000-1, 7.9.4) as XMP does; "" if it is none.
func dateOf(date string) string {
	for _, zone := range []string{"Z0700", ""} {
		if d, err := time.Parse("D:20060102150405"+zone, strings.ReplaceAll(date, "'", "")); err == nil {
			return d.Format(time.RFC3339)
		}
	}
	return ""
}
