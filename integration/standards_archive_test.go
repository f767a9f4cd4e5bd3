package integration_test

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// archived are the rules of PDF/A-2b and 3b.
var archived = []rule{
	{"6.1.2", "the header is a line of its own, before one of bytes", func(d *standardFile) error {
		if !regexp.MustCompile(`^%PDF-1\.[0-7]\r?\n%[^\x00-\x7f]{4}`).Match(d.content) { // what is no UTF-8 matches byte by byte
			return fmt.Errorf("the file begins with %q", d.content[:min(len(d.content), 20)])
		}
		return nil
	}},
	{"6.1.3", "the trailer has an ID and no Encrypt, and nothing follows the file", func(d *standardFile) error {
		switch {
		case len(d.Array(d.trailer["/ID"])) != 2:
			return fmt.Errorf("there is no ID")
		case d.trailer["/Encrypt"] != nil:
			return fmt.Errorf("it is encrypted")
		case !bytes.HasSuffix(bytes.TrimRight(d.content, "\r\n"), []byte("%%EOF")):
			return fmt.Errorf("data follows the end")
		}
		return nil
	}},
	{"6.1.7", "streams are in the file, and not in LZW", streamsInside},
	{"6.1.13", "q is nested at most 28 deep", nestedStates},
	{"6.2.3", "an output intent has a profile", func(d *standardFile) error {
		if profile := d.outputProfile(); len(profile) < 128 || string(profile[36:40]) != "acsp" {
			return fmt.Errorf("there is none")
		}
		return nil
	}},
	{"6.2.4.3", "device colours are those of the output intent", deviceColours},
	{"6.2.5", "graphics states have no transfer function and no halftone", never(func(d *standardFile, dict map[string]any) bool {
		isState := d.Name(dict["/Type"]) == "ExtGState"
		return isState && (dict["/TR"] != nil || dict["/TR2"] != nil && d.Name(dict["/TR2"]) != "Default" || dict["/HTP"] != nil)
	})},
	{"6.2.8", "images are not interpolated and have no alternates", never(func(d *standardFile, dict map[string]any) bool {
		return d.Name(dict["/Subtype"]) == "Image" && (dict["/Interpolate"] == true || dict["/Alternates"] != nil || dict["/OPI"] != nil)
	})},
	{"6.2.9", "there is no PostScript and no content of other files", never(func(d *standardFile, dict map[string]any) bool {
		return d.Name(dict["/Subtype"]) == "PS" || d.Name(dict["/Subtype"]) == "Form" && (dict["/PS"] != nil || dict["/Ref"] != nil || dict["/OPI"] != nil)
	})},
	{"6.2.11.3.2", "CID fonts map their characters to glyphs", fonts(cidMap)},
	{"6.2.11.4.1", "fonts are embedded", fonts(embedded)},
	{"6.3.2", "annotations are printed and not hidden", annotations(func(_ *standardFile, _, annotation map[string]any) error {
		flags, _ := annotation["/F"].(float64)
		if int(flags)&(1|2|4|32|256) != 4 {
			return fmt.Errorf("its flags are %v", annotation["/F"])
		}
		return nil
	})},
	{"6.3.3", "annotations that are no links have an appearance", annotations(func(d *standardFile, _, annotation map[string]any) error {
		if d.Name(annotation["/Subtype"]) != "Link" && annotation["/AP"] == nil {
			return fmt.Errorf("it has none")
		}
		return nil
	})},
	{"6.4.1", "no form is filled by its viewer", func(d *standardFile) error {
		form := d.Dict(d.catalog["/AcroForm"])
		if form["/NeedAppearances"] == true || form["/XFA"] != nil {
			return fmt.Errorf("there is one")
		}
		return nil
	}},
	{"6.5.1", "actions are links", never(func(d *standardFile, dict map[string]any) bool {
		isAction := dict["/JS"] != nil || d.Name(dict["/Type"]) == "Action"
		return isAction && !slices.Contains([]string{"GoTo", "GoToR", "GoToE", "Thread", "URI", "Named", "SubmitForm"}, d.Name(dict["/S"]))
	})},
	{"6.5.2", "nothing is done by itself", never(func(_ *standardFile, dict map[string]any) bool { return dict["/AA"] != nil })},
	{"6.6.2.1", "the catalog has metadata", func(d *standardFile) error {
		if d.Stream(d.catalog["/Metadata"]) == nil {
			return fmt.Errorf("there are none")
		}
		return nil
	}},
	{"6.8", "there is no file inside that is no PDF/A", never(func(_ *standardFile, dict map[string]any) bool { return dict["/EF"] != nil })},
}

