package pdfcpu_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/pdfcpu"
	"platen/domain"
	"platen/domain/headerfooter"
	"platen/ports"
	"platen/ports/pdfcheck"
	"platen/ports/pdfcheck/sample"
)

// codes are the glyphs of digits in hexadecimal, two bytes each. Helvetica shows NUL as nothing.
func codes(digits string) string {
	var b strings.Builder
	for _, digit := range []byte(digits) {
		fmt.Fprintf(&b, "00%X", digit)
	}
	return b.String()
}

// numberPage is a page that shows a number after a word.
func numberPage(digits string) sample.Page {
	return sample.Page{MediaBox: [4]float64{0, 0, 200, 50}, Content: sample.Text(10, 30, 12, "page") +
		"BT /F1 12 Tf 60 30 Td <" + codes(digits) + "> Tj ET\n"}
}

// samplesOf returns the samples for a body's pages, and their print.
func samplesOf(t testing.TB, total int, page func(digits string) sample.Page) ([]byte, domain.Samples) {
	t.Helper()
	h, err := headerfooter.Parse(t.Context(), headerfooter.Footer, `<b class=pageNumber></b>`)
	require.NoError(t, err)
	var numbers []int
	for n := range total {
		numbers = append(numbers, n+1)
	}
	samples, worthwhile := h.Samples(numbers, total)
	require.True(t, worthwhile)
	var pages []sample.Page
	for _, digits := range samples.Pairs {
		pages = append(pages, page(digits))
	}
	for _, number := range samples.Printed {
		pages = append(pages, page(fmt.Sprint(number)))
	}
	return sample.Pages(pages...), samples
}

// TestComposedPagesAreStamped: composed pages are stamped in fragments, or in forms if their content cannot be merged into the body's.
func TestComposedPagesAreStamped(t *testing.T) {
	const total = 120
	for name, before := range map[string]string{"fragments": "", "forms": "/Pattern cs /P1 scn "} {
		t.Run(name, func(t *testing.T) {
			overlay, samples := samplesOf(t, total, func(digits string) sample.Page {
				p := numberPage(digits)
				p.Content = before + p.Content
				p.Links = []sample.Link{{Rect: [4]float64{10, 25, 50, 45}, URI: "https://platen.example/"}}
				return p
			})
			composed, err := pdfcpu.New().Compose(t.Context(), overlay, samples)
			require.NoError(t, err)
			require.Equal(t, total-len(samples.Printed), composed.ComposedPages())
			var places []ports.Placement
			for i, number := range samples.Pages() {
				places = append(places, ports.Placement{TargetPage: number, SourcePage: len(samples.Pairs) + i + 1, Region: region(20, 20)})
			}
			stamped := stamp(t, sample.Pages(make([]sample.Page, total)...), ports.Overlay{Content: overlay, Composed: composed, Placements: places})
			checks := []pdfcheck.Check{pdfcheck.Whole(), pdfcheck.Sound(), pdfcheck.Pages(total)}
			for number := 1; number <= total; number++ {
				checks = append(checks, pdfcheck.TextOn(number, fmt.Sprintf("page %d", number)), pdfcheck.Links(number, "https://platen.example/"))
			}
			pdfcheck.In(t, stamped, checks...)
		})
	}
}

// TestWhatIsNotComposed: copies that differ in more than digits are printed.
func TestWhatIsNotComposed(t *testing.T) {
	moved := func(x float64, digits string) sample.Page {
		return sample.Page{Content: fmt.Sprintf("BT /F1 12 Tf %g 30 Td <%s> Tj ET", x, codes(digits))}
	}
	for name, page := range map[string]func(digits string) sample.Page{
		"a digit that moves another":   func(d string) sample.Page { return moved(60-float64(strings.Count(d, "7")), d) },
		"a pair that is set closer":    func(d string) sample.Page { return sample.Page{Content: kerned(d, "74")} },
		"a second number that is":      func(d string) sample.Page { return sample.Page{Content: kerned(d, "11") + kerned(d, "90")} },
		"more than glyphs":             func(d string) sample.Page { return sample.Page{Content: "% \n0 0 " + d[:1] + " 1 re f"} },
		"strings of characters":        func(d string) sample.Page { return sample.Page{Content: sample.Text(1, 1, 9, d)} },
		"another number of operations": func(d string) sample.Page { return sample.Page{Content: strings.Repeat("f ", int(d[0]-'0'))} },
		"digits in the other order":    func(d string) sample.Page { return moved(1, reversed(d)) },
		"the sum of digits":            func(d string) sample.Page { return moved(1, fmt.Sprint((int(d[0])+int(d[len(d)-1]))%10)) },
		"links to other places": func(d string) sample.Page {
			return sample.Page{Links: []sample.Link{{Rect: [4]float64{10, 25, 50, 45}, URI: "https://platen.example/" + d}}}
		},
		"pages of other sizes": func(d string) sample.Page { return sample.Page{MediaBox: [4]float64{0, 0, 200, 50 + float64(d[0])}} },
		"other fonts": func(d string) sample.Page {
			return sample.Page{Content: moved(1, d).Content, Entries: "/Resources <</Font <</F1 <</Name /" + d + ">>>>>>"}
		},
		"too many digits": func(d string) sample.Page { return sample.Page{Content: strings.Repeat(moved(1, d).Content, 2000)} },
		"inline images": func(d string) sample.Page {
			return sample.Page{Content: "BI /W 1 /H 1 /BPC 8 /CS /G ID \xff EI " + moved(1, d).Content}
		},
	} {
		t.Run(name, func(t *testing.T) {
			overlay, samples := samplesOf(t, 95, page)
			_, err := pdfcpu.New().Compose(t.Context(), overlay, samples)
			require.ErrorIs(t, err, ports.ErrNotComposable)
		})
	}
	t.Run("pages that are missing", func(t *testing.T) {
		_, samples := samplesOf(t, 95, numberPage)
		_, err := pdfcpu.New().Compose(t.Context(), sample.Pages(numberPage("1")), samples)
		require.ErrorIs(t, err, ports.ErrNotComposable)
	})
	t.Run("no PDF", func(t *testing.T) {
		_, samples := samplesOf(t, 95, numberPage)
		_, err := pdfcpu.New().Compose(t.Context(), []byte("x"), samples)
		require.Error(t, err)
		require.NotErrorIs(t, err, ports.ErrNotComposable)
	})
}

// kerned shows digits with less space between those of one pair.
func kerned(digits, pair string) string {
	closer := "> Tj 5 0 Td <"
	return "BT /F1 12 Tf 60 30 Td <" + strings.ReplaceAll(codes(digits), codes(pair), codes(pair[:1])+closer+codes(pair[1:])) + "> Tj ET\n"
}

func reversed(digits string) string {
	var b strings.Builder
	for i := range len(digits) {
		b.WriteByte(digits[len(digits)-1-i])
	}
	return b.String()
}
