package stamper_test

import (
	"bytes"
	"context"
	"fmt"

	"platen/adapters/pdf/stamper"
	"platen/domain"
	"platen/ports"
	"platen/ports/pdfcheck/sample"
)

// This example draws a letterhead on both pages of a document, 5 mm below the upper edge.
func ExamplePDF() {
	letterhead := sample.Pages(sample.Page{MediaBox: [4]float64{0, 0, 500, 40}, Content: sample.Text(0, 20, 12, "Company Ltd")})
	document := sample.Pages(sample.Page{}, sample.Page{})

	region := domain.Rect{Right: 500, Bottom: 40}.Move(10*domain.Millimetre, 5*domain.Millimetre)
	stamped, _, err := stamper.Stamper{}.Stamp(context.Background(), document, ports.StampChanges{Overlays: []ports.Overlay{{
		Content:    letterhead,
		Placements: []ports.Placement{{TargetPage: 1, SourcePage: 1, Region: region}, {TargetPage: 2, SourcePage: 1, Region: region}},
	}}})
	fmt.Println(bytes.HasPrefix(stamped, []byte("%PDF-")), err)
	// Output: true <nil>
}
