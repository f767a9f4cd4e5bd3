package csscondition_test

import (
	"fmt"

	"platen/domain"
	"platen/domain/csstoken"
	"platen/domain/internal/csscondition"
)

func Example() {
	content := csscondition.Media{Width: 190 * domain.Millimetre, Height: 277 * domain.Millimetre}
	fmt.Println(content.Applies(csstoken.Read("print and (min-width: 15cm)")))
	fmt.Println(content.Applies(csstoken.Read("screen, (orientation: landscape)")))
	fmt.Println(csscondition.Supports(csstoken.Read("(display: grid) and selector(a:has(b))")))
	// Output:
	// true
	// false
	// true
}
