package sheetreader

import (
	"cmp"
	"fmt"
	"strings"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// decode returns the text of a style sheet by its bytes and its content type, as engines do (CSS Syntax 3, section 3.2).
// An error means that they do not use it.
//
// Engines take content without a type, or with a malformed one, for CSS, as measured. One of them also uses data: addresses
// of other types.
func decode(content []byte, contentType string) (string, error) {
	mediaType, parameters, _ := strings.Cut(contentType, ";")
	mediaType = strings.ToLower(strings.TrimSpace(mediaType))
	if strings.Contains(mediaType, "/") && mediaType != "text/css" && mediaType != "application/x-unknown-content-type" {
		return "", fmt.Errorf("read a style sheet: its type %.80q is not text/css", mediaType)
	}
	encoding, _ := charset.Lookup(cmp.Or(charsetOf(parameters), charsetRule(content)))
	if encoding == nil {
		encoding = unicode.UTF8
	}
	// A byte order mark counts more than any name.
	text, _, err := transform.Bytes(unicode.BOMOverride(encoding.NewDecoder()), content)
	if err != nil {
		return "", fmt.Errorf("read a style sheet: %w", err)
	}
	return string(text), nil
}

// charsetOf returns the charset among the parameters of a content type, which may be malformed.
func charsetOf(parameters string) string {
	for parameter := range strings.SplitSeq(parameters, ";") {
		if name, value, _ := strings.Cut(parameter, "="); strings.EqualFold(strings.TrimSpace(name), "charset") {
			return strings.Trim(value, " \t\"")
		}
	}
	return ""
}

// charsetRule returns the charset that an @charset rule at the very beginning names.
func charsetRule(content []byte) string {
	const longest = 100
	rest, found := strings.CutPrefix(string(content[:min(len(content), longest)]), `@charset "`)
	label, _, ends := strings.Cut(rest, `";`)
	if !found || !ends || strings.HasPrefix(strings.ToLower(label), "utf-16") {
		return ""
	}
	return label
}
