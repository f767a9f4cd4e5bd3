package security_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/adapters/engines"
	"platen/integration/harness"
	"platen/ports/machine"
	"platen/ports/pdfcheck"
)

// greedyDocument is a document that exceeds a bound.
type greedyDocument struct {
	name string
	document
	// serve adds its resources to the canary, at {canary}.
	serve func(canary *site, path string)
	// The outcome on each engine.
	chrome, wkhtmltopdf outcome
}

func (g greedyDocument) title() string            { return g.name }
func (g greedyDocument) works(engine string) bool { return g.tried(engine) && g.on(engine) != harmless }

// tried reports whether the document is tried on the engine. Those are left out that spend all the time on the same as another one: blocks,
// cells, selectors, resources or drawings.
func (g greedyDocument) tried(engine string) bool {
	return g.on(engine) != anyway && g.on(engine) != late || !slices.Contains(alike, g.name)
}

var alike = []string{
	"cells across everything", "open formatting", "a header for each page", "selectors for all", "a selector of 10^5 classes",
	"20,000 gradients", "counters in counters", "columns", "a grid of 10^10 cells", "10^4 web fonts", "an image of 10^8 circles",
}

func (g greedyDocument) on(engine string) outcome {
	if o, known := map[string]outcome{chrome: g.chrome, wkhtmltopdf: g.wkhtmltopdf}[engine]; known {
		return o
	}
	return anyway
}

// outcome is the effect of a bound on a document: a status, and a text of the message or the log. prints tells that the document is
// printed without the bound.
type outcome struct {
	bound  string // a setting; {engine} is the engine's name
	status int
	says   string
	prints bool
}

var (
	harmless = outcome{prints: true} // with or without bounds
	// anyway is that of an engine that the tables do not know: it ends in time, however it ends. Such an engine may need more time for small
	// documents while other tests run.
	anyway  = outcome{bound: "RENDER_TIMEOUT=" + (2 * mostTime).String(), prints: true}
	late    = outcome{bound: "RENDER_TIMEOUT=" + mostTime.String(), status: http.StatusGatewayTimeout, says: "render.timeout"}
	fat     = outcome{bound: "{engine}_MAX_MEMORY=128MiB", status: http.StatusInternalServerError, says: "128MiB of memory", prints: true}
	long    = outcome{bound: "RENDER_MAX_PAGES=50", status: http.StatusBadRequest, says: "more than the 50", prints: true}
	large   = outcome{bound: "RENDER_MAX_PDF=300KiB", status: http.StatusBadRequest, says: "300KiB", prints: true}
	starved = outcome{bound: fmt.Sprint("EGRESS_MAX_REQUESTS=", mostRequests), status: http.StatusOK, says: "more requests than egress.max_requests in one document"}
)

// What a document may use in these tests. A small one needs a hundredth of it.
const (
	mostTime     = time.Second
	mostRequests = 20
)

// set returns the bound's setting for an engine.
func (f outcome) set(engine string) string {
	return "PLATEN_" + strings.ReplaceAll(f.bound, "{engine}", strings.ToUpper(engine))
}

// withoutBounds are the settings that lift all bounds of an engine.
func withoutBounds(engine string) []string {
	settings := []string{
		"PLATEN_RENDER_TIMEOUT=1h", "PLATEN_RENDER_MAX_PAGES=1000000", "PLATEN_RENDER_MAX_PDF=1GiB", "PLATEN_EGRESS_MAX_REQUESTS=1000000",
		"PLATEN_RENDER_CONCURRENCY=1",
	}
	return append(settings, fmt.Sprintf("PLATEN_%s_MAX_MEMORY=0", strings.ToUpper(engine)))
}

// greedyDocuments are all of them. The harmless ones must stay harmless.
var greedyDocuments = sync.OnceValue(func() []greedyDocument {
	return slices.Concat(elements(), styles(), pictures(), papers())
})

// TestDocumentsAreBounded sends each greedy document while other clients send small documents, which must all be printed; afterwards
// no process is left. They run one after the other, since most use all the time that they may.
func TestDocumentsAreBounded(t *testing.T) {
	for _, engine := range engines.All().Names() {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			canary := openSite(t)
			of := func(settings ...string) *harness.Service {
				return start(t, engine, append([]string{"PLATEN_EGRESS_ALLOW=" + canary.address(), "PLATEN_RENDER_CONCURRENCY=2"}, settings...)...)
			}
			services := map[outcome]*harness.Service{}
			if greedyDocuments()[0].on(engine) == anyway {
				services[anyway] = of(anyway.set(engine))
			} else {
				// A document that exceeds another bound may take longer than a late one does.
				others := of(fat.set(engine), long.set(engine), starved.set(engine))
				services = map[outcome]*harness.Service{
					harmless: of(withoutBounds(engine)...), late: of(late.set(engine)), large: of(large.set(engine)), fat: others, long: others, starved: others,
				}
			}
			atRest := map[*harness.Service]int{}
			for _, service := range services {
				atRest[service] = len(service.Processes())
			}
			for _, g := range greedyDocuments() {
				if g.tried(engine) {
					t.Run(g.name, func(t *testing.T) { g.try(t, engine, canary, services[g.on(engine)], services[harmless]) })
				}
			}
			for service, processes := range atRest {
				require.Eventually(t, func() bool { return tidy(service.Processes(), processes) }, 20*time.Second, 100*time.Millisecond,
					"there were %d processes at first", processes)
			}
		})
	}
}

