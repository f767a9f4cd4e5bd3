package httpapi_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"platen/adapters/httpapi"
)

func TestOpenAPIIsServed(t *testing.T) {
	s := start(t, func(s *service) { s.config.OpenAPI = true })
	get := func(method, path string) reply {
		request, err := http.NewRequestWithContext(t.Context(), method, "http://"+s.Addr()+path, http.NoBody)
		require.NoError(t, err)
		return s.do(request)
	}
	asYAML := get(http.MethodGet, "/openapi.yaml")
	require.Equal(t, http.StatusOK, asYAML.StatusCode)
	require.Equal(t, "application/yaml", asYAML.Header.Get("Content-Type"))
	common(t, asYAML)
	asJSON := get(http.MethodGet, "/openapi.json")
	require.Equal(t, "application/json", asJSON.Header.Get("Content-Type"))
	var fromYAML, fromJSON map[string]any
	require.NoError(t, yaml.Unmarshal(asYAML.body, &fromYAML))
	require.NoError(t, json.Unmarshal(asJSON.body, &fromJSON))
	require.Equal(t, "3.1.0", fromYAML["openapi"])
	rewritten, err := json.Marshal(fromYAML)
	require.NoError(t, err)
	require.JSONEq(t, string(rewritten), string(asJSON.body))

	require.Empty(t, get(http.MethodHead, "/openapi.json").body)
	refused := get(http.MethodPost, "/openapi.json")
	require.Equal(t, http.StatusMethodNotAllowed, refused.StatusCode)
	require.Equal(t, "GET, HEAD", refused.Header.Get("Allow"))
}

// TestOpenAPIIsOffByDefault: by default, the operation is the only public path.
func TestOpenAPIIsOffByDefault(t *testing.T) {
	s := start(t)
	for _, resource := range httpapi.OpenAPI() {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+s.Addr()+resource.Path, http.NoBody)
		require.NoError(t, err)
		require.Equal(t, http.StatusNotFound, s.do(request).StatusCode, resource.Path)
	}
}
