package pdfcheck

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"platen/domain"
)

// identified is the rule of PDF/A that differs between its parts.
func identified(standard domain.Standard) Rule {
	part := map[domain.Standard]string{domain.A2B: "2", domain.A3B: "3"}[standard]
	return Rule{"6.6.4", "the metadata name the part and the level", func(d *decoded) error {
		return equal(d.xmp["pdfaid:part"]+d.xmp["pdfaid:conformance"], part+"B")
	}}
}

// archived are the rules of PDF/A-2b and 3b.
var archived = []Rule{
	{"6.1.2", "the header is a line of its own, before one of bytes", func(d *decoded) error {
		if !regexp.MustCompile(`^%PDF-1\.[0-7]\r?\n%[\x80-\xff]{4}`).MatchString(latin1(d.file[:min(len(d.file), 32)])) {
			return fmt.Errorf("the file begins with %q", d.file[:min(len(d.file), 20)])
		}
		return nil
	}},
	{"6.1.3", "the trailer has an ID and no Encrypt, and nothing follows the file", func(d *decoded) error {
		switch {
		case len(d.array(d.trailer["/ID"])) != 2:
			return fmt.Errorf("there is no ID")
		case d.trailer["/Encrypt"] != nil:
			return fmt.Errorf("it is encrypted")
		case !bytes.HasSuffix(bytes.TrimRight(d.file, "\r\n"), []byte("%%EOF")):
			return fmt.Errorf("data follows the end")
		}
		return nil
	}},
	{"6.1.7", "streams are in the file, and not in LZW", streamsInside},
	{"6.1.13", "q is nested at most 28 deep", nestedStates},
	{"6.2.3", "an output intent has a profile", func(d *decoded) error {
		if profile := d.outputProfile(); len(profile) < 128 || string(profile[36:40]) != "acsp" {
			return fmt.Errorf("there is none")
		}
		return nil
	}},
	{"6.2.4.3", "device colours are those of the output intent", deviceColours},
	{"6.2.5", "graphics states have no transfer function and no halftone", never(func(d *decoded, dict map[string]any) bool {
		isState := d.name(dict["/Type"]) == "ExtGState"
		return isState && (dict["/TR"] != nil || dict["/TR2"] != nil && d.name(dict["/TR2"]) != "Default" || dict["/HTP"] != nil)
	})},
	{"6.2.8", "images are not interpolated and have no alternates", never(func(d *decoded, dict map[string]any) bool {
		return d.name(dict["/Subtype"]) == "Image" && (dict["/Interpolate"] == true || dict["/Alternates"] != nil || dict["/OPI"] != nil)
	})},
	{"6.2.9", "there is no PostScript and no content of other files", never(func(d *decoded, dict map[string]any) bool {
		return d.name(dict["/Subtype"]) == "PS" || d.name(dict["/Subtype"]) == "Form" && (dict["/PS"] != nil || dict["/Ref"] != nil || dict["/OPI"] != nil)
	})},
	{"6.2.11.3.2", "CID fonts map their characters to glyphs", fonts(cidMap)},
	{"6.2.11.4.1", "fonts are embedded", fonts(embedded)},
	{"6.3.2", "annotations are printed and not hidden", annotations(func(_ *decoded, _, annotation map[string]any) error {
		flags, _ := annotation["/F"].(float64)
		if int(flags)&(1|2|4|32|256) != 4 {
			return fmt.Errorf("its flags are %v", annotation["/F"])
		}
		return nil
	})},
	{"6.3.3", "annotations that are no links have an appearance", annotations(func(d *decoded, _, annotation map[string]any) error {
		if d.name(annotation["/Subtype"]) != "Link" && annotation["/AP"] == nil {
			return fmt.Errorf("it has none")
		}
		return nil
	})},
	{"6.4.1", "no form is filled by its viewer", func(d *decoded) error {
		form := d.dict(d.catalog["/AcroForm"])
		if form["/NeedAppearances"] == true || form["/XFA"] != nil {
			return fmt.Errorf("there is one")
		}
		return nil
	}},
	{"6.5.1", "actions are links", never(func(d *decoded, dict map[string]any) bool {
		isAction := dict["/JS"] != nil || d.name(dict["/Type"]) == "Action"
		return isAction && !slices.Contains([]string{"GoTo", "GoToR", "GoToE", "Thread", "URI", "Named", "SubmitForm"}, d.name(dict["/S"]))
	})},
	{"6.5.2", "nothing is done by itself", never(func(_ *decoded, dict map[string]any) bool { return dict["/AA"] != nil })},
	{"6.6.2.1", "the catalog has metadata", func(d *decoded) error {
		if dict, _ := d.stream(d.catalog["/Metadata"]); dict == nil {
			return fmt.Errorf("there are none")
		}
		return nil
	}},
	{"6.8", "there is no file inside that is no PDF/A", never(func(_ *decoded, dict map[string]any) bool { return dict["/EF"] != nil })},
}

