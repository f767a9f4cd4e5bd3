package egress_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	"platen/adapters/egress"
)

func TestDefaultsAreValid(t *testing.T) {
	require.NoError(t, egress.DefaultConfig().Validate())
}

func TestValidateNamesTheKey(t *testing.T) {
	for key, changes := range map[string][]func(*egress.Config){
		"egress.allow": {
			allow(""), allow("http://intranet.example"), allow("10.0.0.0/33"), allow("10.1.2.3/8"), allow("10.0.0.0/8:80"),
			allow("127.1"), allow("0x7f.1"), allow("fe80::1%eth0"), allow("[10.1.2.3]"), allow("a.example:0"),
			allow("a.example:99999"), allow("*.example"), allow("a.example."), allow("a.example/x"), allow("10.1.2.3", "a b"),
		},
		"egress.timeout":      {func(c *egress.Config) { c.Timeout = 0 }},
		"egress.max_bytes":    {func(c *egress.Config) { c.MaxBytes = 0 }},
		"egress.max_total":    {func(c *egress.Config) { c.MaxTotal = c.MaxBytes - 1 }},
		"egress.max_requests": {func(c *egress.Config) { c.MaxRequests = 0 }},
		"egress.upstream_dns": {func(c *egress.Config) { c.UpstreamDNS = true }},
		"egress.upstream_proxy": {
			upstream("proxy.example:3128"), upstream("https://proxy.example:3128"), upstream("socks5://proxy.example:1080"),
			upstream("http://proxy.example"), upstream("http://:3128"), upstream("http://proxy.example:3128/path"),
			upstream("http://user:secret@proxy.example:x"), upstream("http://user:secret@proxy.example:3128?q"),
		},
	} {
		for _, change := range changes {
			config := egress.DefaultConfig()
			change(&config)
			err := config.Validate()
			require.ErrorContains(t, err, key+": ")
			require.NotContains(t, err.Error(), "secret")
			_, err = egress.New(config, zap.NewNop())
			require.ErrorContains(t, err, key)
		}
	}
}

func upstream(proxy string) func(*egress.Config) {
	return func(c *egress.Config) { c.UpstreamProxy = proxy }
}

func TestEmptyRootsFile(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "empty.pem")
	require.NoError(t, os.WriteFile(empty, []byte("no certificate\n"), 0o600))
	for _, path := range []string{empty, filepath.Join(t.TempDir(), "none.pem"), t.TempDir()} {
		config := egress.DefaultConfig()
		config.CAFile = path
		_, err := egress.New(config, zap.NewNop())
		require.ErrorContains(t, err, "egress.ca_file: ")
	}
}
