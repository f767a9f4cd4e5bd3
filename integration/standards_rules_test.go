package integration_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/ports/pdfcheck"
	"platen/ports/pdfcheck/sample"
)

// rule is a condition of a standard that a program can check and that a PDF made of HTML could break.
type rule struct {
	// clause is the clause of the standard, ISO 14289-1 or ISO 19005-2; for the former with the failure conditions of the Matterhorn protocol
	// 1.1 that it covers, as in "7.3 (13-004)".
	clause string
	// name says what must be so.
	name  string
	check func(*standardFile) error
}

// rules returns the rules of a standard. A3B has those of A2B.
func rules(standard domain.Standard) []rule {
	claimed := func(d *standardFile) error {
		if !d.claims(standard) {
			return fmt.Errorf("they do not")
		}
		return nil
	}
	if standard == domain.UA1 {
		return append([]rule{{"5 (06-002)", "the metadata name PDF/UA-1", claimed}}, accessible...)
	}
	return append([]rule{{"6.6.4", "the metadata name the part and the level", claimed}}, archived...)
}

// claims reports whether the metadata claim a standard.
func (d *standardFile) claims(standard domain.Standard) bool {
	archive := d.xmp["pdfaid:part"] + d.xmp["pdfaid:conformance"] // as in 2B
	return standard == domain.Standard("ua-"+d.xmp["pdfuaid:part"]) || strings.ToUpper(string(standard)) == "A-"+archive
}

// keepsStandards checks that a PDF keeps the rules of standards, and claims them. It is no full check, which veraPDF is ("make standards").
func keepsStandards(standards ...domain.Standard) pdfcheck.Check {
	return ofStandardFile(func(d *standardFile) error {
		var broken []error
		for _, standard := range standards {
			for _, rule := range rules(standard) {
				if err := rule.check(d); err != nil {
					broken = append(broken, fmt.Errorf("%s, %s: %s: %w", standard, rule.clause, rule.name, err))
				}
			}
		}
		return errors.Join(broken...)
	})
}

// claimsStandards checks that the metadata of a PDF claim these standards and no other.
func claimsStandards(standards ...domain.Standard) pdfcheck.Check {
	return ofStandardFile(func(d *standardFile) error {
		for _, standard := range []domain.Standard{domain.UA1, domain.A2B, domain.A3B} {
			if claimed, want := d.claims(standard), slices.Contains(standards, standard); claimed != want {
				return fmt.Errorf("the metadata claim %s: %t, want %t", standard, claimed, want)
			}
		}
		return nil
	})
}

// hasProperties checks properties of the metadata by their usual names, as in dc:title.
func hasProperties(want map[string]string) pdfcheck.Check {
	return ofStandardFile(func(d *standardFile) error {
		for name, value := range want {
			if d.xmp[name] != value {
				return fmt.Errorf("the metadata's %s is %q, want %q", name, d.xmp[name], value)
			}
		}
		return nil
	})
}

