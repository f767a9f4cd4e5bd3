package integration_test

import (
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/engines"
	"platen/domain"
	"platen/integration/harness"
	"platen/integration/standards/documents"
	"platen/ports/pdfcheck"
)

// making are the engines that make a standard.
func making(t *testing.T, standard domain.Standard) (names []string) {
	t.Helper()
	for _, kind := range engines.All() {
		if slices.Contains(kind.Capabilities.Standards, standard) {
			names = append(names, kind.Name)
		}
	}
	require.NotEmpty(t, names, "engines that make %s", standard)
	return names
}

// TestContractMetadata: what the author says of the document is in the PDF's Info dictionary and XMP, on every engine.
func TestContractMetadata(t *testing.T) {
	t.Parallel()
	const html = `<!doctype html><html lang=de-AT><head><title>Über &amp; unter {{n}}</title><meta name=author content="Ann Author">` +
		`<meta name=description content="Worum es geht"><meta name=keywords content="eins, zwei"></head><body><p>x`
	for _, name := range engines.All().Names() {
		t.Run(name, func(t *testing.T) {
			pdf := printed(t, shared(t, name), map[string]any{"html": html, "data": map[string]any{"n": 7}}).Body
			pdfcheck.In(t, pdf, pdfcheck.Title("Über & unter 7"), pdfcheck.Information("Author", "Ann Author"),
				pdfcheck.Information("Subject", "Worum es geht"), pdfcheck.Information("Keywords", "eins, zwei"),
				hasProperties(map[string]string{
					"dc:title": "Über & unter 7", "dc:creator": "Ann Author", "dc:description": "Worum es geht", "dc:language": "de-AT",
					"pdf:Keywords": "eins, zwei",
				}))
		})
	}
}

// TestContractStandards: documents with numbered headers and footers, one of them from right to left, one of many pages, keep what they are
// asked to keep.
func TestContractStandards(t *testing.T) {
	t.Parallel()
	for _, kind := range engines.All() {
		wishes := []string{"a-2b", "a-3b"}
		if slices.Contains(kind.Capabilities.Standards, domain.UA1) {
			wishes = []string{"ua-1", "ua-1 a-2b", "a-3b ua-1"}
		}
		for _, wish := range wishes {
			asked, err := domain.ParseStandards(wish)
			require.NoError(t, err)
			if !slices.Contains(kind.Capabilities.Standards, asked.List()[0]) {
				continue
			}
			t.Run(kind.Name+"/"+wish, func(t *testing.T) {
				t.Parallel()
				for _, d := range documents.Own() {
					if d.Name == "scripts" || d.Name == "60-pages" && !strings.Contains(wish, "a-2b") {
						continue // not every machine has the fonts; many pages once for each engine
					}
					if d.Name == "60-pages" && kind.Name == "weasyprint" { // as many pages, without the table, which takes it long
						d.Right.HTML = `<html lang=en><title>x</title>` + strings.Repeat(`<h1>x</h1><p style="page-break-after:always">y`, 60)
					}
					answer := shared(t, kind.Name).PDF(t, documents.Body(*d.Right, wish))
					require.ElementsMatch(t, strings.Fields(wish), strings.Split(answer.Header.Get("Platen-Standards"), "; "), d.Name)
					pdfcheck.In(t, answer.Body, pdfcheck.Sound(), keepsStandards(asked.List()...), claimsStandards(asked.List()...))
				}
			})
		}
	}
}

