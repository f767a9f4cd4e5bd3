package domain_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"platen/domain"
)

func TestByteSizeRead(t *testing.T) {
	for text, want := range map[string]domain.ByteSize{
		"0": 0, "4096": 4096, "1B": 1, "5MiB": 5_242_880, "5mib": 5_242_880, "128 MB": 128_000_000, " 2GiB ": 2 << 30, "1.5KiB": 1536,
		"1kb": 1000, "3GB": 3_000_000_000, "1e3": 1000, "0.1": 0,
	} {
		var got domain.ByteSize
		require.NoError(t, got.UnmarshalText([]byte(text)), "%q", text)
		require.Equal(t, want, got, "%q", text)
	}
	for _, text := range []string{
		"", " ", "MiB", "5 Mi B", "5M", "5Mb/s", "-1", "-5MiB", "1e30", "9999999GiB99", "inf", "nan", "NaN MiB", "0x10", "0x1p4", "1_000", "5,5MiB",
	} {
		got := domain.ByteSize(7)
		require.ErrorContains(t, got.UnmarshalText([]byte(text)), "\""+text+"\"", "%q", text)
		require.Equal(t, domain.ByteSize(7), got, "%q: kept after an error", text)
	}
}

func TestByteSizeWritten(t *testing.T) {
	for size, want := range map[domain.ByteSize]string{
		0: "0B", 1: "1B", 1023: "1023B", 1024: "1KiB", 1536: "1536B", 5 * domain.MiB: "5MiB", 3 * domain.GiB: "3GiB", domain.MB: "1000000B",
		1025 * domain.KiB: "1025KiB",
	} {
		require.Equal(t, want, size.String())
		got, err := size.MarshalText()
		require.NoError(t, err)
		require.Equal(t, want, string(got))
	}
}

func TestByteSizeRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// A float64 holds whole numbers up to 2^53 exactly.
		want := domain.ByteSize(rapid.Int64Range(0, 1<<53).Draw(t, "size"))
		var got domain.ByteSize
		require.NoError(t, got.UnmarshalText([]byte(want.String())))
		require.Equal(t, want, got)
	})
}

func FuzzByteSize(f *testing.F) {
	for _, seed := range []string{"5MiB", "0", "1e3", "nan", "128 MB"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var size domain.ByteSize
		if err := size.UnmarshalText([]byte(text)); err != nil {
			require.Zero(t, size)
		}
		require.GreaterOrEqual(t, size, domain.ByteSize(0), "%q", text)
	})
}
