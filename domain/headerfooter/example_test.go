package headerfooter_test

import (
	"context"
	"fmt"
	"strings"

	"platen/domain"
	"platen/domain/headerfooter"
)

// A header that shows the number of the page needs a copy for each page.
func ExampleHeaderFooter_OverlayDocument() {
	header, err := headerfooter.Parse(context.Background(), headerfooter.Header, `Page <b class="pageNumber"></b> of <b class="totalPages"></b>`, false)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(header.Numbering() == headerfooter.PerPage)
	job, err := header.OverlayDocument(headerfooter.NewOverlayPage(190*domain.Millimetre, domain.Centimetre, domain.A4.Height), []int{1, 2, 12}, 12)
	fmt.Println(strings.Contains(job.HTML, `Page <b class="pageNumber">12</b> of <b class="totalPages">12</b>`), err)
	// Output:
	// true
	// true <nil>
}
