package chrome_test

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/ports"
)

// hold is a picture that does not come until it is let go: a document with it is under way for as long.
type hold struct {
	asked chan struct{} // holds a value for every request that waits
	let   chan struct{}
	once  sync.Once
}

// holdAt puts such a picture on the site.
func (s *site) holdAt(t testing.TB, path string) *hold {
	h := &hold{asked: make(chan struct{}, 100), let: make(chan struct{})}
	s.mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
		h.asked <- struct{}{}
		select {
		case <-h.let:
		case <-r.Context().Done():
		}
		sendPNG(w, green)
	})
	t.Cleanup(h.release)
	return h
}

func (h *hold) release() { h.once.Do(func() { close(h.let) }) }

// await waits until n documents wait for the picture.
func (h *hold) await(t testing.TB, n int) {
	t.Helper()
	for range n {
		select {
		case <-h.asked:
		case <-time.After(patience):
			t.Fatal("a document did not ask for its picture")
		}
	}
}

// held is a document with such a picture.
func held(path string) domain.PrintJob {
	return printJob(fmt.Sprintf(`<!doctype html><p>held<img width=9 height=9 src="http://site.test%s">`, path))
}

// renders prints a document n times at once. The channel tells how each ended.
func renders(ctx context.Context, r ports.Renderer, n int, job domain.PrintJob, options ports.RenderOptions) <-chan error {
	results := make(chan error, n)
	for range n {
		go func() {
			_, err := r.Render(ctx, job, options)
			results <- err
		}()
	}
	return results
}

// next returns the next result, which must come soon.
func next(t testing.TB, results <-chan error) error {
	t.Helper()
	select {
	case err := <-results:
		return err
	case <-time.After(patience):
		require.Fail(t, "Render did not return")
		return nil
	}
}
