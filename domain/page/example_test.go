package page_test

import (
	"context"
	"fmt"

	"platen/domain"
	"platen/domain/page"
	"platen/domain/stylesheet"
)

// A header of 20 mm needs a larger margin than the default, but a smaller one than the author gives the first page.
func ExampleLayout_Reserve() {
	sheets := []stylesheet.Sheet{{Text: "@page { size: A5 } @page :first { margin-top: 60mm }"}}
	rules, err := page.Read(context.Background(), sheets, nil, page.Page{
		Size: domain.A4, Margins: domain.UniformMargins(10 * domain.Millimetre),
		Steering: page.Steering{Edge: 5 * domain.Millimetre, Gap: 3 * domain.Millimetre},
	})
	if err != nil {
		panic(err)
	}
	layout, err := rules.ComputedLayout()
	if err != nil {
		panic(err)
	}
	reserved, err := layout.Reserve(page.MarginReserve{Header: 20 * domain.Millimetre}.Everywhere())
	fmt.Println(layout.Default().Size.Width, err)
	fmt.Println(reserved.Page(1).Margins.Top, reserved.Page(2).Margins.Top)
	fmt.Println(reserved.MarginCSS(layout))
	// Output:
	// 148mm <nil>
	// 60mm 28mm
	// @layer{@page :first{margin-top:28.5714%!important;margin-bottom:4.7619%!important;}@page :left{margin-top:13.3333%!important;margin-bottom:4.7619%!important;}@page :right{margin-top:13.3333%!important;margin-bottom:4.7619%!important;}}
}
