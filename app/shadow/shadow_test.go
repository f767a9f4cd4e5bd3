package shadow_test

import (
	"context"
	"encoding/json"
	"errors"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/zap/zaptest"

	"platen/app/shadow"
	"platen/domain"
	"platen/domain/comparison"
	"platen/ports"
)

// patience is for events that are certain to come.
const patience = 20 * time.Second

// kept is a result that the store was given.
type kept struct {
	comparison.Shadow
	request []byte
}

// stage is a shadow whose parts are seen and steered by a test.
type stage struct {
	*shadow.Shadow
	second   ports.GeneratorFunc
	full     bool         // the disk
	fault    error        // of comparing
	version  atomic.Value // of the second engine
	kept     chan kept
	compared chan comparison.Verdict
	dropped  chan string
	asked    atomic.Int64 // for the engines
}

func newStage(t *testing.T, settings shadow.Settings) *stage {
	s := &stage{kept: make(chan kept, 999), compared: make(chan comparison.Verdict, 999), dropped: make(chan string, 999)}
	s.second = func(context.Context, domain.Request) (domain.Document, error) {
		return domain.Document{PDF: []byte("second")}, nil
	}
	if settings.Timeout == 0 {
		settings.Timeout = patience
	}
	s.Shadow = shadow.New(shadow.Dependencies{
		Engines: func() []comparison.Engine {
			s.asked.Add(1)
			version, _ := s.version.Load().(string)
			return []comparison.Engine{{Name: "first"}, {Name: "second", Version: version}}
		},
		Second: ports.GeneratorFunc(func(ctx context.Context, r domain.Request) (domain.Document, error) {
			return s.second(ctx, r)
		}),
		Compare: func(_ context.Context, name string, served, second domain.Document, failure error) (comparison.Document, error) {
			return compare(name, served, second, failure), s.fault
		}, Store: s,
		Compared: func(v comparison.Verdict) { s.compared <- v }, Dropped: func(reason string) { s.dropped <- reason },
		Log: zaptest.NewLogger(t),
	}, settings)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	return s
}

// Add implements ports.ShadowStore.
func (s *stage) Add(result comparison.Shadow, request []byte) error {
	if s.full {
		return errors.New("no space left")
	}
	s.kept <- kept{result, request}
	return nil
}

// unreadableServed is a served document that cannot be drawn.
const unreadableServed = "not a PDF"

// compare tells what it was given, and quotes it.
func compare(name string, served, second domain.Document, failure error) comparison.Document {
	quote := string(served.PDF) + "/" + string(second.PDF)
	renders := map[string]comparison.Render{"first": {Fonts: []string{"SecretSans"}, Title: "secret title", Bytes: len(served.PDF), Fingerprint: served.Fingerprint.String()}}
	if string(served.PDF) == unreadableServed {
		message := "a secret message of the rasterizer"
		renders["first"] = comparison.Render{Error: &message}
	}
	if string(second.PDF) == unreadableServed {
		message := "a secret message of the rasterizer"
		renders["second"] = comparison.Render{Error: &message}
	}
	if failure != nil {
		message := failure.Error()
		renders["second"] = comparison.Render{Error: &message}
	}
	return comparison.Document{Name: name, Renders: renders, Comparisons: []comparison.Comparison{
		{Engine: "second", Score: 7, Verdict: comparison.Similar, Reasons: []string{quote}, Structure: &comparison.Structure{MissingLinks: []string{"https://secret.example/"}}},
	}}
}

// serve generates a document, and lets the client go when it has it.
func (s *stage) serve(t *testing.T, request domain.Request) {
	t.Helper()
	answered := s.begin(t, request, "served")
	answered()
}

// begin generates a document. The client has its answer when the function is called.
func (s *stage) begin(t *testing.T, request domain.Request, served string) (answered func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(ports.WithRequestID(context.Background(), "id-1")) // no end of the test is an answer
	document, err := s.Generator(ports.GeneratorFunc(func(context.Context, domain.Request) (domain.Document, error) {
		return domain.Document{PDF: []byte(served), Pages: 2, Engine: "first", Fingerprint: domain.Fingerprint{Request: "r1"},
			Timing: domain.Timing{Queue: time.Second, Render: 1500 * time.Microsecond, Compose: 250 * time.Microsecond}}, nil
	})).Generate(ctx, request)
	require.NoError(t, err)
	require.Equal(t, served, string(document.PDF))
	return cancel
}

func within[T any](t *testing.T, what <-chan T) (value T) {
	t.Helper()
	select {
	case value = <-what:
	case <-time.After(patience):
		require.FailNow(t, "nothing happened")
	}
	return value
}

