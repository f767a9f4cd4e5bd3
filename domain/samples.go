package domain

// Samples are the copies of a numbered header or footer that are printed. The copies for the other pages differ from them
// in the digits of the page's number, and are composed from them.
type Samples struct {
	// Pairs is what copies that are on no page show in place of a page's number. They show all pairs of digits together,
	// so that a font that moves one digit beside another is found. The exception is 11, which many fonts set closer.
	Pairs []string
	// Printed are the numbers of the pages whose copies are printed, in ascending order.
	Printed []int
	// Compositions are the copies that are not printed.
	Compositions []Composition
}

// Composition are pages whose copies are composed from the same samples.
type Composition struct {
	// Samples are the numbers of printed pages. They have as many digits as those of Pages, and each digit that one of
	// Pages has at a place is at this place of a sample. The digits at one place follow from those at another only if they do so
	// on all of these pages.
	Samples []int
	// Pages are the numbers of the pages, in ascending order.
	Pages []int
}

// Pages are the numbers of all pages: those that are printed, and then those that are composed, in their order.
func (s Samples) Pages() []int {
	pages := append([]int{}, s.Printed...)
	for _, c := range s.Compositions {
		pages = append(pages, c.Pages...)
	}
	return pages
}
