package cssvalue_test

import (
	"fmt"

	"platen/domain"
	"platen/domain/internal/cssvalue"
)

// A percentage refers to the width that is given, em to the font size, and lh is the engine's to know.
func Example() {
	units := cssvalue.Units{Paper: domain.A4, Font: func() domain.Length { return 16 * domain.Pixel }}
	length, ok := cssvalue.Length("calc(10% + 2 * 1in)", domain.A4.Width, units)
	fmt.Printf("%.1f mm %v\n", length.Millimetres(), ok)

	_, ok = cssvalue.Length("2lh", 0, units)
	fmt.Println(ok, cssvalue.EngineOnly("2lh"), cssvalue.EngineOnly("2fathoms"))
	// Output:
	// 71.8 mm true
	// false true false
}
