package cssselector_test

import (
	"fmt"

	"platen/domain/csstoken"
	"platen/domain/internal/cssselector"
	"platen/domain/internal/kleene"
)

func Example() {
	root := cssselector.Root{Attributes: map[string]string{"class": "wide", "lang": "de"}}
	for _, selector := range []string{":root.wide", "html:not([lang])", ":root:has(table)"} {
		matches := root.Match(csstoken.Read(selector), false).Matches
		fmt.Println(selector, matches == kleene.True, matches == kleene.Unknown)
	}
	// Output:
	// :root.wide true false
	// html:not([lang]) false false
	// :root:has(table) false true
}
