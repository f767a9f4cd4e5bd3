package pdfcheck

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"platen/domain"
)

// Claims checks that the metadata of a PDF claim these standards and no other. Whether it keeps them is for veraPDF to say.
func Claims(standards ...domain.Standard) Check {
	return func(f *File) error {
		properties, err := f.properties()
		if err != nil {
			return err
		}
		archive := strings.ToLower("a-" + properties["pdfaid:part"] + properties["pdfaid:conformance"]) // as in a-2b
		for _, standard := range []domain.Standard{domain.UA1, domain.A2B, domain.A3B} {
			claimed := string(standard) == archive || string(standard) == "ua-"+properties["pdfuaid:part"]
			if want := slices.Contains(standards, standard); claimed != want {
				return fmt.Errorf("the metadata claim %s: %t, want %t", standard, claimed, want)
			}
		}
		return nil
	}
}

// Properties checks properties of the metadata by their usual names, as in dc:title.
func Properties(want map[string]string) Check {
	return func(f *File) error {
		properties, err := f.properties()
		if err != nil {
			return err
		}
		for name, value := range want {
			if properties[name] != value {
				return fmt.Errorf("the metadata's %s is %q, want %q", name, properties[name], value)
			}
		}
		return nil
	}
}

// prefixes are the usual prefixes of the namespaces of XMP.
var prefixes = map[string]string{
	"http://purl.org/dc/elements/1.1/": "dc", "http://ns.adobe.com/pdf/1.3/": "pdf", "http://www.aiim.org/pdfua/ns/id/": "pdfuaid",
	"http://www.aiim.org/pdfa/ns/id/": "pdfaid",
}

// properties returns the properties of the XMP metadata by their usual names. They are elements, and what they say is in or below them.
func (f *File) properties() (map[string]string, error) {
	metadata, err := f.run("pdfinfo -meta PDF")
	if err != nil {
		return nil, err
	}
	found, property := map[string]string{}, ""
	for decoder := xml.NewDecoder(bytes.NewReader(metadata)); ; {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return found, nil
		}
		if err != nil {
			return nil, fmt.Errorf("the metadata: %w", err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if prefix := prefixes[token.Name.Space]; prefix != "" {
				property = prefix + ":" + token.Name.Local
			}
		case xml.CharData:
			found[property] += strings.TrimSpace(string(token))
		case xml.EndElement:
			if prefixes[token.Name.Space] != "" {
				property = ""
			}
		}
	}
}
