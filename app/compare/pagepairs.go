package compare

// pagePairs says which page of the candidate is compared with which of the reference.
type pagePairs struct {
	// toB is for each page of the reference the candidate's, or none.
	toB []int
	// only are the pages that the candidate alone has.
	only []int
}

// candidate gives the page that a reference's page is compared with; none where there is none.
func (p pagePairs) candidate(page int) int {
	if page < len(p.toB) {
		return p.toB[page]
	}
	return none
}

// nearest gives the counterpart of a page, or of the last one before it that has one.
func (p pagePairs) nearest(page int) int {
	for ; page >= 0; page-- {
		if b := p.candidate(page); b != none {
			return b
		}
	}
	return 0
}

// pairPages pairs the pages in order, so that as many words as possible stand on counterparts. Documents with
// the same number of pages are paired page by page.
func pairPages(m *alignment, pagesA, pagesB int) pagePairs {
	p := pagePairs{toB: filled(pagesA)}
	if pagesA == pagesB || pagesA*pagesB > maxTable {
		for i := range min(pagesA, pagesB) {
			p.toB[i] = i
		}
	} else {
		p.byWords(m, pagesA, pagesB)
	}
	paired := make([]bool, pagesB)
	for _, j := range p.toB {
		if j != none {
			paired[j] = true
		}
	}
	for j, is := range paired {
		if !is {
			p.only = append(p.only, j)
		}
	}
	return p
}

// byWords is the table of a longest common subsequence, weighted by the words that two pages share.
func (p pagePairs) byWords(m *alignment, pagesA, pagesB int) {
	shared := make([]float64, pagesA*pagesB)
	for k := range shared {
		shared[k] = 0.01 // pages without words are paired too, from the front
	}
	for i, j := range m.toB {
		if j != none {
			shared[m.a[i].page*pagesB+m.b[j].page]++
		}
	}
	width := pagesB + 1
	table := make([]float64, (pagesA+1)*width)
	for i := pagesA - 1; i >= 0; i-- {
		for j := pagesB - 1; j >= 0; j-- {
			table[i*width+j] = max(table[(i+1)*width+j], table[i*width+j+1], shared[i*pagesB+j]+table[(i+1)*width+j+1])
		}
	}
	for i, j := 0, 0; i < pagesA && j < pagesB; {
		switch table[i*width+j] {
		case shared[i*pagesB+j] + table[(i+1)*width+j+1]:
			p.toB[i] = j
			i, j = i+1, j+1
		case table[(i+1)*width+j]:
			i++
		default:
			j++
		}
	}
}
