package httpapi_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/adapters/httpapi"
	"platen/domain"
)

func TestConfig(t *testing.T) {
	config := httpapi.DefaultConfig()
	require.NoError(t, config.Validate())
	require.Equal(t, ":8080", config.Addr)
	require.Equal(t, 5*domain.MiB, config.BodyLimit)

	for key, change := range map[string]func(*httpapi.Config){
		"http.addr":                func(c *httpapi.Config) { c.Addr = "8080" },
		"127.0.0.1:99999":          func(c *httpapi.Config) { c.Addr = "127.0.0.1:99999" },
		"http.body_limit":          func(c *httpapi.Config) { c.BodyLimit = 0 },
		"http.header_limit":        func(c *httpapi.Config) { c.HeaderLimit = 100 },
		"http.max_connections":     func(c *httpapi.Config) { c.MaxConnections = 0 },
		"http.read_header_timeout": func(c *httpapi.Config) { c.ReadHeaderTimeout = 0 },
		"http.read_timeout":        func(c *httpapi.Config) { c.ReadTimeout = -time.Second },
		"http.write_timeout":       func(c *httpapi.Config) { c.WriteTimeout = 0 },
		"http.idle_timeout":        func(c *httpapi.Config) { c.IdleTimeout = 0 },
	} {
		broken := httpapi.DefaultConfig()
		change(&broken)
		require.ErrorContains(t, broken.Validate(), key)
	}
}
