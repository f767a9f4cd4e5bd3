package contract_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	"platen/adapters/fake"
	"platen/adapters/httpapi"
	"platen/adapters/pdf/reader"
	"platen/app/contract"
	"platen/domain"
	"platen/domain/page"
	"platen/domain/template"
	"platen/ports"
)

// mutant is a server that implements the contract with one fault.
type mutant struct {
	// fault describes the fault.
	fault string
	// caught are the cases that fail because of it, all of them.
	caught string
	// request and reply make the fault by changing the request or the answer of a conforming server.
	request func(*http.Request)
	reply   func(*http.Request, *reply)
	// config makes the fault with a setting.
	config func(*httpapi.Config)
}

// reply is an answer that can be changed.
type reply struct {
	status int
	header http.Header
	body   []byte
}

// failed returns the IDs of the cases that fail on a mutant.
func (m mutant) failed(t *testing.T) string {
	t.Helper()
	config := httpapi.DefaultConfig()
	config.Addr = "127.0.0.1:0"
	if m.config != nil {
		m.config(&config)
	}
	filling := template.Default()
	filling.MaxSize = domain.MiB // to fill a text of the usual 32 MiB takes longer than all other cases
	generator := &fake.Generator{
		Template: filling, MaxPages: 2000,
		Page: page.Page{
			Size: domain.A4, Margins: domain.UniformMargins(10 * domain.Millimetre),
			Steering: page.Steering{Edge: 5 * domain.Millimetre, Gap: 3 * domain.Millimetre},
		},
	}
	server := httpapi.New(config, generator, oneKey{}, fake.Limiter{Limiter: plenty{}}, zap.NewNop())
	server.Wrap(m.around)
	server.Wrap(new(fake.Director).Around)
	require.NoError(t, server.Start(t.Context()))
	defer func() { require.NoError(t, server.Close(t.Context())) }()

	client := &contract.Client{
		BaseURL: "http://" + server.Addr(), Key: key, KeyName: "KEY",
		Reader: reader.Reader{}, Timeout: 5 * time.Second,
	}
	var ids []string
	_, err := contract.Run(t.Context(), client, contract.Options{Skip: []string{"2.12"}}, func(r contract.Result) {
		if r.Outcome == contract.Failed {
			ids = append(ids, r.ID)
			t.Logf("%s %s\n%s", r.ID, r.Name, r.Message)
		}
	})
	require.NoError(t, err)
	return strings.Join(ids, " ")
}

// around wraps the server with the fault.
func (m mutant) around(server http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if m.request != nil {
			m.request(r)
		}
		if m.reply != nil {
			w = &changer{ResponseWriter: w, change: func(a *reply) { m.reply(r, a) }}
		}
		server.ServeHTTP(w, r)
	})
}

// changer changes an answer that the server writes in one piece.
type changer struct {
	http.ResponseWriter
	change func(*reply)
	status int
}

func (c *changer) Unwrap() http.ResponseWriter { return c.ResponseWriter }

func (c *changer) WriteHeader(status int) { c.status = status }

func (c *changer) Write(content []byte) (int, error) {
	answer := &reply{c.status, c.Header(), bytes.Clone(content)}
	c.change(answer)
	if answer.header.Get("Content-Length") == strconv.Itoa(len(content)) {
		answer.header.Set("Content-Length", strconv.Itoa(len(answer.body)))
	}
	c.ResponseWriter.WriteHeader(answer.status)
	if _, err := c.ResponseWriter.Write(answer.body); err != nil {
		return 0, err
	}
	return len(content), nil
}

// key is the only key of the mutants.
const key = "a-key-for-mutants"

// oneKey is a Keyring of that key.
type oneKey struct{}

func (oneKey) Authenticate(k string) (ports.Client, bool) {
	return ports.Client{Name: "mutants"}, k == key
}

// plenty is a limit that no test reaches.
type plenty struct{}

func (plenty) Take(context.Context, ports.Client) (ports.Allowance, error) {
	return ports.Allowance{Granted: true, Limited: true, Requests: 9000, Burst: 900, Window: time.Minute, Remaining: 899, Reset: time.Second}, nil
}

// editBody changes the fields of small, valid requests.
func editBody(edit func(body map[string]any)) func(*http.Request) {
	return editTypes(func(body map[string]any) {
		for _, name := range []string{"html", "css", "headerHtml", "footerHtml"} {
			if _, is := body[name].(string); !is && body[name] != nil {
				return
			}
		}
		edit(body)
	})
}

// editTypes changes the fields of small requests that are JSON.
func editTypes(edit func(body map[string]any)) func(*http.Request) {
	return func(r *http.Request) {
		if !complete(r) {
			return
		}
		content, err := io.ReadAll(r.Body)
		var body map[string]any
		decoder := json.NewDecoder(bytes.NewReader(content))
		decoder.UseNumber()
		if err == nil && utf8.Valid(content) && decoder.Decode(&body) == nil && !decoder.More() && bytes.Count(content, []byte(`"html"`)) == 1 {
			edit(body)
			var b bytes.Buffer
			encoder := json.NewEncoder(&b)
			encoder.SetEscapeHTML(false)
			_ = encoder.Encode(body)
			content = b.Bytes()
		}
		setBody(r, content)
	}
}

// editRaw changes the text of small, valid requests.
func editRaw(edit func(body string) string) func(*http.Request) {
	return func(r *http.Request) {
		if !complete(r) {
			return
		}
		content, err := io.ReadAll(r.Body)
		if err == nil {
			setBody(r, []byte(edit(string(content))))
		}
	}
}

// complete reports whether the request has a key, the right type, and a small body that the client sends.
func complete(r *http.Request) bool {
	return r.Method == http.MethodPost && r.ContentLength < 1<<20 && r.ContentLength != 100_000 &&
		r.Header.Get("Authorization") == "Bearer "+key && strings.HasPrefix(strings.ToLower(r.Header.Get("Content-Type")), "application/json")
}

func setBody(r *http.Request, content []byte) {
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(content)), int64(len(content))
}

// field returns a field of a body as text.
func field(body map[string]any, name string) string {
	text, _ := body[name].(string)
	return text
}
