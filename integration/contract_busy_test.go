package integration_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/integration/harness"
	"platen/ports/pdfcheck"
)

// outcome is the result of a concurrent request.
type outcome struct {
	harness.Answer
	err error
}

// send sends a request without waiting for its answer.
func (c call) send(ctx context.Context, s *harness.Service) <-chan outcome {
	done := make(chan outcome, 1)
	go func() {
		answer, err := c.try(ctx, s)
		done <- outcome{answer, err}
	}()
	return done
}

// within waits for an event; the test fails if it takes too long.
func within[T any](t testing.TB, d time.Duration, what <-chan T) (value T) {
	t.Helper()
	select {
	case value = <-what:
	case <-time.After(d):
		require.FailNow(t, "nothing happened for "+d.String())
	}
	return value
}

// waitingFor is a document that is under way until the site releases its image.
func waitingFor(web *site, path string) call {
	return call{body: fields{"html": "<p>patient</p>" + fmt.Sprintf(picture, web.URL+path)}}
}

// TestContractBusy is section 5: a service whose slots and queue are full.
func TestContractBusy(t *testing.T) {
	t.Parallel()
	for _, engine := range both {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			web := openSite(t)
			t.Run("no queue", func(t *testing.T) {
				s := harness.Start(t, "PLATEN_ENGINE="+engine, web.allowed(), "PLATEN_EGRESS_TIMEOUT=1m", "PLATEN_RENDER_CONCURRENCY=1", "PLATEN_RENDER_QUEUE=0",
					"PLATEN_RATE_LIMIT_REQUESTS=1000000", "PLATEN_RATE_LIMIT_BURST=1000000")
				t.Run("full", func(t *testing.T) { full(t, s, web) })
				t.Run("a client leaves", func(t *testing.T) { leaves(t, s, web) })
				t.Run("drains", func(t *testing.T) { drains(t, s, web) })
			})
			t.Run("a queue of one", func(t *testing.T) {
				s := harness.Start(t, "PLATEN_ENGINE="+engine, web.allowed(), "PLATEN_EGRESS_TIMEOUT=1m", "PLATEN_RENDER_CONCURRENCY=1", "PLATEN_RENDER_QUEUE=1")
				t.Run("full", func(t *testing.T) { fullQueue(t, s, web) })
				t.Run("a client leaves", func(t *testing.T) { leavesForNext(t, s, web) })
				t.Run("a client leaves the queue", func(t *testing.T) { leavesQueue(t, s, web) })
			})
			t.Run("timeout", func(t *testing.T) { timeout(t, engine) })
		})
	}
}

// full: the one slot is busy.
func full(t *testing.T, s *harness.Service, web *site) {
	asked, release := web.hold("/full/" + t.Name())
	first := waitingFor(web, "/full/"+t.Name()).send(t.Context(), s)
	within(t, patience, asked)
	answer := call{}.to(t, s)
	refused(t, answer, http.StatusServiceUnavailable)
	comeBack(t, answer)
	// An invalid request is still answered with its error.
	refused(t, call{body: "{}"}.to(t, s), http.StatusBadRequest)
	close(release)
	got := within(t, patience, first)
	require.NoError(t, got.err)
	delivered(t, got.Answer)
	delivered(t, call{}.to(t, s))
}

// comeBack checks the header fields of a refused client's answer.
func comeBack(t *testing.T, answer harness.Answer) {
	t.Helper()
	require.Regexp(t, `^[1-9]\d*$`, answer.Header.Get("Retry-After"))
	require.NotEmpty(t, answer.Header.Get("RateLimit"), "its request counts")
	require.NotEmpty(t, answer.Header.Get("RateLimit-Policy"))
}

// fullQueue: of two documents that arrive while one is rendered, one waits, and one is refused.
func fullQueue(t *testing.T, s *harness.Service, web *site) {
	path := "/queue/" + t.Name()
	asked, release := web.hold(path)
	first := waitingFor(web, path).send(t.Context(), s)
	within(t, patience, asked)
	second, third := waitingFor(web, path).send(t.Context(), s), waitingFor(web, path).send(t.Context(), s)
	var sentAway outcome
	waits := third
	select {
	case sentAway = <-second:
	case sentAway = <-third:
		waits = second
	}
	refused(t, sentAway.Answer, http.StatusServiceUnavailable)
	close(release)
	for _, done := range []<-chan outcome{first, waits} {
		got := within(t, patience, done)
		require.NoError(t, got.err)
		delivered(t, got.Answer)
	}
}

// soon is how long a slot may stay busy after its client has gone.
const soon = time.Second