// tidy reports whether there are no more processes than at rest, and no zombies.
func tidy(processes []machine.Process, atRest int) bool {
	for _, p := range processes {
		if p.Zombie {
			return false
		}
	}
	return len(processes) <= atRest
}

// try sends the document to a service with the bound, and at the same time to one without. A late document goes to the first one only:
// that it is refused after the allowed time, while small ones are printed, shows that it takes more.
func (g greedyDocument) try(t *testing.T, engine string, canary *site, service, open *harness.Service) {
	want, tame, wild := g.on(engine), newPath(), newPath()
	if want == anyway {
		meanwhile(t, service, g.body(t, canary, tame))
		print(t, service, html("<p>{own}, afterwards").with())
		return
	}
	free := make(chan error, 1)
	if want == late {
		free <- nil
	} else {
		body := g.body(t, canary, wild)
		go func() { free <- want.unbounded(t.Context(), body, open, canary, wild) }()
	}
	if want == harmless {
		require.NoError(t, <-free)
		return
	}
	answer := meanwhile(t, service, g.body(t, canary, tame))
	want.bounded(t, service, answer)
	print(t, service, html("<p>{own}, afterwards").with())
	if want == starved {
		require.LessOrEqual(t, len(canary.visits(tame)), mostRequests)
	}
	require.NoError(t, <-free)
}

// body is the request, with its resources below that path of the canary.
func (g greedyDocument) body(t *testing.T, canary *site, path string) []byte {
	if g.serve != nil {
		g.serve(canary, path)
	}
	return g.with("{canary}", canary.URL+path).json(t)
}

// bounded checks the answer of a service with the bound.
func (f outcome) bounded(t *testing.T, service *harness.Service, answer harness.Answer) {
	t.Helper()
	require.Equal(t, f.status, answer.Status, "%.300s", answer.Body)
	if f == starved {
		pdfcheck.In(t, answer.Body, pdfcheck.Whole(), pdfcheck.Text(own))
		require.True(t, slices.ContainsFunc(failures(t, service, answer), func(one failure) bool { return one.Reason == f.says }))
		return
	}
	var problem struct{ Error string }
	require.NoError(t, json.Unmarshal(answer.Body, &problem))
	require.Contains(t, problem.Error, f.says)
}

// unbounded checks the effect of the document without the bound. The client leaves as soon as that is proven.
func (f outcome) unbounded(ctx context.Context, body []byte, open *harness.Service, canary *site, path string) error {
	ctx, leave := context.WithCancelCause(ctx)
	defer leave(nil)
	if f == starved {
		go func() {
			for ctx.Err() == nil && len(canary.visits(path)) <= mostRequests {
				<-time.After(5 * time.Millisecond)
			}
			leave(errProven)
		}()
	}
	answer, err := open.Post(ctx, body)
	switch {
	case errors.Is(context.Cause(ctx), errProven):
		return nil
	case err != nil:
		return err
	case !f.prints:
		return fmt.Errorf("the document is not greedy: without the bound, it is answered by %d %.300s", answer.Status, answer.Body)
	case answer.Status != http.StatusOK:
		return fmt.Errorf("without the bound, it should be printed: %d %.300s", answer.Status, answer.Body)
	}
	return nil
}

// errProven means that a document requests more than it may.
var errProven = errors.New("it takes too much")

// meanwhile returns the answer to a body. Until it arrives, small documents are printed, three a second or fewer.
func meanwhile(t *testing.T, service *harness.Service, body []byte) harness.Answer {
	t.Helper()
	type outcome struct {
		harness.Answer
		error
	}
	done := make(chan outcome, 1)
	go func() {
		answer, err := service.Post(t.Context(), body)
		done <- outcome{answer, err}
	}()
	for {
		service.PDF(t, []byte(`{"html":"<p>small</p>"}`))
		select {
		case o := <-done:
			require.NoError(t, o.error)
			return o.Answer
		case <-time.After(300 * time.Millisecond):
		}
	}
}