// TestContractWishes: the most particular wish wins, and none switches off.
func TestContractWishes(t *testing.T) {
	t.Parallel()
	engine := making(t, domain.A2B)[0]
	keys := file(t, "keys.yaml", "- "+entry("plain", "key-of-plain")+"\n- "+strings.Replace(entry("three", "key-of-three"), "}", `, "standards": "a-3b"}`, 1)+
		"\n- "+strings.Replace(entry("none", "key-of-none"), "}", `, "standards": "none"}`, 1)+"\n")
	service := harness.Start(t, "PLATEN_ENGINE="+engine, "PLATEN_PDF_STANDARDS=a-2b", "PLATEN_AUTH_KEYS_FILE="+keys)
	for _, tt := range []struct{ key, own, want string }{
		{"plain", "", "a-2b"},
		{"three", "", "a-3b"},
		{"none", "", "none"},
		{"plain", "a-3b", "a-3b"},
		{"three", "none", "none"},
		{"none", "a-2b", "a-2b"},
	} {
		html := "<p>x"
		if tt.own != "" {
			html = fmt.Sprintf(`<meta name="platen:standards" content="%s"><p>x`, tt.own)
		}
		answer := call{body: map[string]any{"html": html}, header: map[string]string{"Authorization": "Bearer key-of-" + tt.key}}.to(t, service)
		delivered(t, answer)
		require.Equal(t, tt.want, answer.Header.Get("Platen-Standards"), tt)
		claimed, err := domain.ParseStandards(tt.want)
		require.NoError(t, err)
		pdfcheck.In(t, answer.Body, claimsStandards(claimed.List()...))
	}
	refused(t, call{body: map[string]any{"html": `<meta name="platen:standards" content="a-2b a-3b">x`}}.to(t, service), http.StatusBadRequest,
		"platen:standards", "not both")
}

// TestContractAuthorsPart: what only the author can mend is named, and the document comes without the claim; in strict mode it does not come.
func TestContractAuthorsPart(t *testing.T) {
	t.Parallel()
	const html = "<html><meta name='platen:standards' content='ua-1 a-2b'>\n<h2>x</h2>{{#rows}}\n<img src='data:,'>{{/rows}}\n<table><tr><td>x</table>"
	request := map[string]any{"html": html, "data": map[string]any{"rows": []int{1, 2, 3}}}
	for _, engine := range making(t, domain.UA1) {
		t.Run(engine, func(t *testing.T) {
			service := shared(t, engine)
			answer := printed(t, service, request)
			require.Equal(t, "a-2b; ua-1=missing title, missing lang, 3 pictures without alt, 1 skipped heading level, 1 table without head cells",
				answer.Header.Get("Platen-Standards"))
			pdfcheck.In(t, answer.Body, claimsStandards(domain.A2B), keepsStandards(domain.A2B))
			strict := call{body: request, header: map[string]string{"Prefer": "handling=strict"}}
			refused(t, strict.to(t, service), http.StatusBadRequest, "missing title (line 1); missing lang (line 1); "+
				"3 pictures without alt (line 3); 1 skipped heading level (line 2); 1 table without head cells (line 4)")
			strict.body = map[string]any{"html": strings.Replace(html, "ua-1 a-2b", "a-2b", 1), "data": request["data"]}
			delivered(t, strict.to(t, service))

			// What style sheets hide is not in the PDF, although it is in the HTML.
			strict.body = map[string]any{"html": "<html lang=en><meta name='platen:standards' content='ua-1'><h1>one</h1>\n<h2>two</h2><img src='data:,'>",
				"css": "h1{display:none}"}
			refused(t, strict.to(t, service), http.StatusBadRequest, "missing title (line 1); 1 picture without alt (line 2); 1 skipped heading level")
			answer = printed(t, service, strict.body.(map[string]any))
			require.Equal(t, "ua-1=missing title, 1 picture without alt, 1 skipped heading level", answer.Header.Get("Platen-Standards"))
			strict.body = map[string]any{"html": "<html lang=en><meta name='platen:standards' content='ua-1'><title>x</title><h1>one</h1><h2>two</h2>",
				"css": "h1{display:none}"}
			refused(t, strict.to(t, service), http.StatusBadRequest, "until its author mends it: 1 skipped heading level")
		})
	}
}

