package httpapi_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"platen/domain"
	"platen/ports"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestADocument(t *testing.T) {
	s := start(t, func(s *service) {
		s.printer.do = func(context.Context, domain.Request) (domain.Document, error) {
			d := aDocument()
			d.Missing = 7
			d.Traffic.Failed = []domain.FailedResource{{URL: "http://a/x.png", Reason: "refused"}, {URL: "http://b/", Reason: "timed out"}}
			return d, nil
		}
	})
	r := s.do(s.request(strings.NewReader(`{"html":"<p>{{a}}</p>","css":"p{}","data":{"a":1.50},"headerHtml":"h","footerHtml":null,"other":1}`)))

	require.Equal(t, http.StatusOK, r.StatusCode, "body: %s", r.body)
	common(t, r)
	require.Equal(t, aDocument().PDF, r.body)
	require.EqualValues(t, len(r.body), r.ContentLength)
	for name, want := range map[string]string{
		"Content-Type":                "application/pdf",
		"Platen-Engine":               "fake",
		"Platen-Pages":                "3",
		"Platen-Fingerprint":          `request="1", engine="2"`,
		"Platen-Resources-Failed":     "2",
		"Platen-Placeholders-Missing": "7",
		"Server-Timing":               "queue;dur=1.5, render;dur=12.0, compose;dur=0.0",
		"Content-Disposition":         `inline; filename="document.pdf"`,
	} {
		require.Equal(t, want, r.Header.Get(name), name)
	}
	require.Equal(t, 1, s.printer.count())
	require.Equal(t, []string{"acme"}, s.printer.clients)
	got := s.printer.requests[0]
	require.Equal(t, "<p>{{a}}</p>", got.HTML)
	require.Equal(t, "p{}", got.CSS)
	require.Equal(t, "h", got.HeaderHTML)
	require.Empty(t, got.FooterHTML)
	require.Equal(t, []string{"acme"}, s.limits.taken)
}

// Every method but POST, and every other path or spelling of the path, is refused.
func TestPathsAndMethods(t *testing.T) {
	s := start(t)
	for _, c := range []struct {
		line   string
		status int
	}{
		{"GET " + operation, 405},
		{"PUT " + operation, 405},
		{"DELETE " + operation, 405},
		{"PATCH " + operation, 405},
		{"OPTIONS " + operation, 405},
		{"HEAD " + operation, 405},
		{"TRACE " + operation, 405},
		{"post " + operation, 405},
		{"BREW " + operation, 405},
		{"GET " + operation + "?a=b", 405},
		{"POST /", 404},
		{"POST /api", 404},
		{"POST /api/pdf/", 404},
		{"POST " + operation + "/", 404},
		{"POST " + operation + "/x", 404},
		{"POST /" + operation, 404},
		{"POST /api//pdf/external", 404},
		{"POST /api/./pdf/external", 404},
		{"POST /x/.." + operation, 404},
		{"POST /api%2fpdf/external", 404},
		{"POST /api/pdf%2Fexternal", 404},
		{"POST /api/pdf/%65xternal", 404},
		{"POST /API/PDF/EXTERNAL", 404},
		{"POST " + operation + "%00", 404},
		{"POST " + operation + ";a=b", 404},
		{"POST /favicon.ico", 404},
		{"GET /healthz", 404},
		{"GET /metrics", 404},
		{"OPTIONS *", 404},
		{"CONNECT example.com:443", 404},
		{"CONNECT " + operation, 405},
		{"PRI *", 404},
	} {
		t.Run(c.line, func(t *testing.T) {
			r := s.raw(c.line + " HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")
			if strings.HasPrefix(c.line, "HEAD") {
				require.Equal(t, c.status, r.StatusCode)
				require.Equal(t, "application/json", r.Header.Get("Content-Type"))
				require.Empty(t, r.body)
				common(t, r)
				return
			}
			if c.status == 404 {
				failure(t, r, 404, domain.NotFound)
				return
			}
			failure(t, r, 405, domain.MethodNotAllowed)
			require.Equal(t, "POST", r.Header.Get("Allow"))
		})
	}
	require.Zero(t, s.limits.count())
	require.Empty(t, s.keys.asked)
	require.Zero(t, s.printer.count())
}

func TestPathIsExact(t *testing.T) {
	s := start(t)
	for _, target := range []string{operation + "?a=b", "http://elsewhere" + operation, operation + "?"} {
		r := s.raw(fmt.Sprintf("POST %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Length: %d\r\n\r\n%s",
			target, goodKey, len(small), small))
		require.Equal(t, 200, r.StatusCode, target)
	}
}

