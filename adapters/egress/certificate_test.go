package egress_test

import (
	"crypto/tls"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestCertificate: engines that trust the hash of its key receive it for whatever host they name, at any time of a long life.
func TestCertificate(t *testing.T) {
	e := start(t)
	x := open(t, e)
	for _, host := range []string{"a.example:443", "b.example:443", "10.0.0.1:443", "[::1]:8443", "no_name:443"} {
		secured := tls.Client(tunnel(t, x, host), &tls.Config{InsecureSkipVerify: true})
		require.NoError(t, secured.HandshakeContext(t.Context()), host)
		received := secured.ConnectionState().PeerCertificates[0]
		require.NoError(t, secured.Close())
		require.Equal(t, e.SPKIHash(), spkiHash(received))
		require.False(t, received.IsCA)
		require.True(t, received.NotBefore.Before(time.Now().Add(-time.Hour)) && received.NotAfter.After(time.Now().AddDate(5, 0, 0)))
	}
	require.NotEqual(t, e.SPKIHash(), start(t).SPKIHash(), "each process has its own")
}
