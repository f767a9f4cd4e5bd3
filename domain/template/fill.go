package template

import (
	"fmt"
	"html"
	"strconv"
	"strings"

	"platen/domain"
)

// Fill returns the request with the placeholders of its HTML, HeaderHTML and FooterHTML replaced by their values, and without
// the Data. CSS holds no placeholders.
//
// A placeholder is {{, a name, and the next }}; if another {{ stands between them, the placeholder begins there. The name is
// the name of a member of the data, which may have dots, or a path into its objects and arrays, as in customer.name or
// items.0.price. Blanks around the name are ignored unless a member's name has them. A string is inserted as it is, null as
// nothing, and other values as compact JSON, spelt as the client spelt them. Inserted text is not scanned again.
//
// The time is linear in the data and the filled text. The error is an InvalidRequest: the filled text is larger than MaxSize,
// or values are missing and the setting is Error.
func (s Settings) Fill(r domain.Request) (domain.Request, error) {
	f := filling{settings: s, data: r.Data}
	for _, text := range []*string{&r.HTML, &r.HeaderHTML, &r.FooterHTML} {
		filled, err := f.fill(*text)
		if err != nil {
			return domain.Request{}, err
		}
		*text = filled
	}
	if len(f.missing) > 0 {
		return domain.Request{}, missingError(f.missing)
	}
	r.Data = domain.Data{}
	return r, nil
}

// filling is the state of one Fill.
type filling struct {
	settings Settings
	data     domain.Data
	// values are read from data at the first placeholder; nil before.
	values *values
	// size counts what was written, over all fields.
	size domain.ByteSize
	// missing are the names without a value in order of appearance, if that is an error; asked has the same.
	missing []string
	asked   map[string]bool
}

// fill returns the filled text. Each byte of the text is read by at most one search in each direction.
func (f *filling) fill(text string) (string, error) {
	if !strings.Contains(text, "{{") {
		return text, f.count(text)
	}
	var filled strings.Builder
	filled.Grow(len(text))
	put := func(s string) error {
		// The size is counted first, so that too large a result is refused before memory is allocated for it.
		if err := f.count(s); err != nil {
			return err
		}
		filled.WriteString(s)
		return nil
	}
	for {
		before, placeholder, after, found := cutPlaceholder(text)
		if err := put(before); err != nil {
			return "", err
		}
		if !found {
			return filled.String(), nil
		}
		if err := put(f.replace(placeholder)); err != nil {
			return "", err
		}
		text = after
	}
}

// count adds text to the size and returns an error if that is too large.
func (f *filling) count(text string) error {
	f.size += domain.ByteSize(len(text))
	if limit := f.settings.MaxSize; limit > 0 && f.size > limit {
		return domain.Invalidf("filled with its values, the document is larger than %s: use large values less often", limit)
	}
	return nil
}

// replace returns the text that replaces a placeholder.
func (f *filling) replace(placeholder string) string {
	if f.values == nil {
		f.values = newValues(f.data)
	}
	name := placeholder[len("{{") : len(placeholder)-len("}}")]
	value, found := f.values.find(name)
	switch {
	case found && f.settings.Escape == HTML:
		return html.EscapeString(value)
	case found:
		return value
	case f.settings.Missing == Empty:
		return ""
	case f.settings.Missing == Error:
		f.miss(strings.TrimSpace(name))
		return ""
	default:
		return placeholder
	}
}

// miss notes a name without a value.
func (f *filling) miss(name string) {
	if f.asked[name] {
		return
	}
	if f.asked == nil {
		f.asked = map[string]bool{}
	}
	f.asked[name] = true
	f.missing = append(f.missing, name)
}

// cutPlaceholder cuts text around its first placeholder; if there is none, before is the whole text. A }} that closes
// nothing, and the text before it, are in before.
func cutPlaceholder(text string) (before, placeholder, after string, found bool) {
	for from := 0; ; {
		closing := strings.Index(text[from:], "}}")
		if closing < 0 {
			return text, "", "", false
		}
		end := from + closing + len("}}")
		if opening := strings.LastIndex(text[from:from+closing], "{{"); opening >= 0 {
			return text[:from+opening], text[from+opening : end], text[end:], true
		}
		from = end
	}
}

// missingError names the names without a value, all of them: together they are no longer than the request was.
func missingError(names []string) error {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = strconv.Quote(name)
	}
	err := domain.Invalidf("these placeholders have no value in data: %s", strings.Join(quoted, ", "))
	err.LogMessage = fmt.Sprintf("%d placeholders have no value in data", len(names))
	return err
}
