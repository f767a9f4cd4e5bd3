package domain_test

import (
	"fmt"

	"platen/domain"
)

// A request is one JSON object. Errors say what is wrong in words for the client.
func ExampleParseRequest() {
	request, err := domain.ParseRequest([]byte(`{"html": "<p>{{total}}", "data": {"total": 10.00}}`))
	fmt.Println(request.HTML, request.Data.JSON(), err)

	_, err = domain.ParseRequest([]byte(`{"html": 1}`))
	fmt.Println(domain.AsError(err).Code, domain.AsError(err).Message)
	// Output:
	// <p>{{total}} {"total": 10.00} <nil>
	// invalid_request the field html must be a string, not a number
}
