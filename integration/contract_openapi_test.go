package integration_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/integration/harness"
)

// TestOpenAPIListeners: the admin listener always has the description, the public one only with http.openapi.
func TestOpenAPIListeners(t *testing.T) {
	t.Parallel()
	get := func(url string) harness.Answer {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, http.NoBody)
		require.NoError(t, err)
		response, err := http.DefaultClient.Do(request)
		require.NoError(t, err)
		answer, err := harness.Read(response)
		require.NoError(t, err)
		return answer
	}
	closed, open := shared(t, both[0]), harness.Start(t, quick, "PLATEN_HTTP_OPENAPI=true")
	for path, contentType := range map[string]string{"/openapi.yaml": "application/yaml", "/openapi.json": "application/json"} {
		refused(t, get(closed.URL+path), http.StatusNotFound)
		for _, url := range []string{closed.Admin, open.Admin, open.URL} {
			answer := get(url + path)
			require.Equal(t, http.StatusOK, answer.Status)
			require.Equal(t, contentType, answer.Header.Get("Content-Type"))
			require.Contains(t, string(answer.Body), "createDocument")
		}
	}
}
