package osprocess_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/internal/osprocess"
)

// TestTail: the end is kept, however the output is divided into pieces.
func TestTail(t *testing.T) {
	for _, size := range []int{1, 7, 1000, 2048, 5000} {
		var tail osprocess.Tail
		output := strings.Repeat("é0123456789\n", 1000) + "the end\n"
		for rest := output; rest != ""; {
			n, err := tail.Write([]byte(rest[:min(size, len(rest))]))
			require.NoError(t, err)
			rest = rest[n:]
		}
		require.True(t, strings.HasSuffix(strings.TrimSpace(output), tail.String()))
		require.Greater(t, len(tail.String()), 1000)
		require.LessOrEqual(t, len(tail.String()), 2048)
		require.True(t, strings.HasSuffix(tail.String(), "the end"))
	}
}
