package pagecss_test

import (
	"context"
	"fmt"

	"platen/domain"
	"platen/domain/pagecss"
	"platen/domain/stylesheet"
)

// A header of 20 mm needs a larger margin than the default, but a smaller one than the author gives the first page.
func ExampleGeometry_ReserveMargins() {
	sheets := []stylesheet.Sheet{{Text: "@page { size: A5 } @page :first { margin-top: 60mm }"}}
	geometry, err := pagecss.NewGeometry(context.Background(), pagecss.Styles{Sheets: sheets}, domain.A4, domain.UniformMargins(10*domain.Millimetre))
	if err != nil {
		panic(err)
	}
	fmt.Println(geometry.Default().Size.Width)

	reserve := pagecss.MarginReserve{Header: 20 * domain.Millimetre, Edge: 5 * domain.Millimetre, Gap: 3 * domain.Millimetre}
	css, margins, err := geometry.ReserveMargins(context.Background(), reserve)
	fmt.Println(css, err)
	fmt.Println(margins.Top, margins.Bottom)
	// Output:
	// 148mm
	// @page :first{margin-top:170.079pt!important}@page{margin-top:79.370pt!important} <nil>
	// 28mm 10mm
}