// streamsInside looks at the streams as they are in the file.
func streamsInside(d *standardFile) error {
	for _, ref := range d.Refs() {
		dict := d.Dict(ref)
		if d.Stream(ref) != nil && (dict["/F"] != nil || strings.Contains(fmt.Sprint(d.Value(dict["/Filter"])), "LZW")) {
			return fmt.Errorf("%s is not", ref)
		}
	}
	return nil
}

// never checks that no dictionary has a property.
func never(has func(*standardFile, map[string]any) bool) func(*standardFile) error {
	return func(d *standardFile) error {
		for _, at := range d.Dicts() {
			if has(d, at.Dict) {
				return fmt.Errorf("object %s has", at.Ref)
			}
		}
		return nil
	}
}

// outputProfile is the ICC profile of the output intent of PDF/A.
func (d *standardFile) outputProfile() []byte {
	for _, intent := range d.Array(d.catalog["/OutputIntents"]) {
		if dict := d.Dict(intent); d.Name(dict["/S"]) == "GTS_PDFA1" {
			return d.Stream(dict["/DestOutputProfile"])
		}
	}
	return nil
}

// deviceColours checks that colours are of the profile's space, or grey.
func deviceColours(d *standardFile) error {
	profile := d.outputProfile()
	if len(profile) < 20 {
		return fmt.Errorf("there is no profile")
	}
	spaces := map[string]string{"RGB": "DeviceRGB", "CMYK": "DeviceCMYK", "GRAY": "DeviceGray"}
	allowed := spaces[strings.TrimSpace(string(profile[16:20]))] + " DeviceGray"
	for _, at := range d.Dicts() {
		if space := d.Name(at.Dict["/ColorSpace"]); strings.HasPrefix(space, "Device") && !among(space, allowed) {
			return fmt.Errorf("object %s is of %s", at.Ref, space)
		}
	}
	setting := map[string]string{"rg": "DeviceRGB", "RG": "DeviceRGB", "k": "DeviceCMYK", "K": "DeviceCMYK"}
	for ref, all := range d.streams() {
		for _, op := range all {
			if space := setting[op.name]; space != "" && !among(space, allowed) {
				return fmt.Errorf("object %s: %s sets a colour of %s", ref, op.name, space)
			}
		}
	}
	return nil
}

func nestedStates(d *standardFile) error {
	for ref, all := range d.streams() {
		depth := 0
		for _, op := range all {
			switch op.name {
			case "q":
				depth++
			case "Q":
				depth--
			}
			if depth > 28 {
				return fmt.Errorf("object %s nests deeper", ref)
			}
		}
	}
	return nil
}

// streams are the operators of each page and form.
func (d *standardFile) streams() map[string][]operator {
	if d.drawing != nil {
		return d.drawing
	}
	d.drawing = map[string][]operator{}
	for _, page := range d.Pages {
		d.drawing[page.Object] = operators(d.contents(d.Dict(page.Object)))
	}
	for _, ref := range d.Refs() {
		if d.Name(d.Dict(ref)["/Subtype"]) == "Form" {
			d.drawing[ref] = operators(d.Stream(ref))
		}
	}
	return d.drawing
}
