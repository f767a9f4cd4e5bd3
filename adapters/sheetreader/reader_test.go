package sheetreader_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/sheetreader"
	"platen/ports/rendertest"
)

func TestReadSheet(t *testing.T) {
	mux := http.NewServeMux()
	mux.HandleFunc("/a.css", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/css; charset=utf-8")
		_, _ = w.Write([]byte("@page{size:A5}"))
	})
	mux.Handle("/moved.css", http.RedirectHandler("/a.css", http.StatusFound))
	mux.HandleFunc("/page.html", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
	})
	server := httptest.NewServer(mux)
	defer server.Close()
	reader := sheetreader.New(rendertest.OpenEgress(t))
	for _, path := range []string{"/a.css", "/moved.css"} {
		text, err := reader.ReadSheet(t.Context(), nil, server.URL+path)
		require.NoError(t, err, path)
		require.Equal(t, "@page{size:A5}", text)
	}
	for _, address := range []string{"data:text/css,@page{size:A5}", "data:text/css;charset=utf-8,@page%7Bsize:A5%7D", "data:text/css;base64,QHBhZ2V7c2l6ZTpBNX0="} {
		text, err := reader.ReadSheet(t.Context(), nil, address)
		require.NoError(t, err, address)
		require.Equal(t, "@page{size:A5}", text)
	}
	for path, want := range map[string]string{
		server.URL + "/missing.css":                      "answers 404",
		server.URL + "/page.html":                        "not text/css",
		"http://" + rendertest.DeadAddress(t) + "/x.css": "style sheet",
		"data:text/plain,p{}":                            "not text/css",
		"data:text/css":                                  "no comma",
		"data:text/css;base64,%":                         "style sheet",
		"%zz":                                            "style sheet",
	} {
		_, err := reader.ReadSheet(t.Context(), nil, path)
		require.ErrorContains(t, err, want, path)
	}
}
