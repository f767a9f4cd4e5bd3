package rootstyle_test

import (
	"context"
	"fmt"

	"platen/domain"
	"platen/domain/csstoken"
	"platen/domain/internal/csscondition"
	"platen/domain/internal/rootstyle"
	"platen/domain/stylesheet"
)

// The style attribute wins over the style sheet.
func Example() {
	sheets := []stylesheet.Sheet{{Text: "html { font-size: 20px; --gap: 5mm } @media screen { html { --gap: 1mm } }"}}
	attributes := map[string]string{"dir": "rtl", "style": "font-size: 10px"}
	content := csscondition.Media{Width: domain.A4.Width, Height: domain.A4.Height}

	style := rootstyle.Of(context.Background(), sheets, attributes, content)
	fmt.Println(csstoken.Text(style.Variables.Resolve(csstoken.Read("calc(2 * var(--gap))"))))
	fmt.Printf("%.0f px, right to left: %v\n", float64(style.Font/domain.Pixel), style.RTL)
	// Output:
	// calc(2 * 5mm)
	// 10 px, right to left: true
}
