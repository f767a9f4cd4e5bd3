package pdfcheck

import (
	"encoding/json"
	"fmt"
	"strings"
)

// objects are the objects of a file as qpdf writes them in JSON: references as "3 0 R", names as "/Link".
type objects struct {
	Pages []struct {
		Object string `json:"object"`
	} `json:"pages"`
	Outlines []bookmark       `json:"outlines"`
	QPDF     []map[string]any `json:"qpdf"` // the header, and the objects by "obj:3 0 R"
}

type bookmark struct {
	Title string     `json:"title"`
	Kids  []bookmark `json:"kids"`
}

// objects reads the file with qpdf.
func (f *File) objects() (*objects, error) {
	if f.read != nil {
		return f.read, nil
	}
	out, err := f.run("qpdf --warning-exit-0 --json=2 --json-key=pages --json-key=outlines --json-key=qpdf PDF")
	if err != nil {
		return nil, err
	}
	read := new(objects)
	if err := json.Unmarshal(out, read); err != nil || len(read.QPDF) != 2 {
		return nil, fmt.Errorf("read qpdf's JSON: %w", err)
	}
	f.read = read
	return read, nil
}

// page returns the dictionary of a page, counted from 1, with the size that it inherits.
func (o *objects) page(number int) (map[string]any, error) {
	if number < 1 || number > len(o.Pages) {
		return nil, fmt.Errorf("there is no page %d to read", number)
	}
	page := o.dict(o.Pages[number-1].Object)
	for up := page; page["/MediaBox"] == nil && len(up) > 0; up = o.dict(up["/Parent"]) {
		page["/MediaBox"] = up["/MediaBox"]
	}
	return page, nil
}

// value resolves a reference.
func (o *objects) value(v any) any {
	if ref, ok := v.(string); ok && strings.HasSuffix(ref, " R") {
		object, _ := o.QPDF[1]["obj:"+ref].(map[string]any)
		return object["value"]
	}
	return v
}

func (o *objects) dict(v any) map[string]any {
	d, _ := o.value(v).(map[string]any)
	return d
}

func (o *objects) array(v any) []any {
	a, _ := o.value(v).([]any)
	return a
}

// numbers returns the elements of an array, 0 for those that are no numbers; always four.
func (o *objects) numbers(v any) (n [4]float64) {
	for i, element := range o.array(v) {
		if i < len(n) {
			n[i], _ = o.value(element).(float64)
		}
	}
	return n
}

// text returns a string, which qpdf writes as UTF-8 or in hexadecimal; "" for other values.
func (o *objects) text(v any) string {
	s, _ := o.value(v).(string)
	if text, ok := strings.CutPrefix(s, "u:"); ok {
		return text
	}
	var b []byte
	_, _ = fmt.Sscanf(strings.TrimPrefix(s, "b:"), "%x", &b)
	return string(b)
}
