package domain_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"platen/domain"
)

func TestParseStandards(t *testing.T) {
	for text, want := range map[string]domain.Standards{
		"":                   "",
		" ":                  "",
		"none":               "none",
		"ua-1":               "ua-1",
		"UA-1, a-2b":         "a-2b ua-1",
		"a-3b\nua-1  ua-1\t": "a-3b ua-1",
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
	require.Equal(t, domain.Conformance{Claimed: "ua-1"}, domain.Wanted("", "ua-1", "a-2b"))
	require.Equal(t, domain.Conformance{Claimed: "a-2b"}, domain.Wanted("a-2b", "ua-1"))
	require.Empty(t, domain.Wanted("", "none", "ua-1"))
}

func TestConformance(t *testing.T) {
	c := domain.Conformance{}
	require.Equal(t, "none", c.String())
	c.Fail(domain.UA1, "not asked for")
	require.Equal(t, "none", c.String())
	c.Claimed = "a-2b ua-1"
	require.Equal(t, "a-2b; ua-1", c.String())
	c.Fail(domain.UA1)
	require.Equal(t, "a-2b; ua-1", c.String())
	c.Fail(domain.UA1, "missing title")
	c.Fail(domain.UA1, "3 pictures without alt")
	c.Fail(domain.UA1, "1 picture without alt", "missing title", "2 tables without head cells")
	require.Equal(t, "a-2b; ua-1=missing title, 3 pictures without alt, 2 tables without head cells", c.String())
	c.Fail(domain.A2B, "a font is not embedded")
	require.Equal(t, "ua-1=missing title, 3 pictures without alt, 2 tables without head cells; a-2b=a font is not embedded", c.String())
}

func TestStandardsAsText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		archive := rapid.SampledFrom([]domain.Standard{"", domain.A2B, domain.A3B}).Draw(t, "archive")
		want := rapid.SampledFrom([]domain.Standard{"", domain.UA1}).Draw(t, "accessible")
		got, err := domain.ParseStandards(string(want + "," + archive))
		require.NoError(t, err)
		require.Equal(t, want == domain.UA1, got.Has(domain.UA1))
		require.Equal(t, archive, got.Archive())
		require.Equal(t, archive, got.Without(domain.UA1).Archive())
		require.NotContains(t, got.Without(domain.UA1).List(), domain.UA1)
		again, err := domain.ParseStandards(string(got))
		require.NoError(t, err)
		require.Equal(t, got, again)
	})
}