// Each row is wrong in its own step and in all later ones; the answer must be about the first.
func TestOrderOfChecks(t *testing.T) {
	const huge = "Content-Length: 99999999"
	for _, c := range []struct {
		name    string
		request string
		spent   bool // the rate limit
		status  int
		code    domain.Code
		tokens  int
	}{
		{"path", "POST /other HTTP/1.1\r\nHost: x\r\nContent-Type: text/html\r\n" + huge + "\r\n\r\n", true, 404, domain.NotFound, 0},
		{"method", "PUT " + operation + " HTTP/1.1\r\nHost: x\r\nContent-Type: text/html\r\n" + huge + "\r\n\r\n", true, 405, domain.MethodNotAllowed, 0},
		{"key", "POST " + operation + " HTTP/1.1\r\nHost: x\r\nContent-Type: text/html\r\n" + huge + "\r\n\r\n", true, 401, domain.Unauthorized, 0},
		{"rate limit", head("Content-Type: text/html", huge) + "\r\n", true, 429, domain.RateLimited, 1},
		{"type", head("Content-Type: text/html", huge) + "\r\n", false, 415, domain.UnsupportedMediaType, 1},
		{"coding", head("Content-Encoding: gzip", huge) + "\r\n", false, 415, domain.UnsupportedMediaType, 1},
		{"size", head(huge) + "\r\n", false, 413, domain.PayloadTooLarge, 1},
		{"JSON", head("Content-Length: 1") + "\r\n{", false, 400, domain.InvalidRequest, 1},
		{"fields", head("Content-Length: 2") + "\r\n{}", false, 400, domain.InvalidRequest, 1},
		{"generator", post(), false, 503, domain.Overloaded, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := start(t, func(s *service) {
				s.printer.do = fails(&domain.Error{Code: domain.Overloaded, Message: "full"})
				s.limits.allowance = ports.Allowance{Granted: !c.spent, Limited: true}
			})
			failure(t, s.raw(c.request), c.status, c.code)
			require.Equal(t, c.tokens, s.limits.count())
		})
	}
}

func TestFieldErrors(t *testing.T) {
	s := start(t)
	for body, want := range map[string]string{
		``:                             "empty",
		`[]`:                           "object",
		`"html"`:                       "object",
		`{"html":"x"} {}`:              "13",
		`{"html":"x",}`:                "offset",
		"{\"html\":\"\xff\"}":          "UTF-8",
		`{"html":1}`:                   "html",
		`{"html":""}`:                  "html",
		`{"html":" \n\t"}`:             "html",
		`{"HTML":"x"}`:                 "html",
		`{"html":null}`:                "html",
		`{"html":"x","css":[]}`:        "css",
		`{"html":"x","data":"1"}`:      "data",
		`{"html":"x","headerHtml":{}}`: "headerHtml",
		`{"html":"x","footerHtml":1}`:  "footerHtml",
	} {
		message := failure(t, s.do(s.request(strings.NewReader(body))), 400, domain.InvalidRequest)
		require.Contains(t, message, want, "body: %q", body)
	}
	require.Zero(t, s.printer.count())
}

// The table of statuses, seen from outside. Clients see only Message.
func TestErrorsOfTheGenerator(t *testing.T) {
	cause := errors.New("/usr/bin/engine: SIGSEGV at 0xdeadbeef")
	for _, c := range []struct {
		err        error
		status     int
		code       domain.Code
		message    string
		retryAfter string
	}{
		{domain.Invalidf("no value for {{a}} & <b>"), 400, domain.InvalidRequest, "no value for {{a}} & <b>", ""},
		{fmt.Errorf("generate: %w", domain.Invalidf("wrapped")), 400, domain.InvalidRequest, "wrapped", ""},
		{&domain.Error{Code: domain.RenderFailed, Message: "it failed", Err: cause}, 500, domain.RenderFailed, "it failed", ""},
		{&domain.Error{Code: domain.Overloaded, Message: "full", Err: cause}, 503, domain.Overloaded, "full", "1"},
		{&domain.Error{Code: domain.Overloaded, Message: "full", RetryAfter: 6001 * time.Millisecond}, 503, domain.Overloaded, "full", "7"},
		{domain.EngineUnavailable(cause), 503, domain.Overloaded, domain.EngineUnavailable(nil).Message, "5"},
		{&domain.Error{Code: domain.Timeout, Message: "late", Err: cause}, 504, domain.Timeout, "late", ""},
		{&domain.Error{Code: "new_code", Message: "?", Err: cause}, 500, "new_code", "?", ""},
		{cause, 500, domain.RenderFailed, "the document could not be rendered", ""},
		{fmt.Errorf("print: %w", context.DeadlineExceeded), 504, domain.Timeout, "the document took longer to render than this service allows", ""},
		// Another context was cancelled; the client is still there.
		{context.Canceled, 500, domain.RenderFailed, "the document could not be rendered", ""},
	} {
		t.Run(c.err.Error(), func(t *testing.T) {
			s := start(t, func(s *service) { s.printer.do = fails(c.err) })
			r := s.do(s.request(strings.NewReader(small)))
			require.Equal(t, c.message, failure(t, r, c.status, c.code))
			require.Equal(t, c.retryAfter, r.Header.Get("Retry-After"))
			require.NotContains(t, string(r.body), "engine:")
			require.NotContains(t, string(r.body), `\u003c`)
		})
	}
}

