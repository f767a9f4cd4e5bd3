package admission_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"platen/app/admission"
	"platen/domain"
	"platen/ports"
)

var limits = admission.Limits{Concurrency: 2, Queue: 3, Timeout: time.Minute}

// gauge counts documents under way.
type gauge struct {
	mu        sync.Mutex
	now, most int
}

func (g *gauge) add(n int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.now += n
	g.most = max(g.most, g.now)
}

// slow is a generator whose documents take a second each, unless their context ends.
func slow(under *gauge) ports.Generator {
	return ports.GeneratorFunc(func(ctx context.Context, _ domain.Request) (domain.Document, error) {
		under.add(1)
		defer under.add(-1)
		select {
		case <-time.After(time.Second):
			return domain.Document{Pages: 1}, nil
		case <-ctx.Done():
			return domain.Document{}, ctx.Err()
		}
	})
}

func codeOf(err error) domain.Code {
	if err == nil {
		return ""
	}
	return domain.AsError(err).Code
}

// TestLimits: documents beyond Concurrency wait, and those beyond Queue are refused.
func TestLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var under gauge
		a := admission.New(slow(&under), limits)
		type result struct {
			code domain.Code
			wait time.Duration
		}
		results := make(chan result)
		const documents = 7
		for range documents {
			go func() {
				d, err := a.Generate(t.Context(), domain.Request{})
				results <- result{codeOf(err), d.Timing.Queue}
			}()
			synctest.Wait() // one after the other, so that the order is fixed
		}
		var codes []domain.Code
		var waits []time.Duration
		for range documents {
			r := <-results
			codes = append(codes, r.code)
			waits = append(waits, r.wait)
		}
		require.Equal(t, 2, under.most, "documents at once")
		require.ElementsMatch(t, []domain.Code{"", "", "", "", "", domain.Overloaded, domain.Overloaded}, codes)
		require.ElementsMatch(t, []time.Duration{0, 0, 0, 0, time.Second, time.Second, 2 * time.Second}, waits)
	})
}

func TestDeadlineCountsTheWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		short := limits
		short.Concurrency, short.Timeout = 1, 1500*time.Millisecond
		a := admission.New(slow(&gauge{}), short)
		waits := make(chan time.Duration, 3)
		ended := make(chan error)
		for range 3 {
			go func() {
				document, err := a.Generate(t.Context(), domain.Request{})
				waits <- document.Timing.Queue
				ended <- err
			}()
			synctest.Wait()
		}
		began := time.Now()
		require.NoError(t, <-ended)
		for range 2 {
			late := domain.AsError(<-ended)
			require.Equal(t, domain.Timeout, late.Code)
			require.Regexp(t, "waited for its turn for (all|most) of render.timeout, 1.5s; send it again later", late.Message)
		}
		require.ElementsMatch(t, []time.Duration{0, time.Second, 1500 * time.Millisecond}, []time.Duration{<-waits, <-waits, <-waits})
		require.Equal(t, 1500*time.Millisecond, time.Since(began))
	})
}

// TestTimeoutsSayWhy: a document that waited for more than half of its time is told so.
func TestTimeoutsSayWhy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		stubborn := ports.GeneratorFunc(func(ctx context.Context, _ domain.Request) (domain.Document, error) {
			time.Sleep(5 * time.Second)
			return domain.Document{}, ctx.Err()
		})
		a := admission.New(stubborn, admission.Limits{Concurrency: 1, Queue: 9, Timeout: 4 * time.Second})
		var ended sync.WaitGroup
		arrive := func(queue time.Duration, message string) {
			ended.Go(func() {
				document, err := a.Generate(t.Context(), domain.Request{})
				require.Equal(t, queue, document.Timing.Queue)
				require.ErrorContains(t, err, message)
				require.ErrorIs(t, err, context.DeadlineExceeded)
			})
			synctest.Wait()
		}
		const unfinished, most, all = "not finished within render.timeout, 4s", "for most of render.timeout, 4s", "for all of render.timeout, 4s"
		arrive(0, unfinished)
		arrive(4*time.Second, all)
		time.Sleep(3 * time.Second)
		arrive(2*time.Second, unfinished)
		time.Sleep(3500 * time.Millisecond)
		arrive(3500*time.Millisecond, most)
		ended.Wait()
	})
}

// TestLeavingTheQueue: the error is that of the client.
func TestLeavingTheQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := admission.New(slow(&gauge{}), admission.Limits{Concurrency: 1, Queue: 1, Timeout: time.Minute})
		send(t, a, "a", 1, "")
		ctx, leave := context.WithCancel(t.Context())
		time.AfterFunc(time.Millisecond, leave)
		_, err := a.Generate(ctx, domain.Request{})
		require.Equal(t, context.Canceled, err)
		require.Equal(t, load{busy: 1}, loadOf(a))
	})
}

