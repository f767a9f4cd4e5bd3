package stylesheet_test

import (
	"context"
	"fmt"

	"platen/domain/stylesheet"
)

// A sheet follows those that it imports, as in the cascade.
func ExampleWithExternal() {
	read := func(_ context.Context, address string) (string, error) { return "/* " + address + " */", nil }
	linked := stylesheet.Sheet{External: true, URL: "https://example.com/css/invoice.css"}
	own := stylesheet.Sheet{Text: "@import 'theme.css' print;", URL: "https://example.com/"}
	sheets, err := stylesheet.WithExternal(context.Background(), []stylesheet.Sheet{linked, own}, read)
	for _, sheet := range sheets {
		fmt.Println(sheet.Text)
	}
	fmt.Println(err)
	// Output:
	// /* https://example.com/css/invoice.css */
	// /* https://example.com/theme.css */
	// @import 'theme.css' print;
	// <nil>
}
