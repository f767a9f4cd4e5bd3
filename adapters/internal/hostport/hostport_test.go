package hostport_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/internal/hostport"
)

func TestValid(t *testing.T) {
	for _, good := range []string{":8080", "127.0.0.1:0", "localhost:65535", "[::1]:80"} {
		require.True(t, hostport.Valid(good), good)
	}
	for _, bad := range []string{"", "8080", "localhost", ":http", ":65536", ":-1", "::1:80", "a:b:1"} {
		require.False(t, hostport.Valid(bad), bad)
	}
}
