package harness

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

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
	if err := described(answer, request); err != nil {
		return fmt.Errorf("the answer %d is not as openapi.yaml describes it: %w", answer.Status, err)
	}
	return nil
}

// httpFields are the header fields of HTTP itself, which need no description.
var httpFields = []string{"Date", "Connection", "Content-Type", "Content-Length", "Transfer-Encoding"}

// described checks an answer against the OpenAPI description.
func described(answer Answer, request *http.Request) error {
	path, method := program.Operation, "post"
	switch {
	case request != nil && request.Method == http.MethodHead:
		return nil // the description is of answers with a body
	case request != nil && strings.HasPrefix(request.URL.Path, "/openapi."):
		path, method = request.URL.Path, "get"
	}
	// Answers to other paths and methods are described with the operation.
	described, err := description()
	if err != nil {
		return err
	}
	at, found := described.find("/paths/" + escape(path) + "/" + method + "/responses/" + strconv.Itoa(answer.Status))
	if !found {
		return errors.New("the status is unknown")
	}
	return errors.Join(described.checkHeader(at+"/headers/", answer.Header), described.checkBody(at+"/content/", answer))
}

// descriptionURI is the address of the description for its references. As a path, it would be one below the folder, whose name may have blanks.
const descriptionURI = "platen:openapi.json"

// openAPI is the description of the API.
type openAPI struct {
	document any
	mu       sync.Mutex // the compiler's
	compiler *jsonschema.Compiler
}

// description reads the description once.
var description = sync.OnceValues(func() (*openAPI, error) {
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(httpapi.OpenAPI()[1].Content()))
	if err != nil {
		return nil, err
	}
	compiler := jsonschema.NewCompiler()
	return &openAPI{document: document, compiler: compiler}, compiler.AddResource(descriptionURI, document)
})

// escape makes a name a token of a JSON pointer.
func escape(name string) string { return strings.NewReplacer("~", "~0", "/", "~1").Replace(name) }

// object returns the object at a JSON pointer.
func (d *openAPI) object(pointer string) map[string]any {
	value := d.document
	for token := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		fields, _ := value.(map[string]any)
		value = fields[strings.NewReplacer("~1", "/", "~0", "~").Replace(token)]
	}
	fields, _ := value.(map[string]any)
	return fields
}

// find returns where an object is that may be a reference, and whether there is one.
func (d *openAPI) find(pointer string) (string, bool) {
	fields := d.object(pointer)
	if reference, is := fields["$ref"].(string); is {
		return strings.TrimPrefix(reference, "#"), true
	}
	return pointer, fields != nil
}

// validate checks a value against the schema at a JSON pointer.
func (d *openAPI) validate(pointer string, value any) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	schema, err := d.compiler.Compile(descriptionURI + "#" + pointer)
	if err != nil {
		return err
	}
	return schema.Validate(value)
}

func (d *openAPI) checkHeader(at string, header http.Header) (wrong error) {
	unknown := maps.Clone(header)
	for _, name := range httpFields {
		delete(unknown, name)
	}
	for name := range d.object(strings.TrimSuffix(at, "/")) {
		unknown.Del(name)
		field, _ := d.find(at + name)
		values, has := header[http.CanonicalHeaderKey(name)]
		switch {
		case has:
			var value any = values[0]
			if n, err := strconv.Atoi(values[0]); err == nil && d.object(field + "/schema")["type"] == "integer" {
				value = n
			}
			if err := d.validate(field+"/schema", value); err != nil {
				wrong = errors.Join(wrong, fmt.Errorf("%s: %w", name, err))
			}
		case d.object(field)["required"] == true:
			wrong = errors.Join(wrong, fmt.Errorf("the header field %s is missing", name))
		}
	}
	for name := range unknown {
		wrong = errors.Join(wrong, fmt.Errorf("the header field %s is unknown", name))
	}
	return wrong
}

func (d *openAPI) checkBody(at string, answer Answer) error {
	contentType := answer.Header.Get("Content-Type")
	if _, known := d.find(at + escape(contentType)); !known {
		return fmt.Errorf("the content type %q is unknown", contentType)
	}
	if contentType != "application/json" {
		return nil
	}
	body, err := jsonschema.UnmarshalJSON(bytes.NewReader(answer.Body))
	if err != nil {
		return err
	}
	return d.validate(at+escape(contentType)+"/schema", body)
}
