package template_test

import (
	"fmt"

	"platen/domain"
	"platen/domain/template"
)

func ExampleSettings_Fill() {
	request, err := domain.ParseRequest([]byte(`{
		"html": "<h1>{{customer.name}}</h1> <p>{{items.1.price}} of {{ total }}, {{unknown}}</p>",
		"data": {"customer": {"name": "Ada"}, "items": [{"price": 1.50}, {"price": 10.00}], "total": 11.50}
	}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	filled, err := template.Default().Fill(request)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(filled.HTML)
	// Output: <h1>Ada</h1> <p>10.00 of 11.50, {{unknown}}</p>
}
