package template_test

import (
	"fmt"

	"platen/domain"
	"platen/domain/template"
)

func ExampleSettings_Fill() {
	request, err := domain.ParseRequest([]byte(`{
		"html": "<h1>{{customer.name}}</h1>{{#items}} {{price}}{{/items}} {{^paid}}make {{ total }}{{/paid}} {{unknown}}",
		"data": {"customer": {"name": "Ada"}, "items": [{"price": 1.50}, {"price": 10.00}], "total": 11.50}
	}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	filled, missing, err := template.Default().Fill(request)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(filled.HTML)
	fmt.Println(missing, "missing")
	// Output:
	// <h1>Ada</h1> 1.50 10.00 make 11.50 {{unknown}}
	// 1 missing
}
