package httpapi_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"go.uber.org/zap/zaptest/observer"

	"platen/adapters/httpapi"
	"platen/domain"
	"platen/ports"
)

const (
	operation = "/api/pdf/external"
	goodKey   = "pk_secret-of-acme"
	small     = `{"html":"<p>Hello</p>"}`

	lengthOfSmall = "Content-Length: 23"
)

// keys is a Keyring of names by key, which records the keys that it receives.
type keys struct {
	mu    sync.Mutex
	names map[string]string
	// expired is a key that is not valid any more.
	expired string
	asked   []string
}

func (k *keys) Authenticate(key string) (ports.Client, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.asked = append(k.asked, key)
	name, ok := k.names[key]
	return ports.Client{Name: name}, ok && key != k.expired
}

// limits is a Limiter that always gives the same answer, and counts its calls.
type limits struct {
	allowance ports.Allowance
	err       error
	mu        sync.Mutex
	taken     []string
}

func (l *limits) Take(_ context.Context, client ports.Client) (ports.Allowance, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.taken = append(l.taken, client.Name)
	return l.allowance, l.err
}

func (l *limits) count() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.taken)
}

// printer is a Generator that records its requests and answers with do.
type printer struct {
	do       func(context.Context, domain.Request) (domain.Document, error)
	mu       sync.Mutex
	requests []domain.Request
	clients  []string
}

func (p *printer) Generate(ctx context.Context, r domain.Request) (domain.Document, error) {
	p.mu.Lock()
	p.requests = append(p.requests, r)
	p.clients = append(p.clients, ports.ClientOf(ctx).Name)
	p.mu.Unlock()
	return p.do(ctx, r)
}

func (p *printer) count() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.requests)
}

// aDocument is the printer's document by default.
func aDocument() domain.Document {
	return domain.Document{
		PDF: []byte("%PDF-1.7\nnot really\n%%EOF\n"), Pages: 3, Engine: "fake", Fingerprint: domain.Fingerprint{Request: "1", Engine: "2"},
		Timing: domain.Timing{Queue: 1500 * time.Microsecond, Render: 12 * time.Millisecond},
	}
}

func prints(context.Context, domain.Request) (domain.Document, error) { return aDocument(), nil }

func fails(err error) func(context.Context, domain.Request) (domain.Document, error) {
	return func(context.Context, domain.Request) (domain.Document, error) { return domain.Document{}, err }
}

// service is a Server on loopback with fakes on every port.
type service struct {
	*httpapi.Server
	t       testing.TB
	config  httpapi.Config
	keys    *keys
	limits  *limits
	printer *printer
	logs    *observer.ObservedLogs
	client  *http.Client
}

// fresh makes a service that does not listen; change adjusts it before it is made.
func fresh(t testing.TB, change ...func(*service)) *service {
	t.Helper()
	core, logs := observer.New(zapcore.DebugLevel)
	s := &service{
		t: t, config: httpapi.DefaultConfig(), logs: logs,
		keys:    &keys{names: map[string]string{goodKey: "acme"}},
		limits:  &limits{allowance: ports.Allowance{Granted: true}},
		printer: &printer{do: prints},
	}
	s.config.Addr = "127.0.0.1:0"
	for _, c := range change {
		c(s)
	}
	require.NoError(t, s.config.Validate())
	s.Server = httpapi.New(s.config, s.printer, s.keys, s.limits, zap.New(core))
	return s
}

// start makes a service that listens until the test ends.
func start(t testing.TB, change ...func(*service)) *service {
	t.Helper()
	s := fresh(t, change...)
	s.listen()
	return s
}

// listen starts the service until the test ends.
func (s *service) listen() {
	t := s.t
	t.Helper()
	require.NoError(t, s.Start(t.Context()))
	transport := &http.Transport{}
	s.client = &http.Client{Transport: transport}
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		require.NoError(t, s.Close(ctx))
	})
}

func (s *service) url() string { return "http://" + s.Addr() + operation }

