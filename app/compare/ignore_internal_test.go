package compare

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
)

// line writes words one beside the other.
func line(text string) domain.Reading {
	page := domain.ReadPage{}
	for row, words := range strings.Split(text, "\n") {
		for i, word := range strings.Fields(words) {
			left, top := domain.Length(i)*10*domain.Millimetre, domain.Length(row)*5*domain.Millimetre
			page.Words = append(page.Words, domain.Word{Text: word, Box: domain.Rect{Left: left, Top: top, Right: left + 9*domain.Millimetre, Bottom: top + 4*domain.Millimetre}})
		}
	}
	return domain.Reading{Pages: []domain.ReadPage{page}}
}

func texts(r domain.Reading) string {
	var words []string
	for _, w := range r.Pages[0].Words {
		words = append(words, w.Text)
	}
	return strings.Join(words, " ")
}

func TestIgnoreTexts(t *testing.T) {
	for _, c := range []struct {
		text, rule, want string
		regions          int
	}{
		{"of 22.11.2026, paid", `\d\d\.\d\d\.\d{4}`, "of …, paid", 1},
		{"No. INV-17-A and INV-18-B", `INV-\d+`, "No. …-A and …-B", 2},
		{"on 3 May 2026\nin Bonn", `\d+ \w+ \d{4}`, "on … in Bonn", 3},
		{"Printed on Monday\nin Bonn", `Printed .*`, "… in Bonn", 3},
		{"a\nb c", `a\sb`, "… c", 2},
		{"1-2 A3-4B", `\d`, "…-… A…-…B", 2},
		{"a1 b2c d", `1 b|c d`, "a…2…", 3},
		{"x1y", `\d*`, "x…y", 1},
		{"abc", `x*`, "abc", 0},
		{"", `.*`, "", 0},
		{"a b", `^`, "a b", 0},
	} {
		was := line(c.text)
		got, regions := withoutIgnored([]Ignored{{Text: regexp.MustCompile(c.rule)}}, was)
		require.Len(t, regions[0], c.regions, c.text)
		require.Equal(t, c.want, texts(got))
		require.Equal(t, strings.Join(strings.Fields(c.text), " "), texts(was), "the reading itself stays")
	}
}

func TestIgnoreAreas(t *testing.T) {
	page, millimetre := 1, domain.Millimetre
	area := []Ignored{{Page: &page, Area: []domain.Length{10 * millimetre, 0, 14 * millimetre, 5 * millimetre}}}
	got, regions := withoutIgnored(area, line("a b c\nd e f"))
	require.Equal(t, "a c d e f", texts(got))
	require.Equal(t, []domain.Rect{{Left: 10 * millimetre, Right: 24 * millimetre, Bottom: 5 * millimetre}}, regions[0])
	page = 2
	got, _ = withoutIgnored(area, line("a b c"))
	require.Equal(t, "a b c", texts(got))
}

func FuzzIgnoreTexts(f *testing.F) {
	f.Add("on 3 May 2026\nin Bonn", `\d+|o`)
	f.Fuzz(func(t *testing.T, text, rule string) {
		compiled, err := regexp.Compile(rule)
		if err != nil {
			return
		}
		was := line(text)
		got, regions := withoutIgnored([]Ignored{{Text: compiled}}, was)
		if len(got.Pages[0].Words)+len(regions[0]) < len(was.Pages[0].Words) {
			t.Errorf("words are lost: %q became %q", texts(was), texts(got))
		}
	})
}