// TestAfterTheAnswer: the second engine begins when the client has its answer, and what is kept quotes nothing.
func TestAfterTheAnswer(t *testing.T) {
	s := newStage(t, shadow.Settings{Sample: 1})
	began := make(chan string, 9)
	s.second = func(_ context.Context, request domain.Request) (domain.Document, error) {
		s.version.Store("2.1")
		began <- request.HTML
		return domain.Document{PDF: []byte("second")}, nil
	}
	answered := s.begin(t, domain.Request{HTML: "secret"}, "served")
	for range 1000 {
		runtime.Gosched() // whatever could begin, begins
	}
	require.Empty(t, began, "its client is still waiting")
	answered()
	require.Equal(t, "secret", within(t, began))
	result := within(t, s.kept)
	require.Equal(t, comparison.Similar, within(t, s.compared))
	require.Nil(t, result.request)
	require.Equal(t, []comparison.Engine{{Name: "first"}, {Name: "second", Version: "2.1"}}, result.Engines, "it is known when the engine runs")
	require.Nil(t, result.Renders["first"].Error)
	require.WithinDuration(t, time.Now(), result.Time, patience)
	require.Equal(t, result.Time.Format("20060102-150405.000000000"), result.Name)
	text, err := json.Marshal(result.Shadow)
	require.NoError(t, err)
	require.Contains(t, string(text), `"score":7`)
	require.Equal(t, "id-1", result.RequestID)
	require.Equal(t, `request="r1"`, result.Renders["first"].Fingerprint)
	require.Equal(t, domain.Request{HTML: "secret"}.Digest(), result.Template)
	require.NotRegexp(t, "(?i)secret|served", string(text))
}

// TestKeptRequests: a request is kept as it can be sent again.
func TestKeptRequests(t *testing.T) {
	s := newStage(t, shadow.Settings{Sample: 1, KeepRequests: true})
	body := `{"html":"<p>{{a}}</p>","css":"p{}","data":{"a":1.00},"footerHtml":"&"}`
	request, err := domain.ParseRequest([]byte(body))
	require.NoError(t, err)
	s.serve(t, request)
	require.Equal(t, body, string(within(t, s.kept).request))
}

// TestFailureOfTheSecondEngine is a result, of which the code is kept.
func TestFailureOfTheSecondEngine(t *testing.T) {
	for code, failure := range map[string]error{
		"invalid_request": domain.Invalidf("the value secret"), "render_failed": errors.New("secret"),
	} {
		s := newStage(t, shadow.Settings{Sample: 1})
		s.second = func(context.Context, domain.Request) (domain.Document, error) { return domain.Document{}, failure }
		s.serve(t, domain.Request{})
		require.Equal(t, code, *within(t, s.kept).Renders["second"].Error)
	}
	s := newStage(t, shadow.Settings{Sample: 1, Timeout: time.Millisecond})
	s.second = func(ctx context.Context, _ domain.Request) (domain.Document, error) {
		<-ctx.Done()
		return domain.Document{}, ctx.Err()
	}
	s.serve(t, domain.Request{})
	require.Equal(t, "timeout", *within(t, s.kept).Renders["second"].Error)
}

// TestUnreadableFirst: the failure of the second engine is no result of the first one, even if that has none either.
func TestUnreadableFirst(t *testing.T) {
	s := newStage(t, shadow.Settings{Sample: 1})
	s.second = func(context.Context, domain.Request) (domain.Document, error) {
		return domain.Document{}, &domain.Error{Code: domain.Timeout, Message: "out of time"}
	}
	answered := s.begin(t, domain.Request{}, unreadableServed)
	answered()
	renders := within(t, s.kept).Renders
	require.Equal(t, "unreadable", *renders["first"].Error)
	require.Equal(t, "timeout", *renders["second"].Error)
}

func TestUnreadableSecond(t *testing.T) {
	s := newStage(t, shadow.Settings{Sample: 1})
	s.second = func(context.Context, domain.Request) (domain.Document, error) {
		return domain.Document{PDF: []byte(unreadableServed)}, nil
	}
	s.serve(t, domain.Request{})
	require.Equal(t, "unreadable", *within(t, s.kept).Renders["second"].Error)
}

// TestFailedComparison: what is known of the document is kept.
func TestFailedComparison(t *testing.T) {
	s := newStage(t, shadow.Settings{Sample: 1})
	s.fault = errors.New("the rasterizer is away")
	s.serve(t, domain.Request{HTML: "x"})
	require.Equal(t, shadow.DroppedFailed, within(t, s.dropped))
	left := within(t, s.kept).Shadow
	require.NotZero(t, left.Time)
	left.Time, left.Name = time.Time{}, ""
	require.Equal(t, comparison.Shadow{
		LeftOut: shadow.DroppedFailed, Engines: []comparison.Engine{{Name: "first"}, {Name: "second"}},
		Document: comparison.Document{
			RequestID: "id-1", Template: domain.Request{HTML: "x"}.Digest(), Comparisons: []comparison.Comparison{},
			Renders: map[string]comparison.Render{"first": {Pages: 2, Bytes: 6, P50: 1.75, Fingerprint: `request="r1"`, Fonts: []string{}, Paper: [][2]float64{}}},
		},
	}, left)
	require.Empty(t, s.compared)
}