// TestContractHiddenContent: what the document hides from assistive technology is an artifact, and looks as it does without tags.
func TestContractHiddenContent(t *testing.T) {
	t.Parallel()
	html := `<html lang=en><meta name="platen:standards" content="%s"><title>x</title><style>div>*{margin:5mm}</style><p>one <i aria-hidden=true>★</i> two` +
		`<div aria-hidden=true><h3>three</h3><svg><text y=9>four</text></svg></div><h1 aria-hidden=false>five</h1>` +
		`<svg><title>six</title><rect width=9 height=9 /></svg><svg title=seven><rect width=9 height=9 /></svg>` +
		`<img alt="" title=eight lang=de src=DOT><object data=DOT>nine</object><embed title=ten src=DOT>`
	html = strings.ReplaceAll(html, "DOT", "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7")
	for _, engine := range making(t, domain.UA1) {
		t.Run(engine, func(t *testing.T) {
			print := func(standards string) []byte {
				return printed(t, shared(t, engine), map[string]any{"html": fmt.Sprintf(html, standards)}).Body
			}
			tagged := print("ua-1")
			pdfcheck.In(t, tagged, claimsStandards(domain.UA1))
			structure, err := pdfcheck.Open(t, tagged).Structure()
			require.NoError(t, err)
			require.Equal(t, 4, strings.Count(structure, "Figure"), structure)
			for word, want := range map[string]bool{"one": true, "★": false, "two": true, "three": false, "four": false, "five": true} {
				require.Equal(t, want, strings.Contains(structure, word), "%s in %s", word, structure)
			}
			with, err := pdfcheck.Open(t, tagged).Picture(1)
			require.NoError(t, err)
			without, err := pdfcheck.Open(t, print("none")).Picture(1)
			require.NoError(t, err)
			require.True(t, reflect.DeepEqual(with, without), "it looks as it does without tags")
		})
	}
}

// TestContractEngineWithoutStandard: the start ends with the name of the setting, and a document's own wish gets the reason.
func TestContractEngineWithoutStandard(t *testing.T) {
	t.Parallel()
	for _, kind := range engines.All() {
		for _, standard := range []domain.Standard{domain.UA1, domain.A2B, domain.A3B} {
			if slices.Contains(kind.Capabilities.Standards, standard) {
				continue
			}
			t.Run(kind.Name+"/"+string(standard), func(t *testing.T) {
				environment := []string{"PLATEN_AUTH_KEYS=tests=" + harness.Key, "PLATEN_ENGINE=" + kind.Name, "PLATEN_HTTP_ADDR=127.0.0.1:0", "PLATEN_ADMIN_ADDR="}
				bySetting := start(t, "", append(environment, "PLATEN_PDF_STANDARDS="+string(standard)), "serve")
				require.Equal(t, 2, bySetting.exit, bySetting.err)
				require.Contains(t, bySetting.err, fmt.Sprintf("pdf.standards: the engine %s cannot make %s", kind.Name, standard))
				keys := file(t, "keys.yaml", "- "+strings.Replace(entry("a", "key-of-a"), "}", fmt.Sprintf(`, "standards": %q}`, standard), 1)+"\n")
				byKey := start(t, "", append(environment, "PLATEN_AUTH_KEYS_FILE="+keys), "serve")
				require.Equal(t, 2, byKey.exit, byKey.err)
				require.Contains(t, byKey.err, fmt.Sprintf("the engine %s cannot make %s", kind.Name, standard))
				check := start(t, "", environment, "keys", "check", keys)
				require.Equal(t, 1, check.exit, check.out)
				require.Contains(t, check.err, fmt.Sprintf("the engine %s cannot make %s", kind.Name, standard))

				html := fmt.Sprintf(`<meta name="platen:standards" content="%s"><p>x`, standard)
				answer := printed(t, shared(t, kind.Name), map[string]any{"html": html})
				require.Equal(t, fmt.Sprintf("%s=%s cannot make it", standard, kind.Name), answer.Header.Get("Platen-Standards"))
				pdfcheck.In(t, answer.Body, claimsStandards())
			})
		}
	}
}