// TestLeavingFreesSlot: a client that leaves frees its slot.
func TestLeavingFreesSlot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := admission.New(slow(&gauge{}), admission.Limits{Concurrency: 1, Queue: 0, Timeout: time.Minute})
		ctx, leave := context.WithCancel(t.Context())
		left := make(chan error)
		go func() {
			_, err := a.Generate(ctx, domain.Request{})
			left <- err
		}()
		synctest.Wait()
		_, err := a.Generate(t.Context(), domain.Request{})
		require.Equal(t, domain.Overloaded, codeOf(err))
		leave()
		require.ErrorIs(t, <-left, context.Canceled)
		_, err = a.Generate(t.Context(), domain.Request{})
		require.NoError(t, err)
	})
}

// order is a generator that records the clients of its documents in order. Each document takes as long as its html says.
type order struct {
	mu      sync.Mutex
	started []string
}

func (o *order) Generate(ctx context.Context, request domain.Request) (domain.Document, error) {
	o.mu.Lock()
	o.started = append(o.started, ports.ClientOf(ctx).Name)
	o.mu.Unlock()
	takes, err := time.ParseDuration(request.HTML)
	if err != nil {
		return domain.Document{}, err
	}
	select {
	case <-time.After(takes):
		return domain.Document{Pages: 1}, nil
	case <-ctx.Done():
		return domain.Document{}, ctx.Err()
	}
}

// take returns the clients since the last call, and forgets them.
func (o *order) take() []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	started := o.started
	o.started = nil
	return started
}

// send sends a client's documents one after the other, without waiting for them, and gives their errors.
func send(t *testing.T, a *admission.Admission, client string, documents int, takes string) <-chan error {
	errs := make(chan error, documents)
	for range documents {
		go func() {
			_, err := a.Generate(ports.WithClient(t.Context(), ports.Client{Name: client}), domain.Request{HTML: takes})
			errs <- err
		}()
		synctest.Wait()
	}
	return errs
}

func TestClientsTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		started := &order{}
		a := admission.New(started, admission.Limits{Concurrency: 1, Queue: 20, Timeout: time.Hour})
		send(t, a, "flood", 6, "1s")
		send(t, a, "b", 3, "1s")
		send(t, a, "c", 1, "1s")
		time.Sleep(time.Minute)
		require.Equal(t, []string{"flood", "b", "c", "flood", "b", "flood", "b", "flood", "flood", "flood"}, started.take())
		require.Equal(t, load{idle: 1}, loadOf(a))
	})
}

// A client that was away has no more turns than the others.
func TestPauseEarnsNoTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		started := &order{}
		a := admission.New(started, admission.Limits{Concurrency: 1, Queue: 40, Timeout: time.Hour})
		send(t, a, "away", 1, "1s")
		send(t, a, "busy", 20, "1s")
		time.Sleep(10*time.Second + time.Millisecond)
		started.take()
		send(t, a, "away", 5, "1s")
		time.Sleep(6 * time.Second)
		require.Equal(t, []string{"away", "busy", "away", "busy", "away", "busy"}, started.take())
	})
}

// A client whose documents take nine times as long has a ninth of the turns.
func TestLongDocumentsHaveFewerTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		started := &order{}
		a := admission.New(started, admission.Limits{Concurrency: 1, Queue: 200, Timeout: time.Hour})
		send(t, a, "long", 40, "9s")
		send(t, a, "short", 120, "1s")
		time.Sleep(180 * time.Second)
		clients, short := started.take(), 0
		for _, client := range clients {
			if client == "short" {
				short++
			}
		}
		require.InDelta(t, 90, short, 12)
		require.InDelta(t, 10, len(clients)-short, 2)
		time.Sleep(time.Hour)
	})
}

// While a client with short documents is active, long ones leave it a slot.
func TestLongDocumentsLeaveASlot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		started := &order{}
		a := admission.New(started, admission.Limits{Concurrency: 2, Queue: 20, Timeout: time.Hour})
		send(t, a, "short", 1, "10ms")
		send(t, a, "long", 1, "30s")
		time.Sleep(time.Minute)
		send(t, a, "short", 1, "10ms")
		time.Sleep(time.Second)
		started.take()

		send(t, a, "long", 3, "30s")
		require.Equal(t, load{waiting: 2, busy: 1, idle: 1}, loadOf(a))
		short := send(t, a, "short", 1, "10ms")
		require.Equal(t, []string{"long", "short"}, started.take())
		require.NoError(t, <-short)

		time.Sleep(9 * time.Second)
		require.Empty(t, started.take())
		time.Sleep(2 * time.Second)
		require.Equal(t, []string{"long"}, started.take(), "the client with short documents has been away for ten seconds")
		time.Sleep(time.Hour)
		require.Equal(t, load{idle: 2}, loadOf(a))
	})
}

