package reader_test

import (
	"fmt"

	"platen/adapters/pdf/reader"
	"platen/ports/pdfcheck/sample"
)

func ExamplePDF() {
	pdf := sample.Pages(sample.Page{Links: []sample.Link{{Rect: [4]float64{72, 700, 144, 720}, URI: "https://platen.example/"}}})
	pages, err := reader.Reader{}.Pages(pdf)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, page := range pages {
		fmt.Printf("%.0f × %.0f mm\n", page.Size.Width.Millimetres(), page.Size.Height.Millimetres())
		for _, link := range page.Links {
			fmt.Printf("%s, %.0f points from the top\n", link.URI, link.Rect.Top.Points())
		}
	}
	// Output:
	// 210 × 297 mm
	// https://platen.example/, 122 points from the top
}
