package headerfooter_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"platen/domain"
)

// drawnPages are some pages of a body, in ascending order, and the number of all.
func drawnPages(t *rapid.T) (pages []int, total int) {
	total = rapid.IntRange(1, 2500).Draw(t, "total")
	step := rapid.SampledFrom([]int{1, 1, 1, 2, 7}).Draw(t, "step")
	for page := rapid.IntRange(1, total).Draw(t, "first"); page <= total; page += step {
		pages = append(pages, page)
	}
	return pages, total
}

const variantStyles = `<style>.platen-left{color:red}</style>`

// TestSamplesShowEveryDigit: each page is printed or composed, and its digits are on samples at their places.
func TestSamplesShowEveryDigit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pages, total := drawnPages(t)
		styles := rapid.SampledFrom([]string{"", variantStyles}).Draw(t, "styles")
		samples, worthwhile := parse(t, styles+`<b class=pageNumber></b>`).Samples(pages, total)
		all := samples.Pages()
		slices.Sort(all)
		require.Equal(t, pages, all)
		require.True(t, slices.IsSorted(samples.Printed))
		require.Equal(t, len(samples.Printed)+len(samples.Pairs) < len(pages), worthwhile)
		require.Less(t, len(samples.Printed), 200)
		for _, c := range samples.Compositions {
			require.Subset(t, samples.Printed, c.Samples)
			requireSampled(t, c)
			if styles != "" {
				requireOneVariant(t, c, total)
			}
		}
	})
}

// requireSampled fails if a digit of a page is on no sample, or if it cannot be told from the samples which digits follow the
// number's at a place.
func requireSampled(t require.TestingT, c domain.Composition) {
	for _, page := range c.Pages {
		digits := strconv.Itoa(page)
		for place := range digits {
			require.True(t, slices.ContainsFunc(c.Samples, func(sample int) bool {
				shown := strconv.Itoa(sample)
				return len(shown) == len(digits) && shown[place] == digits[place]
			}), "page %d at %d of %v", page, place, c.Samples)
		}
	}
	all := slices.Concat(c.Samples, c.Pages)
	for place := range strconv.Itoa(all[0]) {
		for other := range strconv.Itoa(all[0]) {
			require.Equal(t, follows(all, place, other), follows(c.Samples, place, other), "the digit at %d from that at %d of %v", place, other, c.Samples)
		}
	}
}

// follows tells whether the digit at a place of the numbers follows from that at another.
func follows(numbers []int, place, other int) bool {
	known := map[byte]byte{}
	for _, n := range numbers {
		digits := strconv.Itoa(n)
		if digit, ok := known[digits[other]]; ok && digit != digits[place] {
			return false
		}
		known[digits[other]] = digits[place]
	}
	return true
}

// requireOneVariant fails if the pages of a composition are left and right ones, or the first or the last.
func requireOneVariant(t require.TestingT, c domain.Composition, total int) {
	all := slices.Concat(c.Samples, c.Pages)
	require.NotContains(t, all, 1)
	require.NotContains(t, all, total)
	for _, page := range all {
		require.Equal(t, all[0]%2, page%2)
	}
}

// TestFewSamples: the number of prints hardly grows with the number of pages.
func TestFewSamples(t *testing.T) {
	h := parse(t, `<b class=pageNumber></b>`)
	for total, most := range map[int]int{95: 22, 120: 42, 250: 45, 999: 62, 2000: 105} {
		samples, worthwhile := h.Samples(pagesFrom(1, total), total)
		require.True(t, worthwhile)
		require.LessOrEqual(t, len(samples.Printed), most, "of %d: %v", total, samples.Printed)
	}
	_, worthwhile := h.Samples(pagesFrom(1, 20), 20)
	require.False(t, worthwhile)
}

// TestNumberBesideItself: a page whose number ends and begins with 1 has samples of its own where the number may be repeated,
// since a font may set 11 closer there.
func TestNumberBesideItself(t *testing.T) {
	for text, repeated := range map[string]bool{
		`<b class=pageNumber></b><i class=pageNumber></i>`:                                true,
		`<style>i::before{content:counter(page)}</style><b class=pageNumber></b><i></i>`:  true,
		`<style>i::after{content:counter(page) counter(page)}</style><i></i>`:             true,
		`<b class=pageNumber></b> of <b class=totalPages></b>`:                            false,
		`<style>i::before{content:counter(pages)}</style><b class=pageNumber></b><i></i>`: false,
	} {
		samples, worthwhile := parse(t, text).Samples(pagesFrom(1, 305), 305)
		require.True(t, worthwhile)
		for _, c := range samples.Compositions {
			all := slices.Concat(c.Samples, c.Pages)
			require.Equal(t, repeated && slices.Contains(all, 131), slices.Contains(all, 131) && !slices.Contains(all, 132), text)
		}
	}
}

// TestOwnCountersAreNotSampled: they may show each number in its own way.
func TestOwnCountersAreNotSampled(t *testing.T) {
	for text, sampled := range map[string]bool{
		`<style>@COUNTER-style x{system:extends decimal;range:1 41,43 infinite}b::after{content:counter(page,x)}</style><b></b>`: false,
		`<style>b::after{counter-increment:page;content:counter(page)}</style><b></b>`:                                           false,
		`<style>b::after{content:counter(page)}</style><b style="COUNTER-increment:page"></b>`:                                   false,
		`<style>b::after{counter-increment:section;content:counter(section) counter(page)}</style><b></b>`:                       true,
	} {
		_, worthwhile := parse(t, text).Samples(pagesFrom(1, 305), 305)
		require.Equal(t, sampled, worthwhile, text)
	}
}

// TestPairsOfDigits: copies without a page show all pairs of digits in numbers that fit narrow boxes, and counters.
func TestPairsOfDigits(t *testing.T) {
	for text, longest := range map[string]int{
		`<b class=pageNumber></b>`: 26,
		`<style>b::after{content:counter(page)}</style><b class=pageNumber></b>`: 9,
	} {
		samples, _ := parse(t, text).Samples(pagesFrom(1, 95), 95)
		shown := map[string]int{}
		for _, digits := range samples.Pairs {
			require.LessOrEqual(t, len(digits), longest)
			require.NotEqual(t, byte('0'), digits[0])
			for i := range len(digits) - 1 {
				shown[digits[i:i+2]]++
			}
		}
		require.Len(t, shown, 99, "%v", samples.Pairs)
		require.Zero(t, shown["11"])
		require.LessOrEqual(t, len(samples.Pairs), 14)
	}
}

// TestSampleDocument: the pairs come first, then the samples.
func TestSampleDocument(t *testing.T) {
	h := parse(t, `<style>q::after{content:counter(page)}</style><b class=pageNumber></b>/<i class=totalPages></i>`)
	job, err := h.SampleDocument(a4, domain.Samples{Pairs: []string{"10", "2"}, Printed: []int{3, 14}}, 95)
	require.NoError(t, err)
	require.Equal(t, domain.A4, job.Paper)
	sheets := strings.Split(job.HTML, "<platen-sheet")[1:]
	require.Len(t, sheets, 4)
	for i, want := range []string{"10", "2", "3", "14"} {
		require.Contains(t, sheets[i], `<b class="pageNumber">`+want+`</b>/<i class="totalPages">95</i>`)
		require.Contains(t, sheets[i], "page "+want+" pages 95")
	}
	_, err = parse(t, strings.Repeat("x", 1<<20)+`<b class=pageNumber></b>`).SampleDocument(a4, domain.Samples{Printed: pagesFrom(1, 100)}, 100)
	require.ErrorContains(t, err, "too large to stand on 100 pages")
}