// TestSample: none, and none that failed.
func TestSample(t *testing.T) {
	s := newStage(t, shadow.Settings{Sample: 0})
	s.second = func(context.Context, domain.Request) (domain.Document, error) {
		t.Error("a document was rendered twice")
		return domain.Document{}, nil
	}
	for range 100 {
		s.serve(t, domain.Request{})
	}
	require.Zero(t, s.asked.Load(), "a document that is not of the sample pays for it")
	all := newStage(t, shadow.Settings{Sample: 1})
	all.second = s.second
	ctx, cancel := context.WithCancel(t.Context())
	refuse := ports.GeneratorFunc(func(context.Context, domain.Request) (domain.Document, error) {
		return domain.Document{}, domain.Invalidf("no")
	})
	_, err := all.Generator(refuse).Generate(ctx, domain.Request{})
	require.Error(t, err)
	cancel()
	require.NoError(t, all.Close())
	require.Empty(t, all.dropped)
}

// TestOtherEngine: a document that another engine than the configured one printed is not of the sample.
func TestOtherEngine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, shadow.Settings{Sample: 1})
		began := make(chan struct{}, 9)
		s.second = func(context.Context, domain.Request) (domain.Document, error) {
			began <- struct{}{}
			return domain.Document{}, nil
		}
		for _, engine := range []string{"third", "first"} {
			ctx, answered := context.WithCancel(context.Background())
			_, err := s.Generator(ports.GeneratorFunc(func(context.Context, domain.Request) (domain.Document, error) {
				return domain.Document{Engine: engine}, nil
			})).Generate(ctx, domain.Request{})
			require.NoError(t, err)
			answered()
			time.Sleep(time.Minute)
			require.Len(t, began, map[string]int{"first": 1}[engine], engine)
		}
	})
}

// TestGivesWay: work under way ends when a document of a client arrives, begins anew when none has been under way for a moment, and then
// goes on to its end, whatever arrives: a long document is not left out for its length.
func TestGivesWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, shadow.Settings{Sample: 1})
		began := make(chan struct{}, 9)
		s.second = func(ctx context.Context, _ domain.Request) (domain.Document, error) {
			began <- struct{}{}
			select {
			case <-ctx.Done():
				return domain.Document{}, ctx.Err()
			case <-time.After(5 * time.Second):
				return domain.Document{PDF: []byte("second")}, nil
			}
		}
		s.serve(t, domain.Request{HTML: "long"})
		<-began
		answer := make(chan struct{})
		go s.client(t, answer)
		time.Sleep(time.Second)
		require.Empty(t, began, "a client's document is under way")
		close(answer)
		<-began
		for range 10 { // it insists
			never := make(chan struct{})
			go s.client(t, never)
			time.Sleep(time.Second)
			close(never)
		}
		require.Empty(t, began)
		require.Len(t, s.kept, 1)
		require.Empty(t, s.dropped)
	})
}

// TestUnbiased: of documents of which every other one is long, those that are compared are as long as those of the whole sample, though
// clients never leave the service alone for as long as a long one takes.
func TestUnbiased(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, shadow.Settings{Sample: 1})
		s.second = func(ctx context.Context, r domain.Request) (domain.Document, error) {
			took := 100 * time.Millisecond
			if r.HTML == "long" {
				took = 3 * time.Second
			}
			select {
			case <-ctx.Done():
				return domain.Document{}, ctx.Err()
			case <-time.After(took):
				return domain.Document{PDF: []byte(r.HTML)}, nil
			}
		}
		left := map[string]int{}
		compared := map[string]int{}
		for i := range 400 {
			name := []string{"long", "short"}[i%2]
			s.begin(t, domain.Request{HTML: name}, name)()
			time.Sleep(time.Second)
			for len(s.kept) > 0 {
				k := <-s.kept
				if name := map[int]string{4: "long", 5: "short"}[k.Renders["first"].Bytes]; k.LeftOut == "" {
					compared[name]++
				} else {
					left[name]++
				}
			}
			for len(s.dropped)+len(s.compared) > 0 {
				select {
				case <-s.dropped:
				case <-s.compared:
				}
			}
		}
		require.Greater(t, compared["long"], 30, "%v, left out %v", compared, left)
		require.InDelta(t, compared["long"], compared["short"], 20, "%v, left out %v", compared, left)
		require.InDelta(t, left["long"], left["short"], 20, "%v, left out %v", compared, left)
	})
}

