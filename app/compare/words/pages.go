package words

import "slices"

// Pages says for each page of the reference, from 0, which page of the candidate it is compared with, or None.
type Pages []int

// Candidate returns the page that a reference's page is compared with; None where there is none.
func (p Pages) Candidate(page int) int {
	if page < len(p) {
		return p[page]
	}
	return None
}

// Rows pairs all pages of two documents that have so many, in order. A page without a counterpart has None beside it.
func (p Pages) Rows(pagesA, pagesB int) (rows []PagePair) {
	next := 0 // page of the candidate
	for i := range pagesA {
		j := p.Candidate(i)
		for ; next < j; next++ {
			rows = append(rows, PagePair{None, next})
		}
		if rows = append(rows, PagePair{i, j}); j != None {
			next++
		}
	}
	for ; next < pagesB; next++ {
		rows = append(rows, PagePair{None, next})
	}
	return rows
}

// PagePair is a page of the reference, from 0, and one of the candidate; None where one has no counterpart.
type PagePair struct{ A, B int }

// nearest returns the counterpart of a page, or of the last one before it that has one.
func (p Pages) nearest(page int) int {
	for ; page >= 0; page-- {
		if b := p.Candidate(page); b != None {
			return b
		}
	}
	return 0
}

// maxPagePairs bounds the table of pairPages.
const maxPagePairs = 4_000_000

// pairPages pairs the pages in order, so that as many words as possible stand on counterparts. Documents with
// the same number of pages are paired page by page.
func pairPages(m *alignment) Pages {
	pagesA, pagesB := m.pagesA, m.pagesB
	p := slices.Repeat(Pages{None}, pagesA)
	if pagesA == pagesB || pagesA*pagesB > maxPagePairs {
		for i := range min(pagesA, pagesB) {
			p[i] = i
		}
	} else {
		p.byWords(m, pagesA, pagesB)
	}
	return p
}

// byWords is the table of a longest common subsequence, weighted by the words that two pages share.
func (p Pages) byWords(m *alignment, pagesA, pagesB int) {
	shared := make([]float64, pagesA*pagesB)
	for i, j := range m.toB {
		if j != None {
			shared[m.a[i].Page*pagesB+m.b[j].Page]++
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
			p[i] = j
			i, j = i+1, j+1
		case table[(i+1)*width+j]:
			i++
		default:
			j++
		}
	}
}
