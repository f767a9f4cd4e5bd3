package integration_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	registry "platen/adapters/engines"
	"platen/integration/harness"
	"platen/ports/pdfcheck"
)

// operation is the one public path of the contract.
const operation = "/api/pdf/external"

// both are the engines of the contract's "every engine".
var both = registry.All().Names()

// fields are a request's body.
type fields = map[string]any

// call is a request to a service. Fields that are not set are those of a valid request.
type call struct {
	method, path string
	// header are fields besides the usual ones, or instead of them; an empty value removes the usual one.
	header map[string]string
	// body is a string, bytes, fields or a reader, which is sent in chunks.
	body any
}

// to sends the request and gives the whole answer. It fails the test when there is none.
func (c call) to(t testing.TB, s *harness.Service) harness.Answer {
	t.Helper()
	answer, err := c.try(t.Context(), s)
	require.NoError(t, err)
	return answer
}

func (c call) try(ctx context.Context, s *harness.Service) (harness.Answer, error) {
	request, err := http.NewRequestWithContext(ctx, orElse(c.method, http.MethodPost), s.URL+orElse(c.path, operation), c.reader())
	if err != nil {
		return harness.Answer{}, err
	}
	request.Header.Set("Authorization", "Bearer "+harness.Key)
	request.Header.Set("Content-Type", "application/json")
	for name, value := range c.header {
		if request.Header.Del(name); value != "" {
			request.Header[name] = []string{value}
		}
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return harness.Answer{}, err
	}
	return harness.Read(response)
}

func (c call) reader() io.Reader {
	switch body := c.body.(type) {
	case string:
		return strings.NewReader(body)
	case []byte:
		return bytes.NewReader(body)
	case io.Reader:
		return io.MultiReader(body) // of no known length
	case nil:
		return strings.NewReader(`{"html":"<p>Fine</p>"}`)
	default:
		return strings.NewReader(quoted(body))
	}
}

func orElse(value, usual string) string {
	if value == "" {
		return usual
	}
	return value
}

// printed requests a document and gives the PDF. Any answer but a 200 as in section 5 fails the test.
func printed(t testing.TB, s *harness.Service, body any) harness.Answer {
	t.Helper()
	answer := call{body: body}.to(t, s)
	delivered(t, answer)
	return answer
}

// delivered checks a 200.
func delivered(t testing.TB, a harness.Answer) {
	t.Helper()
	require.Equal(t, http.StatusOK, a.Status, "%s", a.Body)
	require.Equal(t, "application/pdf", a.Header.Get("Content-Type"))
	require.True(t, bytes.HasPrefix(a.Body, []byte("%PDF-")))
}

// says checks the text of the document for a body.
func says(t testing.TB, s *harness.Service, body any, checks ...pdfcheck.Check) {
	t.Helper()
	pdfcheck.In(t, printed(t, s, body).Body, checks...)
}

// codes are the codes of the contract, by status. Statuses of HTTP itself are client errors.
var codes = map[int]string{
	400: "invalid_request", 401: "unauthorized", 404: "not_found", 405: "method_not_allowed", 413: "payload_too_large",
	415: "unsupported_media_type", 429: "rate_limited", 500: "render_failed", 503: "overloaded", 504: "timeout",
	417: "invalid_request", 431: "invalid_request", 501: "invalid_request", 505: "invalid_request",
}

// leak matches what no message may show: a path of the server, a stack, a code address.
var leak = regexp.MustCompile(`goroutine \d|\.go:\d|0x[0-9a-f]{6}|/(tmp|usr|home|root|work|proc|var|etc)/|DevTools|net::ERR|file:`)

// refused checks that a failure has the form of section 5, and that the message has the parts.
func refused(t testing.TB, a harness.Answer, status int, parts ...string) {
	t.Helper()
	require.Equal(t, status, a.Status, "%.300s", a.Body)
	require.Equal(t, "application/json", a.Header.Get("Content-Type"))
	var body map[string]any
	require.NoError(t, json.Unmarshal(a.Body, &body), "%s", a.Body)
	require.Equal(t, []string{"code", "error", "requestId"}, slices.Sorted(maps.Keys(body)))
	message, isString := body["error"].(string)
	require.True(t, isString, "%s", a.Body)
	require.NotEmpty(t, message)
	require.Equal(t, codes[status], body["code"])
	require.NotEmpty(t, body["requestId"])
	require.Equal(t, a.Header.Get("X-Request-Id"), body["requestId"])
	for _, part := range parts {
		require.Contains(t, message, part)
	}
	require.NotRegexp(t, leak, message)
}

// quoted is the JSON of a value, without unnecessary escapes.
func quoted(value any) string {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		panic(err)
	}
	return strings.TrimSpace(b.String())
}
