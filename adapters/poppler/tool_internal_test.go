package poppler

import (
	"io"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// running reports whether the timer of a waiting runs while something is read.
type running struct{ limit *time.Timer }

func (r running) Read([]byte) (int, error) {
	if r.limit.Stop() {
		return 1, nil
	}
	return 0, io.EOF
}

// TestOnlyWaitingIsBounded: a tool has its time again with each part of its output, and is not ended for what its reader does in between,
// as where the pages of a long document are compared.
func TestOnlyWaitingIsBounded(t *testing.T) {
	limit := time.AfterFunc(time.Hour, func() {})
	require.True(t, limit.Stop())
	w := waiting{running{limit}, limit, time.Hour}
	for range 2 {
		n, err := w.Read(nil)
		require.NoError(t, err)
		require.Equal(t, 1, n, "the time runs while the tool is waited for")
		require.False(t, limit.Stop(), "and rests meanwhile")
	}
}
