package cssvalue_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain/internal/cssvalue"
)

// TestLengths: units and functions whose values are those of the engine (Chromium 156, measured).
func TestLengths(t *testing.T) {
	for value, want := range map[string]float64{
		"20svw": 42, "20dvi": 42, "10cqw": 21, "10cqb": 29.7, "10lvmin": 21, "hypot(30mm,40mm)": 50, "mod(160mm,100mm)": 60, "rem(160mm,100mm)": 60,
		"round(59.7mm,1mm)": 60, "abs(-60mm)": 60, "round(up,59.2mm,1mm)": 60, "round(nearest,59.7mm,1mm)": 60, "round(to-zero,-59.7mm,-1mm)": -59, "calc(30mm*pow(2,1))": 60,
		"calc(atan2(1,1)*60mm/45deg)": 60, "calc(asin(1)*60mm/90deg)": 60, "calc(60mm*sign(1px))": 60, "calc(60mm*cos(0))": 60, "calc(1mm*pi*20)": 62.832,
		"calc(60mm*sqrt(1))": 60, "calc(60mm*log(e))": 60, "calc(60mm*exp(0))": 60, "calc(60mm*sin(90deg))": 60, "calc(60mm*(1px/1px))": 60,
		`60m\6d`: 60, `c\61lc(60mm)`: 60,
	} {
		got, ok := cssvalue.Length(value, 0, cssvalue.AnyUnits)
		require.True(t, ok, value)
		require.InDelta(t, want, got.Millimetres(), 0.01, value)
	}
}
