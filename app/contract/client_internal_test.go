package contract

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// TestHugeWaits: a server that asks for a longer wait than a time can be is not asked again at once.
func TestHugeWaits(t *testing.T) {
	for field, value := range map[string]string{"Retry-After": "9999999999", "RateLimit": `"default";r=0;t=99999999999999999999`} {
		asked := 0
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			asked++
			w.Header().Set(field, value)
			w.WriteHeader(http.StatusServiceUnavailable)
		}))
		client := &Client{BaseURL: server.URL, Timeout: time.Minute}
		if field == "RateLimit" {
			_, _ = client.send(t.Context(), request{busy: http.StatusServiceUnavailable})
			_, err := client.send(t.Context(), request{busy: http.StatusServiceUnavailable})
			require.ErrorContains(t, err, "the server asks to wait")
		} else {
			answer, err := client.send(t.Context(), request{})
			require.NoError(t, err)
			require.Equal(t, http.StatusServiceUnavailable, answer.Status)
		}
		server.Close()
		require.Equal(t, 1, asked)
	}
}

// TestFailuresAreText: bytes that are not UTF-8 stand escaped in the curl command, and do not get into reports.
func TestFailuresAreText(t *testing.T) {
	err := explain(mismatch("400", "\xff"), request{body: "{\"html\":\"it's \xff\"}"}, &Client{})
	require.True(t, utf8.ValidString(err.Error()), "%q", err)
	require.ErrorContains(t, err, `--data-binary $'{\"html\":\"it\'s \xff\"}'`)
}
