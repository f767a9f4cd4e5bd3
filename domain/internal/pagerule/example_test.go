package pagerule_test

import (
	"context"
	"fmt"

	"platen/domain"
	"platen/domain/internal/csscondition"
	"platen/domain/internal/pagerule"
	"platen/domain/internal/rootstyle"
	"platen/domain/stylesheet"
)

// A page is asked for by all selectors that match it.
func Example() {
	sheets := []stylesheet.Sheet{{Text: "@page { margin: 1cm; size: A5 } @page :first { margin-top: var(--cover) } :root { --cover: 3cm }"}}
	content := csscondition.Media{Width: domain.A4.Width, Height: domain.A4.Height}
	root := func() rootstyle.Style { return rootstyle.Of(context.Background(), sheets, nil, content) }
	rules, err := pagerule.Read(context.Background(), sheets, content, root)
	if err != nil {
		panic(err)
	}
	first, _ := rules.First("margin-top", []string{":first", ":right", ""})
	left, _ := rules.First("margin-top", []string{":left", ""})
	fmt.Println(first.Value, left.Value, rules.Selectors("margin-top"))
	// Output:
	// 3cm 1cm [ :first]
}
