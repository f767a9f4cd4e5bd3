package chrome_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

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
	encoded := []byte(strings.Repeat("A", piece))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	write := func(b []byte) {
		_, err := to.Write(b)
		require.NoError(t, err)
	}
	write([]byte(`{"id":7,"result":{"data":"`))
	for range size / piece {
		write(encoded)
	}
	write([]byte("\"}}\x00" + `{"method":"the next"}` + "\x00"))
	require.Equal(t, "the next", <-events)
	runtime.ReadMemStats(&after)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(size/4))
	require.NoError(t, to.Close())
}

// TestFormsOfAnswers: whatever the order of keys and the blanks of a browser's JSON, a call gets its answer.
func TestFormsOfAnswers(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for _, form := range []string{
		`{"id":%d,"result":{"data":"UERG","stream":""},"sessionId":"A"}`,
		`{"id":%d,"result":{"stream":"","data":"UERG"}}`,
		`{"id":%d,"sessionId":"A","result":{"data":"UERG"}}`,
		`{"id": %d, "result": {"data": "UERG"}}`,
		`{"id":%d ,"result":{ "data":"UERG"}}`,
		`{ "id": %d, "result": { "data": "UERG" } }`,
		`{"result":{"data":"UERG"},"id":%d}`,
		`{"sessionId":"A","result":{"data":"\u0055ERG"},"id":%d}`,
	} {
		got, err := chrome.Exchange(ctx, form, 3)
		require.NoError(t, err, form)
		require.Equal(t, "PDF", string(got), form)
		got, err = chrome.Exchange(ctx, form, 0)
		require.NoError(t, err, form)
		require.Contains(t, string(got), "ERG", form)
		_, err = chrome.Exchange(ctx, form, 2)
		require.ErrorContains(t, err, "too large", form)
	}
	for _, form := range []string{
		`{"id":%d,"error":{"code":-32000,"message":"as the test wants"}}`, `{"error": {"message": "as the test wants"}, "id": %d}`,
	} {
		for _, limit := range []int{0, 3} {
			_, err := chrome.Exchange(ctx, form, limit)
			require.ErrorContains(t, err, "as the test wants", form)
		}
	}
}

// TestBinaryAnswers: base64 is decoded in its own place, whatever its length.
func TestBinaryAnswers(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	want := make([]byte, 5<<20)
	_, _ = rand.NewChaCha8([32]byte{}).Read(want)
	for _, size := range []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 99, 100, 101, 3 << 20, 5<<20 - 1, 5 << 20} {
		got, err := chrome.Exchange(ctx, `{"id":%d,"result":{"data":"`+base64.StdEncoding.EncodeToString(want[:size])+`"}}`, size+1)
		require.NoError(t, err, size)
		require.True(t, bytes.Equal(want[:size], got), size)
		require.Equal(t, size, cap(got), "nobody writes over what stands behind it")
	}
	_, err := chrome.Exchange(ctx, `{"id":%d,"result":{"data":"UERG*ERG"}}`, 9)
	require.ErrorContains(t, err, "illegal base64")
}
