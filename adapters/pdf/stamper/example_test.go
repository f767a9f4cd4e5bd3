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

// This example draws a letterhead on every page of a document, 5 mm below the upper edge.
func ExamplePDF() {
	letterhead := sample.Pages(sample.Page{MediaBox: [4]float64{0, 0, 500, 40}, Content: sample.Text(0, 20, 12, "Company Ltd")})
	document := sample.Pages(sample.Page{}, sample.Page{})

	ctx := context.Background()
	stampable, err := stamper.PDF{}.Open(ctx, document)
	if err != nil {
		fmt.Println(err)
		return
	}
	var places []ports.Placement
	for i, size := range stampable.Pages() {
		places = append(places, ports.Placement{TargetPage: i + 1, SourcePage: 1, Region: domain.Rect{
			Left: 10 * domain.Millimetre, Top: 5 * domain.Millimetre,
			Right: size.Width - 10*domain.Millimetre, Bottom: 5*domain.Millimetre + 40,
		}})
	}
	stamped, err := stampable.Stamp(ctx, ports.Overlay{Content: letterhead, Placements: places})
	fmt.Println(len(places), bytes.HasPrefix(stamped, []byte("%PDF-")), err)
	// Output: 2 true <nil>
}
