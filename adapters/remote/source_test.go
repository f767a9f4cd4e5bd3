package remote_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"platen/adapters/remote"
	"platen/domain"
	"platen/ports"
)

// ask requests one document from a server.
func ask(t *testing.T, handler http.HandlerFunc) (*remote.Source, domain.Document, error) {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	source, err := remote.New(remote.Config{URL: server.URL + "/base/", Key: "secret", Timeout: 10 * time.Second, MaxPDF: domain.KiB})
	require.NoError(t, err)
	document, err := source.PDF(t.Context(), ports.Sample{Name: "x", Body: []byte(`{"html":"x"}`)})
	return source, document, err
}

func TestAsksAsAClient(t *testing.T) {
	source, document, err := ask(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost || r.URL.Path != "/base/api/pdf/external" || r.Header.Get("Authorization") != "Bearer secret" {
			w.WriteHeader(http.StatusTeapot)
			return
		}
		w.Header().Set("Platen-Engine", "chrome")
		w.Header().Set("Platen-Resources-Failed", "2")
		_, _ = w.Write([]byte("%PDF-"))
	})
	require.NoError(t, err)
	require.Equal(t, "%PDF-", string(document.PDF))
	require.Len(t, document.Traffic.Failed, 2)
	require.Equal(t, "chrome", source.Version())
}

func TestRepeatsAfterBusy(t *testing.T) {
	for _, retryAfter := range []string{"1", "0", "soon", ""} {
		t.Run(retryAfter, func(t *testing.T) {
			t.Parallel()
			asked := 0
			_, document, err := ask(t, func(w http.ResponseWriter, _ *http.Request) {
				if asked++; asked < 2 {
					w.Header().Set("Retry-After", retryAfter)
					w.WriteHeader(http.StatusTooManyRequests)
					return
				}
				_, _ = w.Write([]byte("%PDF-"))
			})
			require.NoError(t, err)
			require.Equal(t, 2, asked)
			require.NotEmpty(t, document.PDF)
		})
	}
}

// TestBusyForever: a server that never has room gets the request as often as documented, as long as there is time, and its answer is the
// error.
func TestBusyForever(t *testing.T) {
	for timeout, asked := range map[time.Duration]int{time.Hour: 11, 150 * time.Second: 3, 30 * time.Second: 1} {
		synctest.Test(t, func(t *testing.T) { // whose clock does not wait for Retry-After
			source, err := remote.New(remote.Config{URL: "http://server.example", Timeout: timeout, MaxPDF: domain.KiB})
			require.NoError(t, err)
			server := &busyServer{}
			source.Through(server)
			began := time.Now()
			_, err = source.PDF(t.Context(), ports.Sample{})
			require.ErrorContains(t, err, "no room")
			require.Equal(t, asked, server.asked)
			require.Equal(t, time.Duration(asked-1)*time.Minute, time.Since(began))
		})
	}
}

// busyServer answers each request that it has no room.
type busyServer struct{ asked int }

func (s *busyServer) RoundTrip(*http.Request) (*http.Response, error) {
	s.asked++
	w := httptest.NewRecorder()
	w.Header().Set("Retry-After", "60")
	w.WriteHeader(http.StatusServiceUnavailable)
	_, _ = w.WriteString(`{"error":"no room"}`)
	return w.Result(), nil
}

// TestStrangeNumbersOfFailures: another server may send any number.
func TestStrangeNumbersOfFailures(t *testing.T) {
	for number, want := range map[string]int{"": 0, "many": 0, "-1": 0, "999999999999": 10_000} {
		_, document, err := ask(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Platen-Resources-Failed", number)
			_, _ = w.Write([]byte("%PDF-"))
		})
		require.NoError(t, err)
		require.Len(t, document.Traffic.Failed, want, number)
	}
}

func TestServerErrors(t *testing.T) {
	for name, tt := range map[string]struct {
		status     int
		body, want string
	}{
		"a refusal":  {http.StatusBadRequest, `{"error":"the field html is missing","code":"invalid_request"}`, "400 Bad Request: the field html is missing"},
		"no JSON":    {http.StatusInternalServerError, "<html>", "the server answered 500 Internal Server Error"},
		"too long":   {http.StatusOK, strings.Repeat("x", 2000), "more than 1KiB"},
		"a bad key":  {http.StatusUnauthorized, `{"error":"no such key"}`, "no such key"},
		"not a path": {http.StatusNotFound, "", "404"},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, err := ask(t, func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(tt.status)
				_, _ = w.Write([]byte(tt.body))
			})
			require.ErrorContains(t, err, tt.want)
			require.NotContains(t, err.Error(), "secret")
		})
	}
}

func TestEndsWithItsContext(t *testing.T) {
	release := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-release }))
	defer server.Close()
	defer close(release)
	source, err := remote.New(remote.Config{URL: server.URL, Timeout: time.Minute, MaxPDF: domain.KiB})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = source.PDF(ctx, ports.Sample{})
	require.ErrorIs(t, err, context.Canceled)
}

func TestInvalidAddress(t *testing.T) {
	for _, address := range []string{"", "pdf.example.com", "ftp://pdf.example.com", "http://", "://"} {
		_, err := remote.New(remote.Config{URL: address})
		require.ErrorContains(t, err, "not a server's address", address)
	}
}
