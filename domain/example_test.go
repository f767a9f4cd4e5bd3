package domain_test

import (
	"fmt"

	"platen/domain"
)

// The css of a request stands after the author's own styles; page rules tell the paper.
func ExampleAssemble() {
	sheet := domain.Assemble("<style>p{color:red}@page{size:A5}</style><p>Hello", "p{color:blue}",
		domain.A4, domain.Even(10*domain.Millimetre))
	fmt.Println(sheet.HTML)
	fmt.Println(sheet.Paper.Width, "by", sheet.Paper.Height, "margin", sheet.Margins.Top)
	// Output:
	// <style>p{color:red}@page{size:A5}</style><style>p{color:blue}</style><p>Hello
	// 148mm by 210mm margin 10mm
}

// A header of 20 mm needs more room than the margins give, but less than the author gives the first page.
func ExampleMarginReserve_ReserveMargins() {
	document := domain.NewAssembly("<style>@page :first{margin-top:60mm}</style><p>Hello", "")
	paper, margins := domain.EffectivePage(document.Rules(), domain.A4, domain.Even(10*domain.Millimetre))

	header := domain.MarginReserve{Header: 20 * domain.Millimetre, Edge: 5 * domain.Millimetre, Gap: 3 * domain.Millimetre}
	css, room, err := header.ReserveMargins(document.Rules(), paper, margins)
	fmt.Println(css, err)
	fmt.Println(room.Top, room.Bottom)
	// Output:
	// @page :first{margin-top:170.079pt!important}@page{margin-top:79.370pt!important} <nil>
	// 28mm 10mm
}

// A header that shows the page's number needs a copy for each page.
func ExampleHeaderFooter() {
	header, err := domain.ParseHeaderFooter("headerHtml", `Page <b class="pageNumber"></b> of <b class="totalPages"></b>`)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(header.Numbering() == domain.PerPage)
	strip, err := header.Strip(domain.Size{Width: 190 * domain.Millimetre, Height: 297 * domain.Millimetre}, 1, 12, 12)
	fmt.Println(strip.Paper.Width, strip.Margins.Left, err)
	// Output:
	// true
	// 190mm 0mm <nil>
}