// rightFile are the objects of a PDF that keeps every rule of PDF/UA-1 and PDF/A-2b, as far as rules look.
func rightFile() []string {
	profile := strings.Repeat("\x00", 12) + "mntrRGB XYZ " + strings.Repeat("\x00", 12) + "acsp" + strings.Repeat("\x00", 100)
	xmp := `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">` +
		`<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" ` +
		`xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" pdfaid:part="2" pdfaid:conformance="B"><pdfuaid:part>1</pdfuaid:part>` +
		`<dc:title><rdf:Alt><rdf:li xml:lang="x-default">A title</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`
	content := "/Artifact BMC 0 0 1 rg 0 0 595 20 re f EMC /H1 <</MCID 0>> BDC BT /F1 12 Tf 72 700 Td (One \\) two) Tj ET EMC\n" +
		"/Figure <</MCID 1>> BDC /X1 Do EMC /Artifact <</Type /Pagination>> BDC /X2 Do EMC /TH /P1 BDC BT (x) Tj ET EMC % (\n"
	return []string{
		1: "<</Type /Catalog /Pages 2 0 R /Metadata 3 0 R /MarkInfo <</Marked true>> /Lang (en-GB) /ViewerPreferences <</DisplayDocTitle true>> " +
			"/StructTreeRoot 4 0 R /OutputIntents [<</S /GTS_PDFA1 /DestOutputProfile 5 0 R>>]>>",
		2: "<</Type /Pages /Count 1 /Kids [6 0 R]>>",
		3: sample.Stream("/Type /Metadata /Subtype /XML", xmp),
		4: "<</Type /StructTreeRoot /K 10 0 R /ParentTree 30 0 R /RoleMap <</Heading /H1>>>>",
		5: sample.Stream("/N 3", profile),
		6: "<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 7 0 R /StructParents 0 /Tabs /S /Annots [9 0 R] /Resources 8 0 R>>",
		7: sample.Stream("", content),
		8: "<</Font <</F1 20 0 R>> /XObject <</X1 23 0 R /X2 24 0 R>> /Properties <</P1 <</MCID 2>>>> /ExtGState <</G 25 0 R>>>>",
		9: "<</Type /Annot /Subtype /Link /Rect [0 0 9 9] /F 4 /Contents (A link) /StructParent 1 /A <</S /URI /URI (https://platen.example/)>>>>",

		10: "<</Type /StructElem /S /Document /P 4 0 R /K [11 0 R 12 0 R 13 0 R 14 0 R 19 0 R]>>",
		11: "<</Type /StructElem /S /Heading /P 10 0 R /Pg 6 0 R /K 0>>",
		12: "<</Type /StructElem /S /Figure /P 10 0 R /Pg 6 0 R /K 1 /Alt (A figure)>>",
		13: "<</Type /StructElem /S /Link /P 10 0 R /Pg 6 0 R /K [<</Type /OBJR /Obj 9 0 R>>]>>",
		14: "<</Type /StructElem /S /Table /P 10 0 R /K 15 0 R>>",
		15: "<</Type /StructElem /S /TR /P 14 0 R /K [16 0 R 17 0 R]>>",
		16: "<</Type /StructElem /S /TH /P 15 0 R /Pg 6 0 R /K 2 /A <</O /Table /Scope /Column>>>>",
		17: "<</Type /StructElem /S /TD /P 15 0 R /K 18 0 R>>",
		18: "<</Type /StructElem /S /H2 /P 17 0 R /Lang (de)>>",
		19: "<</Type /StructElem /S /Formula /P 10 0 R /ActualText (x = y)>>",

		20: "<</Type /Font /Subtype /Type0 /BaseFont /A /Encoding /Identity-H /DescendantFonts [21 0 R] /ToUnicode 26 0 R>>",
		21: "<</Type /Font /Subtype /CIDFontType2 /BaseFont /A /CIDToGIDMap /Identity /FontDescriptor 22 0 R>>",
		22: "<</Type /FontDescriptor /FontName /A /FontFile2 27 0 R>>",
		23: sample.Stream("/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceRGB", "abc"),
		24: sample.Stream("/Type /XObject /Subtype /Form /BBox [0 0 9 9]", "0 0 9 9 re f"),
		25: "<</Type /ExtGState /ca 1>>",
		26: sample.Stream("", "<0001> <0041>"),
		27: sample.Stream("", "x"),
		28: "<</Unused true>>",
		29: "<</Unused true>>",
		30: "<</Nums [0 [11 0 R 12 0 R 16 0 R] 1 13 0 R]>>",
	}[1:]
}

// trailerID are the entries of the trailer.
const trailerID = "/ID [<01> <02>]"

