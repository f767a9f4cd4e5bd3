package egress

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"

	"platen/domain"
	"platen/ports"
)

var _ ports.NetworkScope = printScope{}

const (
	// maxFetches bounds the resources that one document fetches at once: servers should not receive hundreds of
	// connections for one document.
	maxFetches = 32
	// maxTimeouts is how many fetches in a row may time out at one host before its others fail at once.
	maxTimeouts = 2
	// maxUnfinished bounds the addresses that Unfinished returns.
	maxUnfinished = 20
)

// scope is what all prints of one document share: the limits, and each resource that was fetched, or failed, for an
// earlier request.
type scope struct {
	fetcher     *fetcher
	networkTime time.Duration   // of all fetches together, overlapping ones counted once; 0: no limit
	ctx         context.Context // ends with Close
	cancel      context.CancelFunc
	fetching    sync.WaitGroup
	slots       chan struct{} // holds one element for each fetch under way

	mu        sync.Mutex
	closed    bool
	resources map[string]*resource // by canonical address, each of which counts as a request
	bytes     domain.ByteSize      // of bodies, decompressed
	waiting   domain.Stopwatch
	slowest   domain.Fetch
	timeouts  map[string]int // by host: the fetches that timed out since its last answer
}

// printScope is a scope during a step of its document.
type printScope struct {
	*scope
	during context.Context
}

// During implements ports.NetworkScope.
func (s *scope) During(ctx context.Context) ports.NetworkScope { return printScope{s, ctx} }

// Fetch implements ports.NetworkScope.
func (s printScope) Fetch(ctx context.Context, address string, header map[string][]string) (ports.Resource, error) {
	return newPrintTraffic(s).fetch(ctx, address, header)
}

func newScope(f *fetcher, networkTime time.Duration) *scope {
	s := &scope{
		fetcher: f, networkTime: networkTime,
		slots: make(chan struct{}, maxFetches), resources: map[string]*resource{}, timeouts: map[string]int{},
	}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	return s
}

// resource is an address on its way, or its final answer.
type resource struct {
	name    string        // its shown address
	done    chan struct{} // closed when answer and err are final
	waiters int
	cancel  context.CancelFunc
	meter   *meter
	answer  *answer
	err     error
}

// get returns the resource at u. Requests for the same address share one fetch, which ends when none of them waits any
// longer. Failures are kept like answers, so that every print of the document shows the same. The fetch is part of the step that
// it began in.
func (s printScope) get(ctx context.Context, u *url.URL, header http.Header) (*answer, error) {
	key := canonical(u)
	res, err := s.join(key, u, header)
	if err != nil {
		return nil, err
	}
	select {
	case <-res.done:
		return res.answer, res.err
	case <-ctx.Done():
		s.leave(res)
		return nil, ctx.Err()
	}
}

// join finds the resource, or starts its fetch, and counts one more request that waits for it.
func (s printScope) join(key string, u *url.URL, header http.Header) (*resource, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, errScopeClosed
	}
	res, again := s.resources[key]
	if !again || res.meter.abandoned {
		switch {
		case s.bytes > s.fetcher.MaxTotal:
			return nil, errTotal
		case !again && len(s.resources) >= s.fetcher.MaxRequests:
			return nil, errTooMany
		}
		res = s.start(key, u, header)
	}
	res.waiters++
	return res, nil
}

// start fetches the resource. The caller holds the lock.
func (s printScope) start(key string, u *url.URL, header http.Header) *resource {
	ctx, cancel := context.WithCancel(s.ctx)
	res := &resource{name: shownAddress(u), done: make(chan struct{}), cancel: cancel, meter: &meter{scope: s.scope}}
	s.resources[key] = res
	request := newRequest(ctx, header)
	s.fetching.Go(func() {
		defer cancel()
		var a *answer
		var err error
		_ = ports.InFetchSpan(s.during, "fetch", res.name, func(context.Context) error {
			if a, err = s.fetch(ctx, request, u, res.meter); err != nil {
				return ports.StepError(reason(err))
			}
			return nil
		})
		s.mu.Lock()
		defer s.mu.Unlock()
		res.answer, res.err = a, err
		close(res.done)
	})
	return res
}

// leave stops waiting. The last one to leave ends the fetch, and the bytes that it has received no longer count; a later request
// starts it again, and the address counts once.
func (s *scope) leave(res *resource) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if res.waiters--; res.waiters == 0 && !res.finished() {
		res.cancel()
		s.bytes -= res.meter.received
		res.meter.abandoned = true
	}
}

// finished reports whether the answer is final.
func (res *resource) finished() bool {
	select {
	case <-res.done:
		return !res.meter.abandoned
	default:
		return false
	}
}

// fetch gets a resource over the network when there is a free slot.
func (s *scope) fetch(ctx context.Context, request *http.Request, u *url.URL, m *meter) (*answer, error) {
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	host := authorityOf(u)
	timeout, err := s.begin(host)
	if err != nil {
		return nil, err
	}
	began := time.Now()
	a, err := s.fetcher.fetch(ctx, request, u, timeout, m)
	s.end(ctx, host, domain.Fetch{URL: shownAddress(u), Took: time.Since(began), Bytes: int64(m.received)}, err)
	return a, err
}

// begin starts the time of a fetch and returns its limit.
func (s *scope) begin(host string) (time.Duration, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.timeouts[host] >= maxTimeouts {
		return 0, errUnresponsive
	}
	left := s.networkTime - s.waiting.Add(1)
	switch {
	case s.networkTime == 0:
		return s.fetcher.Timeout, nil
	case left <= 0:
		s.waiting.Add(-1)
		return 0, errNetworkTime
	}
	return min(left, s.fetcher.Timeout), nil
}

// end stops the time of a fetch. A cancelled fetch says nothing about its host.
func (s *scope) end(ctx context.Context, host string, took domain.Fetch, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.waiting.Add(-1)
	if took.Took > s.slowest.Took {
		s.slowest = took
	}
	if ctx.Err() != nil {
		return
	}
	s.fetcher.observe(took.Took, err != nil)
	if errors.Is(err, errTimeout) {
		s.timeouts[host]++
	} else {
		delete(s.timeouts, host)
	}
}

// Fetches implements ports.NetworkScope.
func (s *scope) Fetches() domain.Fetches {
	s.mu.Lock()
	defer s.mu.Unlock()
	return domain.Fetches{Resources: len(s.resources), Waited: s.waiting.Add(0), Slowest: s.slowest}
}

// receive counts bytes of a body; the error means that they are too many.
func (s *scope) receive(m *meter, bytes int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if m.abandoned {
		return context.Canceled
	}
	m.received += domain.ByteSize(bytes)
	s.bytes += domain.ByteSize(bytes)
	if s.bytes > s.fetcher.MaxTotal {
		return errTotal
	}
	return nil
}

// Unfinished returns the addresses that prints wait for, or waited for when they were cut off.
func (s *scope) Unfinished() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var names []string
	for _, res := range s.resources {
		if !res.finished() {
			names = append(names, res.name)
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	return names[:min(len(names), maxUnfinished)]
}

// Close ends the fetches under way and drops the resources. A second call does nothing.
func (s *scope) Close() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.cancel()
	s.fetching.Wait()
}

// shownAddress is an address as logs may show it.
func shownAddress(u *url.URL) string { return domain.NewFailedResource(u, "").URL }
