package remote_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/adapters/remote"
	"platen/domain"
	"platen/ports"
)

// TestGotenbergForm: a Gotenberg is asked as its documentation says, without the key.
func TestGotenbergForm(t *testing.T) {
	fields, files := map[string]string{}, map[string]string{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/forms/chromium/convert/html" || r.Header.Get("Authorization") != "" || r.ParseMultipartForm(1<<20) != nil {
			w.WriteHeader(http.StatusTeapot)
			return
		}
		for name, values := range r.MultipartForm.Value {
			fields[name] = values[0]
		}
		for _, f := range r.MultipartForm.File["files"] {
			opened, _ := f.Open()
			content, _ := io.ReadAll(opened)
			files[f.Filename] = string(content)
		}
		_, _ = w.Write([]byte("%PDF-"))
	}))
	defer server.Close()
	source, err := remote.NewGotenberg(remote.Config{URL: server.URL, Key: "secret", Timeout: time.Minute, MaxPDF: domain.KiB}, domain.A4, domain.UniformMargins(domain.Centimetre))
	require.NoError(t, err)
	document, err := source.PDF(t.Context(), ports.Sample{Request: domain.Request{HTML: "<p>Grüße", HeaderHTML: "<b>Head</b>"}})
	require.NoError(t, err)
	require.Equal(t, "%PDF-", string(document.PDF))
	require.Equal(t, map[string]string{"index.html": "<p>Grüße", "header.html": "<b>Head</b>"}, files)
	require.Equal(t, map[string]string{"paperWidth": "8.2677", "paperHeight": "11.6929", "marginTop": "0.3937", "marginBottom": "0.3937", "marginLeft": "0.3937",
		"marginRight": "0.3937", "printBackground": "true", "preferCssPageSize": "true"}, fields)
}

// TestGotenbergRefusal: what a Gotenberg says is told, in bounds.
func TestGotenbergRefusal(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=UTF-8")
		w.WriteHeader(http.StatusBadRequest)
		_, _ = w.Write(append([]byte("Invalid form data: "), make([]byte, 10_000)...))
	}))
	defer server.Close()
	source, err := remote.NewGotenberg(remote.Config{URL: server.URL, Timeout: time.Minute, MaxPDF: domain.MiB}, domain.A4, domain.Margins{})
	require.NoError(t, err)
	_, err = source.PDF(t.Context(), ports.Sample{})
	require.ErrorContains(t, err, "400 Bad Request: Invalid form data")
	require.Less(t, len(err.Error()), 500)
}
