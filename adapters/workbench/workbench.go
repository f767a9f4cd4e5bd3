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
	"net/http"
	"path"
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
type Workbench struct {
	config Config
	assets map[string]asset
	// actions are the handlers behind the page, by their paths.
	actions map[string]http.Handler
}

// asset is a file that the page loads.
type asset struct {
	contentType, etag string
	content           []byte
}

// The paths.
const (
	pagePath    = "/"
	previewPath = "/workbench/preview"
	pdfPath     = "/workbench/pdf"
)

// New makes the handler. The handlers of the actions, Actions.Preview and Actions.PDF, are behind the checks of the public operation.
func New(config Config, preview, pdf http.Handler) *Workbench {
	w := &Workbench{config: config, assets: map[string]asset{}}
	for name, contentType := range map[string]string{
		"page/style.css": "text/css; charset=utf-8", "bundle/workbench.js": "text/javascript; charset=utf-8",
		"bundle/LICENCES.txt": "text/plain; charset=utf-8",
	} {
		w.add(name, contentType)
	}
	for _, example := range Examples() {
		w.add("examples/"+example.Name+".json", "application/json")
	}
	// A page of another origin cannot send the key, since it does not have it; it is refused before it can try one.
	protection := http.NewCrossOriginProtection()
	protection.SetDenyHandler(http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) {
		problem.Write(rw, http.StatusForbidden, domain.Unauthorized, "pages of other origins cannot use the workbench")
	}))
	w.actions = map[string]http.Handler{previewPath: protection.Handler(onlyPost(preview)), pdfPath: protection.Handler(onlyPost(pdf))}
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

func (w *Workbench) add(name, contentType string) {
	content, err := files.ReadFile(name)
	if err != nil {
		panic(err) // it is embedded
	}
	sum := sha256.Sum256(content)
	w.assets["/workbench/"+path.Base(name)] = asset{contentType, `"` + hex.EncodeToString(sum[:16]) + `"`, content}
}

// Paths are those that the handler answers.
func (w *Workbench) Paths() []string {
	paths := []string{pagePath, previewPath, pdfPath}
	for path := range w.assets {
		paths = append(paths, path)
	}
	return paths
}

// ServeHTTP answers the paths.
func (w *Workbench) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	h := rw.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	action := w.actions[r.URL.Path]
	switch {
	case action != nil:
		action.ServeHTTP(rw, r)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		h.Set("Allow", "GET, HEAD")
		problem.Write(rw, http.StatusMethodNotAllowed, domain.MethodNotAllowed, "this can only be read: use GET")
	case r.URL.Path == pagePath:
		w.servePage(rw)
	default:
		w.serveAsset(rw, r)
	}
}

// onlyPost refuses other methods.
func onlyPost(action http.Handler) http.Handler {
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost {
			rw.Header().Set("Allow", http.MethodPost)
			problem.Write(rw, http.StatusMethodNotAllowed, domain.MethodNotAllowed, "the method is not allowed: use POST")
			return
		}
		action.ServeHTTP(rw, r)
	})
}

// policy is the page's Content-Security-Policy. The nonce is for the style elements that CodeMirror makes.
func policy(nonce string) string {
	return "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-" + nonce + "'; img-src 'self' data:; connect-src 'self'; " +
		"base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
}

func (w *Workbench) servePage(rw http.ResponseWriter) {
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
	}{w.config, Examples(), nonce}); err != nil {
		problem.Write(rw, http.StatusInternalServerError, domain.RenderFailed, "the page could not be made")
		return
	}
	_, _ = rw.Write(page.Bytes()) // a client that closed the connection needs no answer
}

func (w *Workbench) serveAsset(rw http.ResponseWriter, r *http.Request) {
	a, known := w.assets[r.URL.Path]
	if !known {
		problem.Write(rw, http.StatusNotFound, domain.NotFound, "there is nothing here")
		return
	}
	h := rw.Header()
	h.Set("Content-Type", a.contentType)
	h.Set("Cache-Control", "no-cache")
	h.Set("ETag", a.etag)
	http.ServeContent(rw, r, "", time.Time{}, bytes.NewReader(a.content))
}
