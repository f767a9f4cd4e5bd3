package chrome_test

import (
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/go-rod/rod/lib/cdp"
	"github.com/stretchr/testify/require"

	"platen/adapters/chrome"
)

// An answer whose caller has left may hold a large PDF. It is read without being kept.
func TestAbandonedAnswerIsSkipped(t *testing.T) {
	from, to, err := os.Pipe()
	require.NoError(t, err)
	defer from.Close()
	events := make(chan string, 1)
	chrome.Listen(t.Context(), from, func(e *cdp.Event) { events <- e.Method })

	const size, piece = 64 << 20, 1 << 20
	base64 := []byte(strings.Repeat("A", piece))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	write := func(b []byte) {
		_, err := to.Write(b)
		require.NoError(t, err)
	}
	write([]byte(`{"id":7,"result":{"data":"`))
	for range size / piece {
		write(base64)
	}
	write([]byte("\"}}\x00" + `{"method":"the next"}` + "\x00"))
	require.Equal(t, "the next", <-events)
	runtime.ReadMemStats(&after)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(size/4))
	require.NoError(t, to.Close())
}