// TestStandardRules: a right PDF keeps all rules, and one that is made wrong for a rule breaks that one alone.
func TestStandardRules(t *testing.T) {
	every := []domain.Standard{domain.UA1, domain.A2B}
	require.NoError(t, keepsStandards(every...)(pdfcheck.Open(t, sample.File(trailerID, rightFile()...))))
	require.NoError(t, claimsStandards(every...)(pdfcheck.Open(t, sample.File(trailerID, rightFile()...))))
	seen := map[string]bool{}
	for _, tt := range []struct{ clause, from, to string }{
		{"5 (06-002)", "<pdfuaid:part>1</pdfuaid:part>", ""},
		{"6.2:", "/Marked true", "/Marked false"},
		{"7.1 (01-003", "EMC /H1 <</MCID 0>>", "EMC /H1 <</MCIX 0>>"},
		{"7.1 (01-003", "EMC /H1 <</MCID 0>> BDC", "/H1 <</MCID 0>> BDC EMC"},
		{"7.1 (01-003", "/X2 Do EMC", "EMC /X2 Do"},
		{"7.1 (02-001)", "/Heading /H1", "/Title /H1"},
		{"7.1 (02-001)", "/Heading /H1", "/Heading /H1 /TD /P"},
		{"7.1 (06-003)", "A title", " "},
		{"7.1 (07-001", "/DisplayDocTitle true", ""},
		{"7.1:", "/S /TR /P 14 0 R", "/S /TR /P 13 0 R"},
		{"7.2 (11-001", "/Lang (en-GB)", ""},
		{"7.2 (11-001", "/Lang (de)", "/Lang (german language)"},
		{"7.2 (09-004", "/S /TR", "/S /Sect"},
		{"7.2 (09-004", "/S /Table", "/S /L"},
		{"7.2 (09-004), 7.5", "/Scope /Column", "/Scope /Column /RowSpan 2"},
		{"7.3 (13-004)", "/Alt (A figure)", "/Alt ()"},
		{"7.4.2", "/Heading /H1", "/Heading /H2"},
		{"7.4.2", "/S /H2", "/S /H3"},
		{"7.5 (15-003)", "/Scope /Column", ""},
		{"7.7 (17-002)", "/ActualText (x = y)", ""},
		{"7.18.1 (28-004)", "/Contents (A link)", ""},
		{"7.18.3", "/Tabs /S", ""},
		{"7.18.5 (28-011)", "/StructParent 1", "/StructParent 0"},
		{"7.18.5 (28-011)", "/OBJR", "/MCR"},
		{"7.21.3.2", "/CIDToGIDMap /Identity", ""},
		{"7.21.4.1", "/FontFile2 27 0 R", ""},
		{"7.21.7", "/ToUnicode 26 0 R", ""},
		{"7.21.7", "<0001> <0041>", "<0001> <0000>"},

		{"a-2b, 6.6.4", `pdfaid:part="2"`, `pdfaid:part="3"`},
		{"a-2b, 6.1.2", "%PDF-1.4\n", "%PDF-1.4\r\r"},
		{"a-2b, 6.1.3", trailerID, ""},
		{"a-2b, 6.1.3", "%%EOF\n", "%%EOF\nmore"},
		{"a-2b, 6.1.7", "/Subtype /Form", "/Subtype /Form /F (file)"},
		{"a-2b, 6.1.13", "0 0 9 9 re f", strings.Repeat("q ", 29) + "f"},
		{"a-2b, 6.2.3", "/GTS_PDFA1", "/GTS_PDFX"},
		{"a-2b, 6.2.4.3", "0 0 1 rg", "0 0 0 1 k"},
		{"a-2b, 6.2.4.3", "/DeviceRGB", "/DeviceCMYK"},
		{"a-2b, 6.2.5", "/ca 1", "/TR /Identity"},
		{"a-2b, 6.2.8", "/BitsPerComponent 8", "/BitsPerComponent 8 /Interpolate true"},
		{"a-2b, 6.2.9", "/BBox [0 0 9 9]", "/BBox [0 0 9 9] /Ref <<>>"},
		{"a-2b, 6.2.11.3.2", "/CIDToGIDMap /Identity", ""},
		{"a-2b, 6.2.11.4.1", "/FontFile2 27 0 R", ""},
		{"a-2b, 6.3.2", "/F 4", "/F 6"},
		{"a-2b, 6.3.3", "/Subtype /Link", "/Subtype /Text"},
		{"a-2b, 6.4.1", "/Pages 2 0 R", "/Pages 2 0 R /AcroForm <</NeedAppearances true>>"},
		{"a-2b, 6.5.1", "<</Unused true>>", "<</Type /Action /S /Launch /F (x)>>"},
		{"a-2b, 6.5.1", "<</Unused true>>", "<</S /JavaScript /JS (x)>>"},
		{"a-2b, 6.5.2", "/Tabs /S", "/Tabs /S /AA <</O <</S /Named>>>>"},
		{"a-2b, 6.6.2.1", "/Metadata 3 0 R", ""},
		{"a-2b, 6.8", "<</Unused true>>", "<</Type /Filespec /EF <<>>>>"},
	} {
		t.Run(tt.clause+" "+tt.to, func(t *testing.T) {
			objects := rightFile()
			for i := range objects {
				objects[i] = strings.ReplaceAll(objects[i], tt.from, tt.to)
				if dict, content, isStream := strings.Cut(objects[i], "\nstream\n"); isStream && objects[i] != rightFile()[i] {
					_, entries, _ := strings.Cut(strings.TrimPrefix(dict, "<</Length "), " ")
					objects[i] = sample.Stream(strings.TrimSuffix(entries, ">>"), strings.TrimSuffix(content, "\nendstream"))
				}
			}
			file := strings.Replace(string(sample.File(strings.Replace(trailerID, tt.from, tt.to, 1), objects...)), tt.from, tt.to, 1)
			require.NotEqual(t, string(sample.File(trailerID, rightFile()...)), file)
			err := keepsStandards(every...)(pdfcheck.Open(t, []byte(file)))
			require.ErrorContains(t, err, tt.clause)
		})
		seen[tt.clause] = true
	}
	for _, standard := range every {
		for _, rule := range rules(standard) {
			tested := false
			for clause := range seen {
				full := string(standard) + ", " + rule.clause + ": "
				tested = tested || strings.Contains(full, clause)
			}
			require.True(t, tested, "no PDF breaks %s, %s", standard, rule.clause)
		}
	}
}

// TestStandardClaims: what is claimed and not wanted fails, and what is wanted and not claimed.
func TestStandardClaims(t *testing.T) {
	f := pdfcheck.Open(t, sample.File(trailerID, rightFile()...))
	require.ErrorContains(t, claimsStandards(domain.UA1)(f), "a-2b")
	require.ErrorContains(t, claimsStandards(domain.UA1, domain.A3B)(f), "a-")
	require.NoError(t, hasProperties(map[string]string{"dc:title": "A title"})(f))
	require.ErrorContains(t, hasProperties(map[string]string{"dc:title": "B"})(f), "A title")
	without := pdfcheck.Open(t, sample.Pages(sample.Page{}))
	require.NoError(t, claimsStandards()(without))
	require.Error(t, claimsStandards(domain.UA1)(without))
}
