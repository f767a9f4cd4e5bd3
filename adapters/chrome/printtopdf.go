package chrome

import (
	"errors"
	"fmt"

	"platen/adapters/internal/pdfdate"
	"platen/domain"
)

// printParams are the parameters of Page.printToPDF. rod's type omits generateTaggedPDF if it is false, and the browser's default is
// true.
type printParams struct {
	PrintBackground         bool    `json:"printBackground"`
	PreferCSSPageSize       bool    `json:"preferCSSPageSize"`
	GenerateTaggedPDF       bool    `json:"generateTaggedPDF"`
	GenerateDocumentOutline bool    `json:"generateDocumentOutline"`
	PaperWidth              float64 `json:"paperWidth"` // this and the following in inches
	PaperHeight             float64 `json:"paperHeight"`
	MarginTop               float64 `json:"marginTop"`
	MarginRight             float64 `json:"marginRight"`
	MarginBottom            float64 `json:"marginBottom"`
	MarginLeft              float64 `json:"marginLeft"`
}

// printToPDF prints the page's document. It gets the PDF in one answer, since a stream is slower. A tagged PDF has bookmarks too:
// Chrome makes both from its accessibility tree, and makes no bookmarks without tags.
func printToPDF(page session, job domain.PrintJob, cfg Config) ([]byte, error) {
	tagged := cfg.Tagged && !job.Untagged
	content, err := page.conn.callBinary(page.ctx, string(page.id), "Page.printToPDF", printParams{
		PrintBackground:         true,
		PreferCSSPageSize:       true,
		GenerateTaggedPDF:       tagged,
		GenerateDocumentOutline: tagged,
		PaperWidth:              job.Paper.Width.Inches(),
		PaperHeight:             job.Paper.Height.Inches(),
		MarginTop:               job.Margins.Top.Inches(),
		MarginRight:             job.Margins.Right.Inches(),
		MarginBottom:            job.Margins.Bottom.Inches(),
		MarginLeft:              job.Margins.Left.Inches(),
	}, int(cfg.MaxPDF))
	if errors.Is(err, errTooLarge) {
		return nil, domain.PDFTooLarge(cfg.MaxPDF)
	}
	if err != nil {
		return nil, fmt.Errorf("print: %w", err)
	}
	removeLinks(content)
	if cfg.Reproducible {
		pdfdate.Fix(content)
		renumberNodes(content)
	}
	return content, nil
}