// TestGaps: between documents that follow each other closely, no work begins. Those of the sample wait until it is quiet, within bounds.
func TestGaps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, shadow.Settings{Sample: 1})
		began := make(chan time.Time, 99)
		s.second = func(context.Context, domain.Request) (domain.Document, error) {
			began <- time.Now()
			return domain.Document{}, nil
		}
		left := 0
		for range 40 {
			s.serve(t, domain.Request{})
			time.Sleep(20 * time.Millisecond)
			for len(s.dropped) > 0 {
				require.Equal(t, shadow.DroppedBusy, <-s.dropped)
				require.Equal(t, shadow.DroppedBusy, (<-s.kept).LeftOut)
				left++
			}
		}
		last := time.Now()
		for range 32 {
			require.True(t, (<-began).After(last), "between two documents of a client")
			require.Empty(t, (<-s.kept).LeftOut)
			<-s.compared
		}
		require.Equal(t, 8, left)
	})
}

// TestMemoryIsBounded: what waits is bounded in bytes too, and one document of any size may wait.
func TestMemoryIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, shadow.Settings{Sample: 1})
		large := string(make([]byte, 70<<20))
		data, err := domain.ParseRequest([]byte(`{"html":"x","data":{"a":"` + strings.Repeat("x", 70<<20) + `"}}`))
		require.NoError(t, err)
		for _, first := range []struct {
			served string
			domain.Request
		}{
			{large, domain.Request{}}, {"served", domain.Request{HTML: large}}, {"served", domain.Request{CSS: large}},
			{"served", domain.Request{HeaderHTML: large}}, {"served", domain.Request{FooterHTML: large}}, {"served", data},
		} {
			answered := s.begin(t, first.Request, first.served)
			s.begin(t, domain.Request{}, "served")()
			require.Equal(t, shadow.DroppedBusy, <-s.dropped)
			require.Equal(t, 6, (<-s.kept).Renders["first"].Bytes)
			answered()
			require.Equal(t, comparison.Similar, <-s.compared)
			<-s.kept
			synctest.Wait() // until its bytes are given back
		}
	})
}

// TestAlwaysBusy: where it never becomes quiet, documents of the sample are not kept in memory for long.
func TestAlwaysBusy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, shadow.Settings{Sample: 1})
		answer := make(chan struct{})
		go s.client(t, answer)
		synctest.Wait()
		s.serve(t, domain.Request{})
		require.Equal(t, shadow.DroppedBusy, <-s.dropped)
		close(answer)
	})
}

// client has a document under way until it may have its answer. The document is not of the sample, since it fails.
func (s *stage) client(t *testing.T, answer <-chan struct{}) {
	_, err := s.Generator(ports.GeneratorFunc(func(context.Context, domain.Request) (domain.Document, error) {
		<-answer
		return domain.Document{}, domain.Invalidf("no")
	})).Generate(t.Context(), domain.Request{})
	assert.Error(t, err)
}

// TestCloseEndsWorkUnderWay.
func TestCloseEndsWorkUnderWay(t *testing.T) {
	s := newStage(t, shadow.Settings{Sample: 1})
	began := make(chan struct{})
	s.second = func(ctx context.Context, _ domain.Request) (domain.Document, error) {
		close(began)
		<-ctx.Done()
		return domain.Document{}, ctx.Err()
	}
	s.serve(t, domain.Request{})
	within(t, began)
	require.NoError(t, s.Close())
	require.Equal(t, shadow.DroppedStopped, within(t, s.dropped))
	require.Equal(t, shadow.DroppedStopped, within(t, s.kept).LeftOut)
	s.serve(t, domain.Request{}) // began is not closed twice
	require.Equal(t, shadow.DroppedStopped, within(t, s.dropped))
}

// TestCloseLeavesOutWhatWaits: the folder is closed after the shadow, so all that waited for their turn are in it by then.
func TestCloseLeavesOutWhatWaits(t *testing.T) {
	s := newStage(t, shadow.Settings{Sample: 1})
	s.second = func(ctx context.Context, _ domain.Request) (domain.Document, error) {
		<-ctx.Done()
		return domain.Document{}, ctx.Err()
	}
	const documents = 30
	for range documents {
		s.serve(t, domain.Request{})
	}
	require.NoError(t, s.Close())
	require.Len(t, s.kept, documents)
}

// TestFullDisk: a result that cannot be kept is dropped.
func TestFullDisk(t *testing.T) {
	s := newStage(t, shadow.Settings{Sample: 1})
	s.full = true
	s.serve(t, domain.Request{})
	require.Equal(t, shadow.DroppedFailed, within(t, s.dropped))
}
