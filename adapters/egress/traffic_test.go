package egress_test

import (
	"context"
	"fmt"
	"net/http"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/egress"
	"platen/domain"
)

func TestDocumentLimits(t *testing.T) {
	server := serve(t, "127.0.0.1", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, 1000)) })
	t.Run("of requests", func(t *testing.T) {
		e := start(t, loopback, func(c *egress.Config) { c.MaxRequests = 3 })
		x := open(t, e)
		client := engine(t, e, x)
		for range 2 { // documents
			for i := range 5 {
				get(t, client, fmt.Sprintf("http://%s/%d", server, i))
			}
			traffic := drain(client, x)
			require.Equal(t, 5, traffic.Requests)
			require.Len(t, traffic.Failed, 2)
			require.Equal(t, "more requests than egress.max_requests in one document", traffic.Failed[0].Reason)
		}
	})
	t.Run("of bytes", func(t *testing.T) {
		e := start(t, loopback, func(c *egress.Config) { c.MaxBytes = 1000; c.MaxTotal = 2500 })
		x := open(t, e)
		client := engine(t, e, x)
		for range 2 {
			for i := range 4 {
				get(t, client, fmt.Sprintf("http://%s/%d", server, i))
			}
			traffic := drain(client, x)
			require.Equal(t, 4, traffic.Requests)
			require.Len(t, traffic.Failed, 2)
			require.Equal(t, "more than egress.max_total in one document", traffic.Failed[0].Reason)
		}
	})
}

// What a document requests after its print is not attributed to the next one.
func TestLateRequests(t *testing.T) {
	server := serve(t, "127.0.0.1", say("late"))
	e := start(t, loopback)
	x := open(t, e)
	client := engine(t, e, x)
	get(t, client, "http://"+server+"/late")
	get(t, client, "http://127.0.0.2/refused")
	x.Reset(nil)
	get(t, client, "http://"+server+"/own")
	require.Equal(t, domain.Traffic{Requests: 1}, drain(client, x))
}

func TestFetchesAreBounded(t *testing.T) {
	const atOnce = 32
	var now, most atomic.Int64
	everybodyAsked := make(chan struct{})
	server := serve(t, "127.0.0.1", func(http.ResponseWriter, *http.Request) {
		n := now.Add(1)
		for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
		}
		<-everybodyAsked
		now.Add(-1)
	})
	e := start(t, loopback)
	x := open(t, e)
	client := engine(t, e, x)
	var requests sync.WaitGroup
	for i := range 3 * atOnce {
		requests.Go(func() {
			response, err := client.Get(fmt.Sprintf("http://%s/%d", server, i))
			if err == nil {
				err = response.Body.Close()
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	for egress.Asked(x) < 3*atOnce || now.Load() < atOnce {
		runtime.Gosched()
	}
	close(everybodyAsked)
	requests.Wait()
	require.Equal(t, int64(atOnce), most.Load())
	require.Equal(t, domain.Traffic{Requests: 3 * atOnce}, drain(client, x))
}

func TestCancelledRequestIsNoFailure(t *testing.T) {
	arrived, abandoned := make(chan struct{}), make(chan struct{})
	server := serve(t, "127.0.0.1", func(_ http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/slow" {
			close(arrived)
			<-r.Context().Done()
			close(abandoned)
		}
	})
	e := start(t, loopback)
	x := open(t, e)
	client := engine(t, e, x)
	ctx, giveUp := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+server+"/slow", nil)
		if err == nil {
			_, err = client.Do(request)
		}
		ended <- err
	}()
	<-arrived
	giveUp()
	require.ErrorIs(t, <-ended, context.Canceled)
	<-abandoned // by the session
	for i := range 20 {
		get(t, client, fmt.Sprintf("http://%s/quick/%d", server, i))
	}
	require.Equal(t, domain.Traffic{Requests: 21}, drain(client, x))
}
