package pdfcheck

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Objects are the objects of a file as qpdf writes them in JSON: references as "3 0 R", names as "/Link", streams as they are in the file.
type Objects struct {
	Pages    []pageObject     `json:"pages"`
	Outlines []bookmark       `json:"outlines"`
	QPDF     []map[string]any `json:"qpdf"` // the header, and the objects by "obj:3 0 R"

	all []Owned // once they have been collected
}

type pageObject struct {
	Object string `json:"object"`
}

// Objects reads the file with qpdf, once.
func (f *File) Objects() (*Objects, error) {
	if f.objects != nil {
		return f.objects, nil
	}
	out, err := f.run("qpdf --warning-exit-0 --json=2 --json-key=pages --json-key=outlines --json-key=qpdf" +
		" --json-stream-data=inline --decode-level=none PDF")
	if err != nil {
		return nil, err
	}
	o := new(Objects)
	if err := json.Unmarshal(out, o); err != nil || len(o.QPDF) != 2 {
		return nil, fmt.Errorf("read qpdf's JSON: %w", err)
	}
	f.objects = o
	return o, nil
}

// Trailer is the file's trailer.
func (o *Objects) Trailer() map[string]any {
	entry, _ := o.QPDF[1]["trailer"].(map[string]any)
	trailer, _ := entry["value"].(map[string]any)
	return trailer
}

type bookmark struct {
	Title string     `json:"title"`
	Kids  []bookmark `json:"kids"`
}

// Page returns the dictionary of a page, counted from 1, with what it inherits.
func (o *Objects) Page(number int) (map[string]any, error) {
	if number < 1 || number > len(o.Pages) {
		return nil, fmt.Errorf("there is no page %d to read", number)
	}
	page := o.Dict(o.Pages[number-1].Object)
	for _, key := range []string{"/MediaBox", "/Resources"} {
		for up := page; page[key] == nil && len(up) > 0; up = o.Dict(up["/Parent"]) {
			page[key] = up[key]
		}
	}
	return page, nil
}

// entry returns what qpdf says of an object; nil: v is no reference.
func (o *Objects) entry(v any) map[string]any {
	ref, _ := v.(string)
	entry, _ := o.QPDF[1]["obj:"+ref].(map[string]any)
	return entry
}

// Value resolves a reference.
func (o *Objects) Value(v any) any {
	if ref, ok := v.(string); ok && strings.HasSuffix(ref, " R") {
		return o.entry(ref)["value"]
	}
	return v
}

// Dict returns a dictionary, or that of a stream.
func (o *Objects) Dict(v any) map[string]any {
	if stream, _ := o.entry(v)["stream"].(map[string]any); stream != nil {
		v = stream["dict"]
	}
	d, _ := o.Value(v).(map[string]any)
	return d
}

// Array returns an array; nil for other values.
func (o *Objects) Array(v any) []any {
	a, _ := o.Value(v).([]any)
	return a
}

// List returns the elements of an array, or a value that stands for an array of one.
func (o *Objects) List(v any) []any {
	if a, is := o.Value(v).([]any); is {
		return a
	}
	return []any{v}
}

// numbers returns the elements of an array, 0 for those that are no numbers; always four.
func (o *Objects) numbers(v any) (n [4]float64) {
	for i, element := range o.Array(v) {
		if i < len(n) {
			n[i], _ = o.Value(element).(float64)
		}
	}
	return n
}

// Name returns a name without its slash; "" for other values.
func (o *Objects) Name(v any) string {
	name, _ := o.Value(v).(string)
	return strings.TrimPrefix(name, "/")
}

// Text returns a string, which qpdf writes as UTF-8 or in hexadecimal; "" for other values.
func (o *Objects) Text(v any) string {
	s, _ := o.Value(v).(string)
	if text, ok := strings.CutPrefix(s, "u:"); ok {
		return text
	}
	var b []byte
	_, _ = fmt.Sscanf(strings.TrimPrefix(s, "b:"), "%x", &b)
	return string(b)
}

// Stream returns the data of a stream, decoded if it is in Flate; nil: it is none.
func (o *Objects) Stream(v any) []byte {
	stream, is := o.entry(v)["stream"].(map[string]any)
	if !is {
		return nil
	}
	text, _ := stream["data"].(string)
	data, _ := base64.StdEncoding.DecodeString(text)
	if filters := o.List(o.Dict(v)["/Filter"]); o.Name(filters[0]) == "FlateDecode" {
		if reader, err := zlib.NewReader(bytes.NewReader(data)); err == nil {
			data, _ = io.ReadAll(reader)
		}
	}
	return data
}

// Refs are the references of all objects, sorted.
func (o *Objects) Refs() (all []string) {
	for name := range o.QPDF[1] {
		if ref, is := strings.CutPrefix(name, "obj:"); is {
			all = append(all, ref)
		}
	}
	slices.Sort(all)
	return all
}

// Owned is a dictionary with the reference of the object that it is in.
type Owned struct {
	Ref  string
	Dict map[string]any
}

// Dicts are all dictionaries, those of streams and those written inside others included.
func (o *Objects) Dicts() []Owned {
	if o.all == nil {
		for _, ref := range o.Refs() {
			o.collect(ref, o.entry(ref))
		}
	}
	return o.all
}

func (o *Objects) collect(ref string, v any) {
	switch v := v.(type) {
	case map[string]any:
		o.all = append(o.all, Owned{ref, v})
		for _, inner := range v {
			o.collect(ref, inner)
		}
	case []any:
		for _, inner := range v {
			o.collect(ref, inner)
		}
	}
}