func TestPanicIs500(t *testing.T) {
	s := start(t, func(s *service) {
		s.printer.do = func(context.Context, domain.Request) (domain.Document, error) { panic("secret cause") }
	})
	r := s.do(s.request(strings.NewReader(small)))
	require.NotContains(t, failure(t, r, 500, domain.RenderFailed), "secret")
	lines := s.logs.FilterMessageSnippet("panic").All()
	require.Len(t, lines, 1)
	fields := lines[0].ContextMap()
	require.Contains(t, fields["stack"], "Generate")
	require.Equal(t, "secret cause", fields["panic"])
	require.Equal(t, r.Header.Get("X-Request-Id"), fields["request_id"])
	s.printer.do = prints
	require.Equal(t, 200, s.do(s.request(strings.NewReader(small))).StatusCode)
}

func TestRequestID(t *testing.T) {
	s := start(t)
	for _, id := range []string{"a", "with blanks ~!\"\\<>", strings.Repeat("x", 128)} {
		require.Equal(t, id, s.do(s.request(strings.NewReader(small), "X-Request-Id", id)).Header.Get("X-Request-Id"))
		r := s.do(s.request(strings.NewReader("{"), "X-Request-Id", id))
		failure(t, r, 400, domain.InvalidRequest)
		require.Equal(t, id, r.Header.Get("X-Request-Id"))
	}
	seen := map[string]bool{}
	for _, id := range []string{"", strings.Repeat("x", 129), "höflich", "a\tb", "a\x80b"} {
		got := s.do(s.request(strings.NewReader(small), "X-Request-Id", id)).Header.Get("X-Request-Id")
		require.NotEqual(t, id, got)
		require.Regexp(t, `^[A-Z2-7]{16}$`, got)
		require.False(t, seen[got], "generated twice")
		seen[got] = true
	}
}

func TestMediaTypes(t *testing.T) {
	s := start(t)
	for _, c := range []struct {
		fields string
		status int
	}{
		{"", 200},
		{"Content-Type:", 200},
		{"Content-Type: application/json", 200},
		{"Content-Type: APPLICATION/JSON", 200},
		{"Content-Type: application/json; charset=utf-8", 200},
		{"Content-Type: application/json;charset=\"UTF-8\" ; v=1", 200},
		{"Content-Type: application/json;", 200},
		{"Content-Encoding: identity", 200},
		{"Content-Encoding:", 200},
		{"Content-Type: application/json; charset", 415},
		{"Content-Type: application/json charset=utf-8", 415},
		{"Content-Type: application/jsonp", 415},
		{"Content-Type: application/problem+json", 415},
		{"Content-Type: text/json", 415},
		{"Content-Type: text/html", 415},
		{"Content-Type: multipart/form-data; boundary=x", 415},
		{"Content-Type: application/x-www-form-urlencoded", 415},
		{"Content-Type: json", 415},
		{"Content-Type: ;", 415},
		{"Content-Type: */*", 415},
		{"Content-Type: application/json\r\nContent-Type: application/json", 415},
		{"Content-Encoding: gzip", 415},
		{"Content-Encoding: GZIP", 415},
		{"Content-Encoding: br", 415},
		{"Content-Encoding: identity, gzip", 415},
		{"Content-Encoding: identity\r\nContent-Encoding: deflate", 415},
	} {
		t.Run(c.fields, func(t *testing.T) {
			fields := []string{fmt.Sprintf("Content-Length: %d", len(small))}
			if c.fields != "" {
				fields = append(fields, c.fields)
			}
			r := s.raw(head(fields...) + "\r\n" + small)
			if c.status == 200 {
				require.Equal(t, 200, r.StatusCode, "body: %s", r.body)
				return
			}
			failure(t, r, c.status, domain.UnsupportedMediaType)
			require.True(t, r.Close, "the connection must close: the body was not read")
		})
	}
}
