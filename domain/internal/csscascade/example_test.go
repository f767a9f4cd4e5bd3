package csscascade_test

import (
	"fmt"

	"platen/domain/csstoken"
	"platen/domain/internal/csscascade"
)

// The first mention of a layer decides its order, and what is in no layer wins over what is in one.
func Example() {
	var layers csscascade.Layers
	layers.Note(csscascade.Unlayered, csstoken.Read("@layer reset, theme"))
	theme := layers.In(csscascade.Unlayered, []string{"theme"})
	reset := layers.In(csscascade.Unlayered, []string{"reset"})
	fmt.Println(layers.Compare(reset, theme) < 0)
	fmt.Println(layers.Compare(theme, csscascade.Unlayered) < 0)
	fmt.Println(layers.Compare(layers.In(theme, []string{"dark"}), theme) < 0)
	// Output:
	// true
	// true
	// true
}
