package headerfooter

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"platen/domain"
)

// Samples chooses the copies to print for those pages of a body of total pages, so that the others can be composed from
// them. It gives false if that saves nothing, or if a page's counter may show any number: a counter style of the author's may have
// a range, and 109 is shown as 110 if it is incremented.
//
// Pages share samples if their numbers have the same length and the same variant, and 11 at the same places: many fonts
// set 11 closer than other pairs of digits, which moves what is beside it.
func (h *HeaderFooter) Samples(pages []int, total int) (domain.Samples, bool) {
	if h.use.shifted {
		return domain.Samples{}, false
	}
	classes := map[string][]string{}
	repeated := h.mayRepeatNumber()
	for _, page := range pages {
		digits := strconv.Itoa(page)
		class := closePairs(digits, repeated)
		if h.use.variants {
			class += h.variantClasses(page, total)
		}
		classes[class] = append(classes[class], digits)
	}
	samples := domain.Samples{Pairs: h.digitPairs()}
	for _, class := range slices.Sorted(maps.Keys(classes)) {
		chosen, others := chooseSamples(classes[class])
		samples.Printed = append(samples.Printed, chosen...)
		if len(others) > 0 {
			samples.Compositions = append(samples.Compositions, domain.Composition{Samples: chosen, Pages: others})
		}
	}
	slices.Sort(samples.Printed)
	return samples, len(samples.Pairs)+len(samples.Printed) < len(pages)
}

// mayRepeatNumber tells whether the page's number may stand directly beside itself, as 131131: it is shown by more than one
// element, or by generated content.
func (h *HeaderFooter) mayRepeatNumber() bool {
	if h.use.numbering == PerPage {
		return true
	}
	elements := 0
	for _, p := range h.copy {
		if p.slot == slotPage {
			elements++
		}
	}
	return elements > 1
}

// closePairs tells where a number has 11: at each place is 1 where it begins, and 0 elsewhere. The first digit of a repeated
// number follows its last one.
func closePairs(digits string, repeated bool) string {
	pairs := []byte(strings.Repeat("0", len(digits)))
	row := digits
	if repeated {
		row += digits[:1]
	}
	for i := range len(row) - 1 {
		if row[i:i+2] == "11" {
			pairs[i] = '1'
		}
	}
	return string(pairs)
}

// chooseSamples divides the numbers of a class into samples and those that are composed from them. The samples have each
// digit at each place. From two that have the same digit at one place and different ones at another follows which place a
// part of a copy shows. It takes those first that add the most of this.
func chooseSamples(class []string) (samples, others []int) {
	shown := map[sampled]bool{}
	chosen := map[string]bool{}
	for {
		best, most := "", 0
		for _, digits := range class {
			if gain := len(adds(digits, chosen, shown)); gain > most {
				best, most = digits, gain
			}
		}
		if most == 0 {
			break
		}
		for _, s := range adds(best, chosen, shown) {
			shown[s] = true
		}
		chosen[best] = true
	}
	for _, digits := range class {
		number, _ := strconv.Atoi(digits)
		if chosen[digits] {
			samples = append(samples, number)
		} else {
			others = append(others, number)
		}
	}
	return samples, others
}

// sampled is a fact that samples show: a digit at a place; or, with digit 0, that the digit at a place does not follow from that at
// another.
type sampled struct {
	digit        byte
	place, other int
}

// adds gives what a number shows that is not shown yet.
func adds(digits string, chosen map[string]bool, shown map[sampled]bool) (added []sampled) {
	note := func(s sampled) {
		if !shown[s] && !slices.Contains(added, s) {
			added = append(added, s)
		}
	}
	for place := range len(digits) {
		note(sampled{digit: digits[place], place: place})
	}
	for before := range chosen {
		for place := range len(digits) {
			for other := range len(digits) {
				if digits[place] != before[place] && digits[other] == before[other] {
					note(sampled{place: place, other: other})
				}
			}
		}
	}
	return added
}

// How many digits a copy shows to check their distances: more would be cut off by a narrow box, and the counters of CSS
// are bounded.
const (
	maxShown   = 26
	maxCounted = 9
)

// digitPairs are numbers that have all pairs of digits but 11.
func (h *HeaderFooter) digitPairs() []string {
	if h.use.numbering == PerPage {
		return cutPairs(allPairs(), maxCounted)
	}
	return cutPairs(allPairs(), maxShown)
}

// allPairs gives a row of digits, from 1 to 1, that has each pair but 11 once.
func allPairs() string {
	var b strings.Builder
	for first := '0'; first <= '9'; first++ {
		if first != '1' {
			b.WriteRune(first)
		}
		for second := first + 1; second <= '9'; second++ {
			b.WriteString(string(first) + string(second))
		}
	}
	circle := b.String() // from 001 to 9, before which 0 comes again
	return circle[2:] + circle[:3]
}

// cutPairs cuts a row of digits into numbers of up to length digits, which have all of its pairs.
func cutPairs(row string, length int) (numbers []string) {
	for at := 0; at < len(row)-1; {
		end := min(at+length, len(row))
		numbers = append(numbers, row[at:end])
		at = end - 1
		for row[at] == '0' {
			at--
		}
	}
	return numbers
}
