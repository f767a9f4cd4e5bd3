package domain_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"platen/domain"
)

func TestParseLength(t *testing.T) {
	for text, points := range map[string]float64{
		"1in": 72, "2.54cm": 72, "25.4mm": 72, "72pt": 72, "96px": 72, "6pc": 72, "101.6q": 72, "101.6Q": 72,
		"10MM": 72 / 2.54, "\t10mm\n": 72 / 2.54, "+1pt": 1, "-1pt": -1, ".5pt": 0.5, "1e1pt": 10,
		"0": 0, "0.0": 0, "-0": 0, "0mm": 0,
	} {
		got, err := domain.ParseLength(text)
		require.NoError(t, err, "%q", text)
		require.InDelta(t, points, got.Points(), 1e-9, "%q", text)
	}
	for _, text := range []string{
		"", " ", "mm", "10", "1", "10em", "10%", "10mmm", "mm10", "1,5mm", "10 mm", "10 m m", "0x1p4mm", "inf", "infmm", "nan", "NaNmm", "1e999mm", "1e308in", "-1e308in",
		"0x10mm", "1_0mm", "10mm 5mm", "10mm;", "0em", "0%",
	} {
		_, err := domain.ParseLength(text)
		require.Error(t, err, "%q", text)
	}
}

func TestLengthUnits(t *testing.T) {
	require.InDelta(t, 210, domain.A4.Width.Millimetres(), 1e-9)
	require.InDelta(t, 1, domain.Inch.Inches(), 1e-9)
	require.InDelta(t, 96, domain.Inch.Pixels(), 1e-9)
	require.InDelta(t, 72, domain.Inch.Points(), 1e-9)
	require.InDelta(t, 25.4, domain.Inch.Millimetres(), 1e-9)
}

func TestLengthText(t *testing.T) {
	for text, want := range map[string]string{"10mm": "10mm", "1in": "25.4mm", "1pt": "0.353mm", "0": "0mm", "-0.5cm": "-5mm"} {
		var l domain.Length
		require.NoError(t, l.UnmarshalText([]byte(text)))
		got, err := l.MarshalText()
		require.NoError(t, err)
		require.Equal(t, want, string(got))
	}
	l := 5 * domain.Millimetre
	require.Error(t, l.UnmarshalText([]byte("ten")))
	require.Equal(t, 5*domain.Millimetre, l, "kept after an error")
}

// A length is read back as it was written, to a thousandth of a millimetre.
func TestLengthRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := domain.Length(rapid.Float64Range(-1e6, 1e6).Draw(t, "points"))
		got, err := domain.ParseLength(want.String())
		require.NoError(t, err)
		require.InDelta(t, want.Millimetres(), got.Millimetres(), 0.0005+1e-9)
	})
}

func FuzzParseLength(f *testing.F) {
	for _, seed := range []string{"10mm", "0", "1e3pt", "nan", "-.5q"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		l, err := domain.ParseLength(text)
		require.False(t, math.IsNaN(l.Points()) || math.IsInf(l.Points(), 0), "%q is %v", text, l)
		if err != nil {
			require.Zero(t, l)
		}
	})
}
