package kleene_test

import (
	"fmt"

	"platen/domain/internal/kleene"
)

// A browser that does not know a feature cannot say that a condition is true, unless the rest of it decides.
func Example() {
	fmt.Println(kleene.Unknown.Not() == kleene.Unknown)
	fmt.Println(kleene.Unknown.Or(kleene.True) == kleene.True)
	fmt.Println(kleene.Unknown.And(kleene.Of(2 > 1)) == kleene.Unknown)
	// Output:
	// true
	// true
	// true
}
