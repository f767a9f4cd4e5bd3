package htmldoc_test

import (
	"context"
	"fmt"

	"platen/domain/htmldoc"
)

// The css of a request follows the author's styles. A meta element cannot navigate away from the document.
func ExampleDocument_HTML() {
	document, err := htmldoc.Parse(context.Background(), `<meta http-equiv="refresh" content="0"><style>p { color: red }</style><p>Hello`, "p { color: blue }")
	fmt.Println(document.HTML(""), err)
	for _, sheet := range document.Stylesheets() {
		fmt.Println(sheet.Text)
	}
	// Output:
	// <meta &#104;ttp-equiv="refresh" content="0"><style>p { color: red }</style><style>p { color: blue }</style><p>Hello <nil>
	// p { color: red }
	// p { color: blue }
}