// leaves: the slot of a client that has gone is free within a second.
func leaves(t *testing.T, s *harness.Service, web *site) {
	asked, _ := web.hold("/left/" + t.Name())
	ctx, leave := context.WithCancel(t.Context())
	gone := waitingFor(web, "/left/"+t.Name()).send(ctx, s)
	within(t, patience, asked)
	refused(t, call{}.to(t, s), http.StatusServiceUnavailable)
	leave()
	left := time.Now()
	require.Error(t, within(t, patience, gone).err)
	for {
		sent := time.Now()
		answer := call{}.to(t, s)
		if answer.Status == http.StatusOK {
			break
		}
		refused(t, answer, http.StatusServiceUnavailable)
		require.Less(t, sent.Sub(left), soon, "the slot is still busy")
	}
}

// leavesForNext: if a client leaves, the waiting document has its turn.
func leavesForNext(t *testing.T, s *harness.Service, web *site) {
	first, _ := web.hold("/first/" + t.Name())
	second, release := web.hold("/second/" + t.Name())
	ctx, leave := context.WithCancel(t.Context())
	waitingFor(web, "/first/"+t.Name()).send(ctx, s)
	within(t, patience, first)
	next := waitingFor(web, "/second/"+t.Name()).send(t.Context(), s)
	leave()
	within(t, patience, second)
	close(release)
	got := within(t, patience, next)
	require.NoError(t, got.err)
	delivered(t, got.Answer)
}

// leavesQueue: a client that leaves the queue makes room for another.
func leavesQueue(t *testing.T, s *harness.Service, web *site) {
	asked, release := web.hold("/busy/" + t.Name())
	first := waitingFor(web, "/busy/"+t.Name()).send(t.Context(), s)
	within(t, patience, asked)
	ctx, leave := context.WithCancel(t.Context())
	one, other := call{}.send(ctx, s), call{}.send(ctx, s)
	select { // one of them is refused, so the other waits
	case got := <-one:
		refused(t, got.Answer, http.StatusServiceUnavailable)
	case got := <-other:
		refused(t, got.Answer, http.StatusServiceUnavailable)
	}
	leave()
	left := time.Now()
	time.AfterFunc(soon, func() { close(release) })
	for {
		sent := time.Now()
		answer := call{}.to(t, s) // waits for first, if there is room to wait in
		if answer.Status == http.StatusOK {
			break
		}
		refused(t, answer, http.StatusServiceUnavailable)
		require.Less(t, sent.Sub(left), soon, "its place in the queue is still taken")
	}
	got := within(t, patience, first)
	require.NoError(t, got.err)
	delivered(t, got.Answer)
}

// drains: after SIGTERM the document under way is finished, and no other is begun.
func drains(t *testing.T, s *harness.Service, web *site) {
	asked, release := web.hold("/last/" + t.Name())
	kept := dial(t, s)
	kept.send(post(`{}`))
	refused(t, kept.answer(), http.StatusBadRequest)
	last := waitingFor(web, "/last/"+t.Name()).send(t.Context(), s)
	within(t, patience, asked)
	require.NoError(t, syscall.Kill(s.PID(), syscall.SIGTERM))
	require.Eventually(t, func() bool {
		response, err := http.Get(s.Admin + "/readyz")
		if err != nil {
			return false
		}
		response.Body.Close()
		return response.StatusCode == http.StatusServiceUnavailable
	}, patience, 5*time.Millisecond, "it says that it is not ready")
	kept.send(post(`{"html":"<p>late</p>"}`))
	answer := kept.answer()
	refused(t, answer, http.StatusServiceUnavailable)
	require.Regexp(t, `^[1-9]\d*$`, answer.Header.Get("Retry-After"))
	if answer, err := (call{}).try(t.Context(), s); err == nil {
		refused(t, answer, http.StatusServiceUnavailable)
	}
	close(release)
	got := within(t, patience, last)
	require.NoError(t, got.err)
	delivered(t, got.Answer)
	pdfcheck.In(t, got.Body, pdfcheck.Whole(), pdfcheck.Text("patient"))
	s.Stop(t) // checks the exit code, and what is left
	for line := range strings.Lines(s.Log()) {
		require.True(t, !strings.Contains(line, `"level":"error"`) || strings.Contains(line, `"status":503`), line)
	}
}

// timeout: a document past render.timeout, queueing included, is a 504 that names the limit, and the service works as before.
func timeout(t *testing.T, engine string) {
	s := harness.Start(t, "PLATEN_ENGINE="+engine, "PLATEN_RENDER_CONCURRENCY=1", "PLATEN_RENDER_TIMEOUT=1s", "PLATEN_RATE_LIMIT_REQUESTS=100")
	slow := call{body: fields{"html": strings.Repeat("<p>slow", 600_000)}}
	for _, done := range []<-chan outcome{slow.send(t.Context(), s), slow.send(t.Context(), s)} {
		got := within(t, patience, done)
		require.NoError(t, got.err)
		refused(t, got.Answer, http.StatusGatewayTimeout, "render.timeout", "1s")
		require.NotEmpty(t, got.Header.Get("RateLimit"))
	}
	require.Eventually(t, func() bool { return call{}.to(t, s).Status == http.StatusOK }, patience, 20*time.Millisecond)
}
