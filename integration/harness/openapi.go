package harness

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"

	"github.com/pb33f/libopenapi"
	validator "github.com/pb33f/libopenapi-validator"
	"github.com/pb33f/libopenapi-validator/config"

	"platen/adapters/httpapi"
)

// operation is the path of the API's operation.
const operation = "/api/pdf/external"

// Read reads the whole answer. An answer that does not match the OpenAPI description, including its header fields and the fields of
// its JSON, is an error. If the request is not known, it is taken for a POST to the operation.
func Read(response *http.Response) (Answer, error) {
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		return Answer{}, fmt.Errorf("read the answer: %w", err)
	}
	answer := Answer{response.StatusCode, response.Header, content}
	return answer, answer.described(response.Request)
}

// described checks an answer against the OpenAPI description.
func (a Answer) described(request *http.Request) error {
	if request != nil && request.Method == http.MethodHead {
		return nil // the description is of answers with a body
	}
	path, method := operation, http.MethodPost
	if request != nil && strings.HasPrefix(request.URL.Path, "/openapi.") {
		path, method = request.URL.Path, http.MethodGet
	}
	// Answers to other paths and methods are described with the operation.
	question, err := http.NewRequest(method, "http://platen"+path, http.NoBody)
	if err != nil {
		return err
	}
	check, err := description()
	if err != nil {
		return err
	}
	_, failures := check.ValidateHttpResponse(question, &http.Response{
		StatusCode: a.Status, Header: a.Header, Body: io.NopCloser(bytes.NewReader(a.Body)),
	})
	var undescribed []error
	for _, failure := range failures {
		undescribed = append(undescribed, fmt.Errorf("the answer %d is not as openapi.yaml describes it: %s: %s", a.Status, failure.Message, failure.Reason))
	}
	return errors.Join(undescribed...)
}

// description reads openapi.yaml once.
var description = sync.OnceValues(func() (validator.Validator, error) {
	document, err := libopenapi.NewDocument(httpapi.OpenAPI()[0].Content())
	if err != nil {
		return nil, fmt.Errorf("openapi.yaml: %w", err)
	}
	// The header fields of HTTP itself need no description. The only open object is the description's own JSON form; the
	// body of a failure is closed by its schema.
	check, problems := validator.NewValidator(document, config.WithStrictMode(), config.WithStrictIgnorePaths("$.body.*"),
		config.WithStrictIgnoredHeaders("Date", "Connection", "Content-Type", "Content-Length", "Transfer-Encoding"))
	return check, errors.Join(problems...)
})
