package pdfreader

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"unicode/utf16"

	"platen/ports"
)

var _ ports.BookmarkReader = Inspector{}

// Bookmarks walks the outline (ISO 32000-1, 12.3.3).
func (Inspector) Bookmarks(content []byte) ([]string, error) {
	f, err := open(content)
	if err != nil {
		return nil, fmt.Errorf("read the bookmarks: %w", err)
	}
	catalog, err := f.dict(f.trailer["Root"])
	if err != nil {
		return nil, fmt.Errorf("read the bookmarks: %w", err)
	}
	root, err := f.dict(catalog["Outlines"])
	if err != nil {
		return nil, fmt.Errorf("read the bookmarks: %w", err)
	}
	o := &outline{file: f, left: len(f.entries)}
	if err := o.entries(root["First"], 0); err != nil {
		return nil, fmt.Errorf("read the bookmarks: %w", err)
	}
	return o.titles, nil
}

// outline collects the titles of an outline.
type outline struct {
	file   *file
	titles []string
	// left is how many more entries there may be: at most as many as the file has objects.
	left int
}

// entries reads an entry, those below it, and those that follow it.
func (o *outline) entries(next any, depth int) error {
	for next != nil {
		if o.left--; o.left < 0 || depth > maxDepth {
			return errors.New("the PDF's outline has no end")
		}
		entry, err := o.file.dict(next)
		if err != nil {
			return err
		}
		title, err := o.file.get(entry["Title"])
		if err != nil {
			return err
		}
		if t, is := title.(text); is {
			o.titles = append(o.titles, textString(string(t)))
		}
		if err := o.entries(entry["First"], depth+1); err != nil {
			return err
		}
		next = entry["Next"]
	}
	return nil
}

// textString decodes a text string (ISO 32000-1, 7.9.2.2): UTF-16 or UTF-8 with a byte order mark, otherwise PDFDocEncoding, which
// is read as Latin-1.
func textString(s string) string {
	if wide, is := strings.CutPrefix(s, "\xfe\xff"); is {
		units := make([]uint16, len(wide)/2)
		for i := range units {
			units[i] = binary.BigEndian.Uint16([]byte(wide[2*i:]))
		}
		return string(utf16.Decode(units))
	}
	if utf8, is := strings.CutPrefix(s, "\xef\xbb\xbf"); is {
		return strings.ToValidUTF8(utf8, "\ufffd")
	}
	runes := make([]rune, len(s))
	for i := range len(s) {
		runes[i] = rune(s[i])
	}
	return string(runes)
}