// streamsInside looks at the streams before they were decoded.
func streamsInside(d *decoded) error {
	for name, entry := range d.raw.QPDF[1] {
		object, _ := entry.(map[string]any)
		stream, _ := object["stream"].(map[string]any)
		dict, _ := stream["dict"].(map[string]any)
		if dict["/F"] != nil || strings.Contains(fmt.Sprint(d.raw.value(dict["/Filter"])), "LZW") {
			return fmt.Errorf("%s is not", name)
		}
	}
	return nil
}

// latin1 makes each byte a character.
func latin1(text []byte) string {
	runes := make([]rune, len(text))
	for i, c := range text {
		runes[i] = rune(c)
	}
	return string(runes)
}

// never checks that no dictionary has a property.
func never(has func(*decoded, map[string]any) bool) func(*decoded) error {
	return func(d *decoded) error {
		return d.all(func(ref string, dict map[string]any) error {
			if has(d, dict) {
				return fmt.Errorf("object %s has", ref)
			}
			return nil
		})
	}
}

// outputProfile is the ICC profile of the output intent of PDF/A.
func (d *decoded) outputProfile() []byte {
	for _, intent := range d.array(d.catalog["/OutputIntents"]) {
		if dict := d.dict(intent); d.name(dict["/S"]) == "GTS_PDFA1" {
			_, profile := d.stream(dict["/DestOutputProfile"])
			return profile
		}
	}
	return nil
}

// deviceColours checks that colours are of the profile's space, or grey.
func deviceColours(d *decoded) error {
	profile := d.outputProfile()
	if len(profile) < 20 {
		return fmt.Errorf("there is no profile")
	}
	spaces := map[string]string{"RGB": "DeviceRGB", "CMYK": "DeviceCMYK", "GRAY": "DeviceGray"}
	allowed := []string{spaces[strings.TrimSpace(string(profile[16:20]))], "DeviceGray"}
	err := d.all(func(ref string, dict map[string]any) error {
		space := d.name(dict["/ColorSpace"])
		if strings.HasPrefix(space, "Device") && !slices.Contains(allowed, space) {
			return fmt.Errorf("object %s is of %s", ref, space)
		}
		return nil
	})
	if err != nil {
		return err
	}
	setting := map[string]string{"rg": "DeviceRGB", "RG": "DeviceRGB", "k": "DeviceCMYK", "K": "DeviceCMYK"}
	return d.streams(func(ref string, op operator) error {
		if space := setting[op.name]; space != "" && !slices.Contains(allowed, space) {
			return fmt.Errorf("object %s: %s sets a colour of %s", ref, op.name, space)
		}
		return nil
	})
}

// streams calls a function for each operator of pages and forms.
func (d *decoded) streams(look func(ref string, op operator) error) error {
	each := func(ref string, content []byte) error {
		for _, op := range operators(content) {
			if err := look(ref, op); err != nil {
				return err
			}
		}
		return nil
	}
	for number := range d.Pages {
		page, err := d.page(number + 1)
		if err != nil {
			return err
		}
		if err := each(d.Pages[number].Object, d.contents(page)); err != nil {
			return err
		}
	}
	return d.all(func(ref string, dict map[string]any) error {
		if own, data := d.stream(ref); own != nil && d.name(own["/Subtype"]) == "Form" && fmt.Sprint(own) == fmt.Sprint(dict) {
			return each(ref, data)
		}
		return nil
	})
}

func nestedStates(d *decoded) error {
	at, depth := "", 0
	return d.streams(func(ref string, op operator) error {
		if ref != at {
			at, depth = ref, 0
		}
		switch op.name {
		case "q":
			depth++
		case "Q":
			depth--
		}
		if depth > 28 {
			return fmt.Errorf("object %s nests deeper", ref)
		}
		return nil
	})
}