// request makes a valid request with changed header fields: name, value, name, value; an empty value removes a field.
func (s *service) request(body io.Reader, fields ...string) *http.Request {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodPost, s.url(), body)
	require.NoError(s.t, err)
	r.Header.Set("Authorization", "Bearer "+goodKey)
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(fields); i += 2 {
		r.Header.Del(fields[i])
		if fields[i+1] != "" {
			r.Header.Set(fields[i], fields[i+1])
		}
	}
	return r
}

// reply is an answer, read to its end.
type reply struct {
	*http.Response
	body []byte
}

func (s *service) do(r *http.Request) reply {
	s.t.Helper()
	response, err := s.client.Do(r)
	require.NoError(s.t, err)
	return readReply(s.t, response)
}

func readReply(t testing.TB, response *http.Response) reply {
	t.Helper()
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	return reply{response, body}
}

// raw sends bytes on a connection of their own and reads the one answer.
func (s *service) raw(message string) reply {
	s.t.Helper()
	c := s.dial()
	_, err := io.WriteString(c, message)
	require.NoError(s.t, err)
	return c.answer(message)
}

// line is a raw connection.
type line struct {
	net.Conn
	t      testing.TB
	reader *bufio.Reader
}

func (s *service) dial() *line {
	s.t.Helper()
	c, err := net.Dial("tcp", s.Addr())
	require.NoError(s.t, err)
	require.NoError(s.t, c.SetDeadline(time.Now().Add(20*time.Second)))
	s.t.Cleanup(func() { _ = c.Close() })
	return &line{c, s.t, bufio.NewReader(c)}
}

// send writes a whole request head and body.
func (c *line) send(message string) {
	c.t.Helper()
	_, err := io.WriteString(c, message)
	require.NoError(c.t, err)
}

// answer reads one answer; request reports whether it was a HEAD, whose answer has no body.
func (c *line) answer(request string) reply {
	c.t.Helper()
	method, _, _ := strings.Cut(request, " ")
	response, err := http.ReadResponse(c.reader, &http.Request{Method: method})
	require.NoError(c.t, err)
	return readReply(c.t, response)
}

// head is the head of a valid request, without the empty line; more are whole fields.
func head(more ...string) string {
	fields := append([]string{"POST " + operation + " HTTP/1.1", "Host: x", "Authorization: Bearer " + goodKey}, more...)
	return strings.Join(fields, "\r\n") + "\r\n"
}

// post is a whole valid request.
func post() string { return head(lengthOfSmall) + "\r\n" + small }

// failure checks what the contract requires of every failure, and gives its code and message.
func failure(t testing.TB, r reply, status int, code domain.Code) (message string) {
	t.Helper()
	require.Equal(t, status, r.StatusCode, "body: %s", r.body)
	require.Equal(t, "application/json", r.Header.Get("Content-Type"))
	require.EqualValues(t, len(r.body), r.ContentLength)
	var fields map[string]string
	require.NoError(t, json.Unmarshal(r.body, &fields), "body: %s", r.body)
	require.Len(t, fields, 3)
	require.Equal(t, string(code), fields["code"], "error: %s", fields["error"])
	require.NotEmpty(t, fields["error"])
	require.NotEmpty(t, fields["requestId"])
	common(t, r)
	require.Equal(t, r.Header.Get("X-Request-Id"), fields["requestId"])
	return fields["error"]
}

// common checks what the contract requires of every answer.
func common(t testing.TB, r reply) {
	t.Helper()
	require.NotEmpty(t, r.Header.Get("X-Request-Id"))
	require.Equal(t, "nosniff", r.Header.Get("X-Content-Type-Options"))
	require.Equal(t, "no-store", r.Header.Get("Cache-Control"))
	require.NotEmpty(t, r.Header.Get("Date"))
}

func printsPDF(pdf []byte) func(context.Context, domain.Request) (domain.Document, error) {
	return func(context.Context, domain.Request) (domain.Document, error) {
		d := aDocument()
		d.PDF = pdf
		return d, nil
	}
}

// waits prints when released, or ends with its context as a Generator does.
func waits(release <-chan struct{}) func(context.Context, domain.Request) (domain.Document, error) {
	return func(ctx context.Context, _ domain.Request) (domain.Document, error) {
		select {
		case <-release:
			return aDocument(), nil
		case <-ctx.Done():
			return domain.Document{}, ctx.Err()
		}
	}
}