// Without a client with short documents, and with a single slot, nothing is kept.
func TestLongDocumentsHaveAllSlots(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for concurrency, clients := range map[int][]string{2: {"long", "long too"}, 1: {"long", "short"}} {
			started := &order{}
			a := admission.New(started, admission.Limits{Concurrency: concurrency, Queue: 20, Timeout: time.Hour})
			send(t, a, clients[0], 2, "30s")
			send(t, a, clients[1], 2, map[string]string{"short": "10ms", "long too": "30s"}[clients[1]])
			time.Sleep(time.Hour)
			send(t, a, clients[1], 1, map[string]string{"short": "10ms", "long too": "30s"}[clients[1]])
			time.Sleep(time.Second)
			send(t, a, clients[0], 3, "30s")
			require.Zero(t, loadOf(a).idle, "%v", clients)
			time.Sleep(time.Hour)
		}
	})
}

// TestUnknownClientsKeepNoSlot: of a client without a finished document, nobody knows that its documents are short.
func TestUnknownClientsKeepNoSlot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := admission.New(&order{}, admission.Limits{Concurrency: 2, Queue: 20, Timeout: time.Hour})
		send(t, a, "long", 2, "2s")
		ctx, leave := context.WithCancel(ports.WithClient(t.Context(), ports.Client{Name: "new"}))
		time.AfterFunc(time.Millisecond, leave)
		_, err := a.Generate(ctx, domain.Request{})
		require.ErrorIs(t, err, context.Canceled)
		time.Sleep(3 * time.Second)
		send(t, a, "long", 2, "2s")
		require.Equal(t, load{busy: 2}, loadOf(a))
		time.Sleep(time.Minute)
	})
}

// A client that has filled the queue is refused; another client is not.
func TestFloodRefusesFlooder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		started := &order{}
		a := admission.New(started, admission.Limits{Concurrency: 1, Queue: 3, Timeout: time.Hour})
		flood := send(t, a, "flood", 5, "1s")
		require.Equal(t, domain.Overloaded, codeOf(<-flood))
		for _, other := range []<-chan error{send(t, a, "b", 1, "1s"), send(t, a, "c", 1, "1s")} {
			require.Equal(t, domain.Overloaded, codeOf(<-flood))
			require.NoError(t, <-other)
		}
		require.NoError(t, <-flood)
		time.Sleep(time.Minute)
		require.Equal(t, []string{"flood", "b", "c", "flood"}, started.take())

		// Of two clients with equally many waiting documents, the one that came last is refused.
		for range 10 { // whatever the order in which clients are looked at
			send(t, a, "a", 2, "1s")
			send(t, a, "b", 1, "1s")
			send(t, a, "c", 1, "1s")
			require.Equal(t, domain.Overloaded, codeOf(<-send(t, a, "d", 1, "1s")))
			time.Sleep(time.Minute)
		}
	})
}

func TestRetryAfter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		started := &order{}
		a := admission.New(started, admission.Limits{Concurrency: 2, Queue: 3, Timeout: 30 * time.Second})
		full := func() time.Duration { return domain.AsError(<-send(t, a, "a", 1, "4s")).RetryAfter }
		send(t, a, "a", 5, "4s")
		require.Equal(t, 2*time.Second, full(), "as if documents took a second: three wait, and this one, two at once")
		time.Sleep(time.Minute)
		send(t, a, "a", 5, "4s")
		require.Equal(t, 8*time.Second, full())
		time.Sleep(time.Minute)
		send(t, a, "a", 1, "1s")
		time.Sleep(time.Minute)
		send(t, a, "a", 5, "4s")
		require.Equal(t, 7400*time.Millisecond, full(), "a tenth of the mean is that of the last document")
		time.Sleep(time.Minute)
		a = admission.New(started, admission.Limits{Concurrency: 2, Queue: 18, Timeout: 7 * time.Second})
		send(t, a, "a", 20, "4s")
		require.Equal(t, 7*time.Second, full(), "no longer than a document may take")
	})
}

func TestFailuresPass(t *testing.T) {
	for _, failure := range []error{errors.New("broken"), context.DeadlineExceeded} { // the deadline of something else
		a := admission.New(ports.GeneratorFunc(func(context.Context, domain.Request) (domain.Document, error) {
			return domain.Document{}, failure
		}), limits)
		for range 20 { // none of them keeps a slot
			_, err := a.Generate(t.Context(), domain.Request{})
			require.Equal(t, failure, err)
		}
	}
}

// load is what an Admission counts.
type load struct{ waiting, busy, idle int }

func loadOf(a *admission.Admission) (l load) {
	l.waiting, l.busy, l.idle = a.Load()
	return l
}
