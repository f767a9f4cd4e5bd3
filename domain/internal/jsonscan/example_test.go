package jsonscan_test

import (
	"fmt"

	"platen/domain/internal/jsonscan"
)

// Children visits the members of an object, and ValueEnd tells where each value ends.
func ExampleChildren() {
	const text = `{"price": 10.00, "name": "caf\u00e9"}`
	jsonscan.Children(text, 0, func(name string, at int) int {
		end := jsonscan.ValueEnd(text, at)
		fmt.Println(jsonscan.Unquote(name), "=", text[at:end])
		return end
	})
	// Output:
	// price = 10.00
	// name = "caf\u00e9"
}
