package admin_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	"platen/adapters/admin"
)

func TestPages(t *testing.T) {
	page := admin.Page{Path: "/openapi.yaml", ContentType: "application/yaml", Content: func() []byte { return []byte("openapi: 3.1.0\n") }}
	handler := admin.New(admin.DefaultConfig(), (&part{}).readiness, running, zap.NewNop(), page).Handler()
	ask := func(method string) *httptest.ResponseRecorder {
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, httptest.NewRequest(method, page.Path, http.NoBody))
		return answer
	}
	answer := ask(http.MethodGet)
	require.Equal(t, http.StatusOK, answer.Code)
	require.Equal(t, "application/yaml", answer.Header().Get("Content-Type"))
	require.Equal(t, "openapi: 3.1.0\n", answer.Body.String())
	require.Equal(t, http.StatusMethodNotAllowed, ask(http.MethodPut).Code)
}
