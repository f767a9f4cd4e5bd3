package harness

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"

	"platen/adapters/httpapi"
	"platen/integration/program"
)

// Read reads the whole answer. An answer that does not match the OpenAPI description, including its header fields and the fields of
// its JSON, is an error. If the request is not known, it is taken for a POST to the operation.
func Read(response *http.Response) (Answer, error) {
	answer, err := program.Read(response)
	if err != nil {
		return Answer{}, fmt.Errorf("read the answer: %w", err)
	}
	return answer, check(answer, response.Request)
}

func check(answer Answer, request *http.Request) error {
	if err := match(answer, request); err != nil {
		return fmt.Errorf("the answer %d is not as openapi.yaml describes it: %w", answer.Status, err)
	}
	return nil
}

// description reads the description once.
var description = sync.OnceValues(func() (*openapi3.T, error) { return openapi3.NewLoader().LoadFromData(httpapi.OpenAPI()[1].Content()) })

// httpFields are the header fields of HTTP itself, which need no description.
var httpFields = []string{"Date", "Connection", "Content-Type", "Content-Length", "Transfer-Encoding"}

// match checks an answer against the OpenAPI description. It admits no header field and no content type that is not there.
func match(answer Answer, request *http.Request) error {
	path, method := program.Operation, http.MethodPost
	switch {
	case request != nil && request.Method == http.MethodHead:
		return nil // the description is of answers with a body
	case request != nil && strings.HasPrefix(request.URL.Path, "/openapi."):
		path, method = request.URL.Path, http.MethodGet
	}
	// Answers to other paths and methods are described with the operation.
	spec, err := description()
	if err != nil {
		return err
	}
	operation := spec.Paths.Value(path).GetOperation(method)
	of, contentType := operation.Responses.Status(answer.Status), answer.Header.Get("Content-Type")
	if of == nil {
		return errors.New("the status is unknown")
	}
	input := &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{
			Request: &http.Request{Method: method}, Route: &routers.Route{Spec: spec, Operation: operation},
		},
		Status: answer.Status, Header: answer.Header, Options: &openapi3filter.Options{ExcludeResponseBody: contentType != "application/json"},
	}
	err = openapi3filter.ValidateResponse(context.Background(), input.SetBodyBytes(answer.Body))
	if of.Value.Content[contentType] == nil {
		err = errors.Join(err, fmt.Errorf("the content type %q is unknown", contentType))
	}
	for name := range answer.Header {
		known := func(described string) bool { return http.CanonicalHeaderKey(described) == name }
		if !slices.Contains(httpFields, name) && !slices.ContainsFunc(slices.Collect(maps.Keys(of.Value.Headers)), known) {
			err = errors.Join(err, fmt.Errorf("the header field %s is unknown", name))
		}
	}
	return err
}
