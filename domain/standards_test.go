package domain_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"platen/domain"
)

func TestParseStandards(t *testing.T) {
	for text, want := range map[string]domain.Standards{
		"":                   {},
		" ":                  {},
		"none":               {None: true},
		"ua-1":               {Accessible: true},
		"UA-1, a-2b":         {Accessible: true, Archive: domain.A2B},
		"a-3b\nua-1  ua-1\t": {Accessible: true, Archive: domain.A3B},
	} {
		got, err := domain.ParseStandards(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
	for text, message := range map[string]string{
		"a-2b a-3b": "a-2b or a-3b, not both",
		"none ua-1": "none does not go with ua-1",
		"pdf/ua":    `"pdf/ua" is no standard of PDFs: use ua-1, a-2b or a-3b`,
	} {
		_, err := domain.ParseStandards(text)
		require.ErrorContains(t, err, message)
	}
}

// TestParticularWishWins: none switches off, and a wish that says nothing does not.
func TestParticularWishWins(t *testing.T) {
	general := domain.Standards{Accessible: true}
	require.Equal(t, general, domain.Standards{}.Or(general))
	require.Equal(t, domain.Standards{None: true}, domain.Standards{None: true}.Or(general))
	require.Equal(t, domain.Standards{Archive: domain.A2B}, domain.Standards{Archive: domain.A2B}.Or(general))
	require.Equal(t, general, domain.Wanted(domain.Standards{}, general, domain.Standards{Archive: domain.A2B}).Claimed)
	require.Empty(t, domain.Wanted(domain.Standards{}, domain.Standards{None: true}, general))
}

func TestConformance(t *testing.T) {
	c := domain.Conformance{}
	require.Equal(t, "none", c.String())
	c.Fail(domain.UA1, "not asked for")
	require.Equal(t, "none", c.String())
	c.Claimed = domain.Standards{Accessible: true, Archive: domain.A2B}
	require.Equal(t, "a-2b; ua-1", c.String())
	c.Fail(domain.UA1)
	require.Equal(t, "a-2b; ua-1", c.String())
	c.Fail(domain.UA1, "missing title")
	c.Fail(domain.UA1, "3 pictures without alt")
	c.Fail(domain.UA1, "1 picture without alt", "missing title", "2 tables without head cells")
	require.Equal(t, "a-2b; ua-1=missing title, 3 pictures without alt, 2 tables without head cells", c.String())
}

func TestStandardsAsText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := domain.Standards{
			Accessible: rapid.Bool().Draw(t, "accessible"),
			Archive:    rapid.SampledFrom([]domain.Standard{"", domain.A2B, domain.A3B}).Draw(t, "archive"),
		}
		want.None = len(want.List()) == 0 && rapid.Bool().Draw(t, "none")
		got, err := domain.ParseStandards(want.String())
		require.NoError(t, err)
		require.Equal(t, want, got)
	})
}
