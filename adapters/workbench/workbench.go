// Package workbench serves the page on which people edit a template and see its PDF: its HTML, style, script and examples,
// and the two actions behind it. The admin listener serves it.
//
// The page has no rights of its own. It asks for an API key, keeps it in the browser's tab, and sends it with every action.
// The actions pass the checks of the public operation. Previews are pictures: the template's HTML never becomes a part of
// the page, so its scripts do not run there.
//
// The script is TypeScript under page/src. "go generate" checks its types and bundles it with the npm packages of
// package-lock.json into bundle/. It also bundles the script of adapters/comparereport, which shares a part; see build.mjs. The
// bundle and the licences in it are committed, so the service is built without npm.
package workbench

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"html/template"
	"maps"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"

	"platen/adapters/internal/problem"
	"platen/domain"
)

//go:generate make -C ../.. npm
//go:generate node_modules/.bin/tsc --noEmit
//go:generate node build.mjs

//go:embed bundle page/index.html page/style.css examples/*.json
var files embed.FS

var index = template.Must(template.ParseFS(files, "page/index.html"))

// Config is what the page knows about the service.
type Config struct {
	// Engines are the names of the engines, the configured one first.
	Engines []string
	// PublicAddr is the host:port of the public listener, for commands to copy.
	PublicAddr string
}

// Workbench is the http.Handler of Paths.
type Workbench struct{ handlers map[string]http.Handler }

// New makes the handler. The handlers of the actions, Actions.Preview and Actions.PDF, are behind the checks of the public operation.
func New(config Config, preview, pdf http.Handler) *Workbench {
	// A page of another origin cannot send the key, since it does not have it; it is refused before it can try one.
	protection := http.NewCrossOriginProtection()
	protection.SetDenyHandler(http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) {
		problem.Write(rw, http.StatusForbidden, domain.Unauthorized, "pages of other origins cannot use the workbench")
	}))
	post := func(action http.Handler) http.Handler {
		return protection.Handler(only(action, "the method is not allowed: use POST", http.MethodPost))
	}
	w := &Workbench{map[string]http.Handler{
		"/": reading(config.servePage), "/workbench/preview": post(preview), "/workbench/pdf": post(pdf),
	}}
	for name, contentType := range map[string]string{
		"page/style.css": "text/css; charset=utf-8", "bundle/workbench.js": "text/javascript; charset=utf-8",
		"bundle/LICENCES.txt": "text/plain; charset=utf-8",
	} {
		w.add(name, contentType)
	}
	for _, example := range Examples() {
		w.add("examples/"+example.Name+".json", "application/json")
	}
	return w
}

// Example is a request that the page offers.
type Example struct{ Name, Title string }

// Examples are the requests that the page offers; it begins with the first. All but that are of the corpus of the
// integration tests.
func Examples() []Example {
	return []Example{
		{"letter", "Letter with header and footer"},
		{"invoice-anvil-fragment", "Invoice of an HTML fragment"},
		{"invoice-sparksuite", "Invoice with nested tables"},
		{"email-invoice-postmark", "E-mail with inline styles"},
		{"resume-letter-size", "Résumé on US Letter"},
		{"gotenberg-pages-12", "Twelve numbered pages"},
	}
}

// add adds a file that the page loads.
func (w *Workbench) add(name, contentType string) {
	content, err := files.ReadFile(name)
	if err != nil {
		panic(err) // it is embedded
	}
	sum := sha256.Sum256(content)
	w.handlers["/workbench/"+path.Base(name)] = reading(func(rw http.ResponseWriter, r *http.Request) {
		h := rw.Header()
		h.Set("Content-Type", contentType)
		h.Set("Cache-Control", "no-cache")
		h.Set("ETag", `"`+hex.EncodeToString(sum[:16])+`"`)
		http.ServeContent(rw, r, "", time.Time{}, bytes.NewReader(content))
	})
}

// Paths are those that the handler answers.
func (w *Workbench) Paths() []string { return slices.Collect(maps.Keys(w.handlers)) }

// ServeHTTP answers the paths.
func (w *Workbench) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	h := rw.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	if handler, known := w.handlers[r.URL.Path]; known {
		handler.ServeHTTP(rw, r)
		return
	}
	problem.Write(rw, http.StatusNotFound, domain.NotFound, "there is nothing here")
}

// reading is a handler of what can only be read.
func reading(handler http.HandlerFunc) http.Handler {
	return only(handler, "this can only be read: use GET", http.MethodGet, http.MethodHead)
}

// only refuses other methods.
func only(handler http.Handler, message string, methods ...string) http.Handler {
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if !slices.Contains(methods, r.Method) {
			rw.Header().Set("Allow", strings.Join(methods, ", "))
			problem.Write(rw, http.StatusMethodNotAllowed, domain.MethodNotAllowed, message)
			return
		}
		handler.ServeHTTP(rw, r)
	})
}

// policy is the page's Content-Security-Policy. The nonce is for the style elements that CodeMirror makes.
func policy(nonce string) string {
	return "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-" + nonce + "'; img-src 'self' data:; connect-src 'self'; " +
		"base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
}

func (c Config) servePage(rw http.ResponseWriter, _ *http.Request) {
	nonce := rand.Text()
	h := rw.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", policy(nonce))
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
	h.Set("Cache-Control", "no-store")
	var page bytes.Buffer
	if err := index.Execute(&page, struct {
		Config
		Examples []Example
		Nonce    string
	}{c, Examples(), nonce}); err != nil {
		problem.Write(rw, http.StatusInternalServerError, domain.RenderFailed, "the page could not be made")
		return
	}
	_, _ = rw.Write(page.Bytes()) // a client that closed the connection needs no answer
}
