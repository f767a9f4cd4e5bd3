package httpapi_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	"platen/adapters/httpapi"
)

// BenchmarkHandler measures what the HTTP layer adds to a document, without the network.
func BenchmarkHandler(b *testing.B) {
	for _, size := range []int{2 << 10, 5 << 20} {
		b.Run(fmt.Sprintf("%dKiB", size>>10), func(b *testing.B) {
			s := fresh(b)
			handler := httpapi.New(s.config, s.printer, s.keys, s.limits, zap.NewNop()).Handler()
			body := []byte(document(size))
			b.SetBytes(int64(size))
			b.ReportAllocs()
			for b.Loop() {
				r := httptest.NewRequest(http.MethodPost, operation, bytes.NewReader(body))
				r.Header.Set("Authorization", "Bearer "+goodKey)
				w := httptest.NewRecorder()
				handler.ServeHTTP(w, r)
				require.Equal(b, 200, w.Code)
			}
		})
	}
}

// BenchmarkLoopback measures a whole request over a connection that stays open.
func BenchmarkLoopback(b *testing.B) {
	s := start(b)
	body := document(2 << 10)
	b.ReportAllocs()
	for b.Loop() {
		response, err := s.client.Do(s.request(strings.NewReader(body)))
		require.NoError(b, err)
		_, _ = io.Copy(io.Discard, response.Body)
		_ = response.Body.Close()
	}
}
