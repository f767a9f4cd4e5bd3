package httpapi

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"

	"go.yaml.in/yaml/v3"

	"platen/domain"
)

//go:embed openapi.yaml
var openAPIYAML []byte

// openAPIJSON converts the description once. It panics if openapi.yaml is not YAML, which the tests exclude.
var openAPIJSON = sync.OnceValue(func() []byte {
	var description any
	if err := yaml.Unmarshal(openAPIYAML, &description); err != nil {
		panic(fmt.Sprintf("openapi.yaml: %v", err))
	}
	content, err := json.MarshalIndent(description, "", "  ")
	if err != nil {
		panic(fmt.Sprintf("openapi.yaml has no JSON form: %v", err))
	}
	return append(content, '\n')
})

// Resource is a document at a path, for any listener to serve.
type Resource struct {
	Path, ContentType string
	// Content returns the document. The caller must not change it. Safe for concurrent use.
	Content func() []byte
}

// OpenAPI returns the OpenAPI description of the API in its two forms.
func OpenAPI() []Resource {
	return []Resource{
		{"/openapi.yaml", "application/yaml", func() []byte { return openAPIYAML }},
		{"/openapi.json", "application/json", openAPIJSON},
	}
}

// serveResource answers GET and HEAD with the document. It needs no key and costs no rate limit.
func (s *Server) serveResource(resource Resource) http.Handler {
	return s.handle(func(x *exchange, r *http.Request) error {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			x.Header().Set("Allow", "GET, HEAD")
			return &domain.Error{Code: domain.MethodNotAllowed, Message: "this can only be read: use GET"}
		}
		x.answer(http.StatusOK, resource.ContentType, resource.Content())
		return nil
	})
}
