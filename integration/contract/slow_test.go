package contract_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/adapters/pdf/reader"
	"platen/app/contract"
)

func clientOf(t *testing.T, handler http.HandlerFunc) *contract.Client {
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	t.Cleanup(server.CloseClientConnections)
	return &contract.Client{
		BaseURL: server.URL, Key: key, KeyName: "KEY",
		Reader: reader.Reader{}, Timeout: time.Minute,
	}
}

// A case about a body that is not sent waits for 5 seconds, also if a request may take longer.
func TestServerThatReadsBodiesFirst(t *testing.T) {
	t.Parallel()
	client := clientOf(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // which may end early
		w.WriteHeader(http.StatusOK)
	})
	began := time.Now()
	results, err := contract.Run(t.Context(), client, contract.Options{Only: []string{"5.20", "5.2"}}, func(contract.Result) {})
	require.NoError(t, err)
	require.Less(t, time.Since(began), 20*time.Second)
	require.Equal(t, contract.Failed, results[0].Outcome)
	require.Contains(t, results[0].Message, "got:      200 without X-Request-Id")
	require.NotContains(t, results[0].Message, "[ -~]", "no regular expression is shown")
	require.Contains(t, results[1].Message, "expected: an answer before the body\ngot:      none within 5s: the server waits for the body")
}

// A server whose rate limit is never spent fails, unless it says that there is more left than the suite sends.
func TestServerThatRefusesNothing(t *testing.T) {
	t.Parallel()
	for left, outcome := range map[string]contract.Outcome{"59": contract.Failed, "5000": contract.Skipped} {
		client := clientOf(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("RateLimit", `"default";r=`+left+`;t=1`)
			w.WriteHeader(http.StatusBadRequest)
		})
		results, err := contract.Run(t.Context(), client, contract.Options{Only: []string{"5.23"}, Disruptive: true}, func(contract.Result) {})
		require.NoError(t, err)
		require.Equal(t, outcome, results[0].Outcome, "%s left", left)
	}
}

// A failure whose body has no end is not read on.
func TestServerThatNeverEnds(t *testing.T) {
	t.Parallel()
	var written atomic.Int64
	client := clientOf(t, func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusInternalServerError)
		for err := error(nil); err == nil; written.Add(1) {
			_, err = w.Write(make([]byte, 1<<20))
		}
	})
	results, err := contract.Run(t.Context(), client, contract.Options{Only: []string{"5.16"}}, func(contract.Result) {})
	require.NoError(t, err)
	require.Equal(t, contract.Pass, results[0].Outcome)
	require.Less(t, written.Load(), int64(128), "megabytes of seven answers, with what is on its way")
}

// A run ends in its time on a server that does not answer. What it did not reach is skipped, and the run is not a success.
func TestServerThatHangs(t *testing.T) {
	t.Parallel()
	var requests atomic.Int64
	client := clientOf(t, func(_ http.ResponseWriter, r *http.Request) {
		if requests.Add(1) > 1 {
			_, _ = io.Copy(io.Discard, r.Body) // so that the server sees the end of the connection
			<-r.Context().Done()
		}
	})
	client.Timeout = 700 * time.Millisecond
	began := time.Now()
	var begun int
	results, err := contract.Run(t.Context(), client, contract.Options{Within: 1300 * time.Millisecond, Begin: func(_ contract.Case, number, of int) {
		begun++
		require.Equal(t, begun, number)
		require.Len(t, contract.Cases(), of)
	}}, func(contract.Result) {})
	require.ErrorIs(t, err, contract.ErrLate)
	require.Less(t, time.Since(began), 20*time.Second)
	require.Len(t, results, len(contract.Cases()))
	require.Equal(t, contract.Failed, results[0].Outcome)
	require.Contains(t, results[0].Message, "got:      none within")
	require.Equal(t, contract.Skipped, results[1].Outcome)
	require.Equal(t, "not reached in time", results[1].Message)
}

// TestLateRun: what a run ends itself is not the server's failure.
func TestLateRun(t *testing.T) {
	t.Parallel()
	for unanswered := range int64(2) { // the first request, or one of a case
		var requests atomic.Int64
		client := clientOf(t, func(_ http.ResponseWriter, r *http.Request) {
			if requests.Add(1) > unanswered {
				_, _ = io.Copy(io.Discard, r.Body)
				<-r.Context().Done()
			}
		})
		results, err := contract.Run(t.Context(), client, contract.Options{Within: 100 * time.Millisecond}, func(contract.Result) {})
		require.ErrorIs(t, err, contract.ErrLate)
		for _, result := range results {
			require.Equal(t, contract.Skipped, result.Outcome, result.Name)
		}
	}
}
