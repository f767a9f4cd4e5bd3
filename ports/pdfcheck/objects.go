package pdfcheck

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"fmt"
	"io"
	"slices"
	"strings"
)

// objects are the objects of a file as qpdf writes them in JSON: references as "3 0 R", names as "/Link", streams as they are in the file.
type objects struct {
	Pages    []pageObject     `json:"pages"`
	Outlines []bookmark       `json:"outlines"`
	QPDF     []map[string]any `json:"qpdf"` // the header, and the objects by "obj:3 0 R"

	all []owned // once they have been collected
}

type pageObject struct {
	Object string `json:"object"`
}

type bookmark struct {
	Title string     `json:"title"`
	Kids  []bookmark `json:"kids"`
}

// page returns the dictionary of a page, counted from 1, with what it inherits.
func (o *objects) page(number int) (map[string]any, error) {
	if number < 1 || number > len(o.Pages) {
		return nil, fmt.Errorf("there is no page %d to read", number)
	}
	page := o.dict(o.Pages[number-1].Object)
	for _, key := range []string{"/MediaBox", "/Resources"} {
		for up := page; page[key] == nil && len(up) > 0; up = o.dict(up["/Parent"]) {
			page[key] = up[key]
		}
	}
	return page, nil
}

// entry returns what qpdf says of an object; nil: v is no reference.
func (o *objects) entry(v any) map[string]any {
	ref, _ := v.(string)
	entry, _ := o.QPDF[1]["obj:"+ref].(map[string]any)
	return entry
}

// value resolves a reference.
func (o *objects) value(v any) any {
	if ref, ok := v.(string); ok && strings.HasSuffix(ref, " R") {
		return o.entry(ref)["value"]
	}
	return v
}

// dict returns a dictionary, or that of a stream.
func (o *objects) dict(v any) map[string]any {
	if stream, _ := o.entry(v)["stream"].(map[string]any); stream != nil {
		v = stream["dict"]
	}
	d, _ := o.value(v).(map[string]any)
	return d
}

func (o *objects) array(v any) []any {
	a, _ := o.value(v).([]any)
	return a
}

// list returns the elements of an array, or a value that stands for an array of one.
func (o *objects) list(v any) []any {
	if a, is := o.value(v).([]any); is {
		return a
	}
	return []any{v}
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

func (o *objects) name(v any) string {
	name, _ := o.value(v).(string)
	return strings.TrimPrefix(name, "/")
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

// stream returns the data of a stream, decoded if it is in Flate; nil: it is none.
func (o *objects) stream(v any) []byte {
	stream, is := o.entry(v)["stream"].(map[string]any)
	if !is {
		return nil
	}
	text, _ := stream["data"].(string)
	data, _ := base64.StdEncoding.DecodeString(text)
	if filters := o.list(o.dict(v)["/Filter"]); o.name(filters[0]) == "FlateDecode" {
		if reader, err := zlib.NewReader(bytes.NewReader(data)); err == nil {
			data, _ = io.ReadAll(reader)
		}
	}
	return data
}

// refs are the references of all objects, sorted.
func (o *objects) refs() (all []string) {
	for name := range o.QPDF[1] {
		if ref, is := strings.CutPrefix(name, "obj:"); is {
			all = append(all, ref)
		}
	}
	slices.Sort(all)
	return all
}

// owned is a dictionary with the reference of the object that it is in.
type owned struct {
	ref  string
	dict map[string]any
}

// dicts are all dictionaries, those of streams and those written inside others included.
func (o *objects) dicts() []owned {
	if o.all == nil {
		for _, ref := range o.refs() {
			o.collect(ref, o.entry(ref))
		}
	}
	return o.all
}

func (o *objects) collect(ref string, v any) {
	switch v := v.(type) {
	case map[string]any:
		o.all = append(o.all, owned{ref, v})
		for _, inner := range v {
			o.collect(ref, inner)
		}
	case []any:
		for _, inner := range v {
			o.collect(ref, inner)
		}
	}
}
