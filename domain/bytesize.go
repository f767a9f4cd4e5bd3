package domain

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// ByteSize is a number of bytes that configuration files write with a unit.
type ByteSize int64

// The binary and decimal units.
const (
	Byte ByteSize = 1
	KiB           = 1024 * Byte
	MiB           = 1024 * KiB
	GiB           = 1024 * MiB
	KB            = 1000 * Byte
	MB            = 1000 * KB
	GB            = 1000 * MB
)

var byteUnits = map[string]ByteSize{
	"": Byte, "b": Byte, "kib": KiB, "mib": MiB, "gib": GiB, "kb": KB, "mb": MB, "gb": GB,
}

// UnmarshalText reads a number with a unit, as in "5MiB", "128 MB" or "4096".
func (b *ByteSize) UnmarshalText(text []byte) error {
	value, name, ok := SplitUnit(string(text))
	unit, known := byteUnits[strings.TrimSpace(name)]
	if !ok || !known || value < 0 || value*float64(unit) > math.MaxInt64/2 {
		return fmt.Errorf("%q is not a size: write a number with a unit, as in 512KiB, 5MiB or 2GiB", text)
	}
	*b = ByteSize(value * float64(unit))
	return nil
}

// MarshalText writes the size as String does.
func (b ByteSize) MarshalText() ([]byte, error) { return []byte(b.String()), nil }

// String returns the size in the largest binary unit that divides it, as in "5MiB".
func (b ByteSize) String() string {
	for _, u := range []struct {
		size ByteSize
		name string
	}{{GiB, "GiB"}, {MiB, "MiB"}, {KiB, "KiB"}} {
		if b != 0 && b%u.size == 0 {
			return strconv.FormatInt(int64(b/u.size), 10) + u.name
		}
	}
	return strconv.FormatInt(int64(b), 10) + "B"
}
