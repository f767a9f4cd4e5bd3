package redislimit_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
	"go.uber.org/zap"

	"platen/adapters/redislimit"
	"platen/ports"
	"platen/ports/limittest"
	"platen/ports/limittest/redistest"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m)
}

var general = ports.RateLimit{Requests: 1, Window: time.Hour, Burst: 5}

func TestConformance(t *testing.T) {
	server := redistest.Start(t)
	limittest.Suite{
		Open: func(t testing.TB, general ports.RateLimit) ports.Limiter {
			server.Ask(t, "FLUSHALL")
			return open(t, server.URL(), general)
		},
	}.Run(t)
}

func TestReplicasShare(t *testing.T) {
	server := redistest.Start(t)
	one, two := open(t, server.URL(), general), open(t, server.URL(), general)
	for remaining := general.Burst - 1; remaining >= 0; remaining-- {
		require.Equal(t, remaining, take(t, one).Remaining)
		one, two = two, one
	}
	require.False(t, take(t, one).Granted)
	require.False(t, take(t, two).Granted)
}

func TestOneRoundTrip(t *testing.T) {
	server := redistest.Start(t)
	l := open(t, server.URL(), ports.RateLimit{Requests: 1000, Window: time.Second, Burst: 1000})
	take(t, l) // the script is loaded
	server.Ask(t, "CONFIG", "RESETSTAT")
	for range 100 {
		take(t, l)
	}
	stats := server.Ask(t, "INFO", "commandstats")
	require.Contains(t, stats, "cmdstat_evalsha:calls=100,")
	require.NotContains(t, stats, "cmdstat_eval:")
	require.NotContains(t, stats, "cmdstat_script")
}

// patience is long enough for busy machines.
const patience = 20 * time.Second

func TestStartsWithoutRedis(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { listener.Close() }) // it accepts connections and sends nothing
	limited := ports.Allowance{Limited: true, Requests: general.Requests, Burst: general.Burst, Window: general.Window}
	for _, address := range []string{listener.Addr().String(), "127.0.0.1:1"} {
		l := openFor(t, redislimit.Config{URL: "redis://" + address, General: general}, zap.NewNop())
		refused, err := l.Take(t.Context(), ports.Client{Name: "a"})
		require.Error(t, err)
		require.Equal(t, limited, refused)
		require.Eventually(t, func() bool { return l.Problem() != nil }, patience, 10*time.Millisecond)

		allowed, err := redislimit.Fallback{Limiter: l}.Take(t.Context(), ports.Client{Name: "a"})
		require.NoError(t, err)
		granted := limited
		granted.Granted, granted.Remaining = true, general.Burst
		require.Equal(t, granted, allowed)
		unlimited, err := l.Take(t.Context(), ports.Client{Name: "a", RateLimit: &ports.RateLimit{}})
		require.NoError(t, err, "there is no limit to ask for")
		require.Equal(t, ports.Allowance{Granted: true}, unlimited)
	}
}

func TestAllowKeepsTheLimit(t *testing.T) {
	l := redislimit.Fallback{Limiter: open(t, redistest.Start(t).URL(), general)}
	for range general.Burst {
		require.True(t, take(t, l).Granted)
	}
	require.False(t, take(t, l).Granted)
}

// A request whose client leaves says nothing about Redis.
func TestClientLeaves(t *testing.T) {
	l := open(t, redistest.Start(t).URL(), general)
	take(t, l)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := l.Take(ctx, ports.Client{Name: "a"})
	require.ErrorIs(t, err, context.Canceled)
	require.NoError(t, l.Problem())
}

func TestURL(t *testing.T) {
	for _, bad := range []string{"", "redis.example:6379", "http://hush@redis.example", "redis://:hush@redis.example:none", "redis://u:hush@h/\x00", "redis://:hush@h/x"} {
		_, err := redislimit.New(redislimit.Config{URL: bad, General: general}, zap.NewNop())
		require.ErrorContains(t, err, "rate_limit.redis_url", bad)
		require.NotContains(t, err.Error(), "hush")
	}
}

// TestTLS verifies the server, unless the URL turns that off.
func TestTLS(t *testing.T) {
	certificate, key := certificateFiles(t)
	server := redistest.Start(t, "--port", "0", "--tls-port", "%p", "--tls-cert-file", certificate, "--tls-key-file", key, "--tls-auth-clients", "no")
	require.True(t, take(t, open(t, "rediss://"+server.Addr+"?skip_verify=true", general)).Granted)
	_, err := open(t, "rediss://"+server.Addr, general).Take(t.Context(), ports.Client{Name: "a"})
	require.ErrorContains(t, err, "certificate")
	_, err = open(t, "redis://"+server.Addr, general).Take(t.Context(), ports.Client{Name: "a"})
	require.Error(t, err, "nothing is sent without TLS")
}

func certificateFiles(t *testing.T) (certificate, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	der, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	require.NoError(t, err)
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	require.NoError(t, err)
	certificate, key = filepath.Join(t.TempDir(), "cert.pem"), filepath.Join(t.TempDir(), "key.pem")
	require.NoError(t, os.WriteFile(certificate, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600))
	require.NoError(t, os.WriteFile(key, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret}), 0o600))
	return certificate, key
}

// open opens a limiter with a timeout for busy machines: a request that times out may still be counted.
func open(t testing.TB, url string, general ports.RateLimit) *redislimit.Limiter {
	t.Helper()
	return openFor(t, redislimit.Config{URL: url, General: general, Timeout: 20 * time.Second}, zap.NewNop())
}

func openFor(t testing.TB, config redislimit.Config, log *zap.Logger) *redislimit.Limiter {
	t.Helper()
	l, err := redislimit.New(config, log)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, l.Close()) })
	return l
}

func take(t testing.TB, l ports.Limiter) ports.Allowance {
	t.Helper()
	a, err := l.Take(t.Context(), ports.Client{Name: "a"})
	require.NoError(t, err)
	return a
}
