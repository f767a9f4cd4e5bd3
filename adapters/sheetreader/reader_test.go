package sheetreader_test

import (
	"context"
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/unicode"

	"platen/adapters/sheetreader"
	"platen/ports"
	"platen/ports/rendertest"
)

const sheet = "@page é{size:A5}"

func encoded(t *testing.T, order unicode.Endianness, policy unicode.BOMPolicy) string {
	text, err := unicode.UTF16(order, policy).NewEncoder().String(sheet)
	require.NoError(t, err)
	return text
}

func engine() ports.EngineInfo {
	return ports.EngineInfo{UserAgent: "Mozilla/5.0 (an engine)", AcceptLanguage: "de"}
}

func newReader(t *testing.T) func(address string) (string, error) {
	reader := sheetreader.Reader{Engine: engine}
	return func(address string) (string, error) {
		return reader.ReadSheet(t.Context(), new(rendertest.Scope), address)
	}
}

// TestContentTypes: sheets are read by their bytes and their type as engines read them.
func TestContentTypes(t *testing.T) {
	read := newReader(t)
	for name, tt := range map[string]struct{ contentType, content string }{
		"CSS":                         {"text/css", sheet},
		"a parameter":                 {"Text/CSS; charset=utf-8", sheet},
		"a malformed parameter":       {`text/css; charset="`, sheet},
		"no type":                     {"", sheet},
		"an unknown type":             {"application/x-unknown-content-type", sheet},
		"a type that is none":         {"css", sheet},
		"a byte order mark":           {"text/css", "\ufeff" + sheet},
		"UTF-16 by its mark":          {"text/css", encoded(t, unicode.LittleEndian, unicode.UseBOM)},
		"big-endian UTF-16":           {"text/css; charset=utf-8", encoded(t, unicode.BigEndian, unicode.UseBOM)},
		"UTF-16 by its type":          {"text/css; charset=utf-16le", encoded(t, unicode.LittleEndian, unicode.IgnoreBOM)},
		"a mark against the type":     {"text/css; charset=utf-16", "\ufeff" + sheet},
		"Latin-1 by its type":         {`text/css; charset="iso-8859-1"`, strings.ReplaceAll(sheet, "é", "\xe9")},
		"an unheard-of charset":       {"text/css; charset=x-none", sheet},
		"a wrong rule for UTF-16":     {"text/css", `@charset "utf-16";` + sheet},
		"Latin-1 by an @charset rule": {"text/css", `@charset "windows-1252";` + strings.ReplaceAll(sheet, "é", "\xe9")},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header()["Content-Type"] = nil
				if tt.contentType != "" {
					w.Header().Set("Content-Type", tt.contentType)
				}
				_, _ = w.Write([]byte(tt.content))
			}))
			defer server.Close()
			text, err := read(server.URL)
			require.NoError(t, err)
			_, rules, found := strings.Cut(text, `";`)
			if !found {
				rules = text
			}
			require.Equal(t, sheet, rules)
		})
	}
}

// TestDataAddresses: the forms that Chromium uses.
func TestDataAddresses(t *testing.T) {
	read := newReader(t)
	padded := base64.StdEncoding.EncodeToString([]byte(sheet))
	require.True(t, strings.HasSuffix(padded, "="))
	bare := strings.TrimRight(padded, "=")
	for _, address := range []string{
		"data:text/css," + sheet, "data: text/css ,%40page%20é%7Bsize:A5}", "data:text/css;charset=utf-8," + sheet, "data:TEXT/CSS," + sheet + "#fragment",
		"data:text/css;base64," + padded, "data:text/css;base64," + bare, "data:text/css;BASE64," + padded, "data:text/css; base64 ," + padded,
		"data:text/css;base64," + padded[:5] + " " + padded[5:], "data:text/css;base64," + padded[:5] + "%20%0A" + padded[5:],
		"data:text/css;base64," + strings.ReplaceAll(padded, "=", "%3D"), "data:text/css,\ufeff" + sheet, "data:text/css,%EF%BB%BF" + sheet,
		"data:text/css;charset=iso-8859-1;base64," + base64.StdEncoding.EncodeToString([]byte(strings.ReplaceAll(sheet, "é", "\xe9"))),
	} {
		text, err := read(address)
		require.NoError(t, err, address)
		require.Equal(t, sheet, text, address)
	}
	text, err := read("data:text/css,p{width:50%;content:'%41%4'}")
	require.NoError(t, err)
	require.Equal(t, "p{width:50%;content:'A%4'}", text)
}

func TestSheetsThatEnginesRefuse(t *testing.T) {
	mux := http.NewServeMux()
	mux.HandleFunc("/page.html", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
	})
	server := httptest.NewServer(mux)
	defer server.Close()
	read := newReader(t)
	for address, want := range map[string]string{
		server.URL + "/missing.css":                      "answered 404",
		server.URL + "/page.html":                        "not text/css",
		"http://" + rendertest.DeadAddress(t) + "/x.css": "style sheet",
		"data:text/plain,p{}":                            "not text/css",
		"data:,p{}":                                      "has no type",
		"data:;base64,aaaa":                              "has no type",
		"data:text/css":                                  "no comma",
		"data:text/css;base64,%":                         "cannot be decoded",
		"data:text/css;base64,aaaaa":                     "cannot be decoded",
		"data:text/css;base64,aaaa!!":                    "cannot be decoded",
		"data:text/css;base64,a=aa":                      "cannot be decoded",
		"%zz":                                            "style sheet",
	} {
		_, err := read(address)
		require.ErrorContains(t, err, want, address)
	}
}

// TestRequestIsTheEngines: the server receives what the engine's own request has, after a redirect too.
func TestRequestIsTheEngines(t *testing.T) {
	headers := make(chan http.Header, 2)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		headers <- r.Header
		if r.URL.Path == "/" {
			http.Redirect(w, r, "/moved", http.StatusFound)
		}
	}))
	defer server.Close()
	_, err := newReader(t)(server.URL)
	require.NoError(t, err)
	for range 2 {
		header := <-headers
		require.Equal(t, "Mozilla/5.0 (an engine)", header.Get("User-Agent"))
		require.Equal(t, "de", header.Get("Accept-Language"))
		require.Equal(t, "text/css,*/*;q=0.1", header.Get("Accept"))
	}
}

// TestReadInTheScope: the document's scope shares the sheet with the document's prints.
func TestReadInTheScope(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer server.Close()
	scope := &rendertest.Scope{}
	_, err := sheetreader.Reader{Engine: engine}.ReadSheet(t.Context(), scope, server.URL)
	require.NoError(t, err)
	require.Equal(t, 1, scope.Requests())
}

func TestReadSheetEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	}))
	defer server.Close()
	_, err := sheetreader.Reader{Engine: engine}.ReadSheet(ctx, new(rendertest.Scope), server.URL)
	require.ErrorIs(t, err, context.Canceled)
}
