package chrome

import (
	"bytes"
	"strconv"

	"platen/domain"
)

// mediaBox is how Chrome writes the size of a page, on a line of its own. The document's own text, such as its title, cannot
// contain it: Chrome writes the line breaks of strings as escapes, and compresses content.
var mediaBox = []byte("\n/MediaBox [0 0 ")

// checkPageSizes refuses a PDF with a page that is too large, since Chrome itself has no limit. Only the PDF tells which
// of the document's page rules applied.
func checkPageSizes(pdf []byte) error {
	for {
		at := bytes.Index(pdf, mediaBox)
		if at < 0 {
			return nil
		}
		pdf = pdf[at+len(mediaBox):]
		box, _, _ := bytes.Cut(pdf, []byte("]"))
		for side := range bytes.FieldsSeq(box) {
			if points, err := strconv.ParseFloat(string(side), 64); err == nil && points > domain.MaxPageSide.Points()+1 {
				return domain.Invalidf("a page of the document has a side of %.0f mm; a PDF page can have %.0f mm: change the @page size",
					(domain.Length(points * float64(domain.Point))).Millimetres(), domain.MaxPageSide.Millimetres())
			}
		}
	}
}
