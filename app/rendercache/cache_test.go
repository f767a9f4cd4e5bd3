package rendercache_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/app/rendercache"
	"platen/domain"
	"platen/ports"
)

// fakeRenderer numbers its prints. It has the HTML in its PDFs.
type fakeRenderer struct {
	mu      sync.Mutex
	prints  int
	traffic domain.Traffic
	err     error
}

func (f *fakeRenderer) Render(_ context.Context, job domain.PrintJob, _ ports.RenderOptions) (domain.PDF, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.prints++
	return domain.PDF{Content: fmt.Appendf(nil, "print %d of %s", f.prints, job.HTML), Traffic: f.traffic}, f.err
}

func job(html string) domain.PrintJob { return domain.PrintJob{HTML: html, Paper: domain.A4} }

func version1() ports.EngineInfo { return ports.EngineInfo{Version: "1"} }

func as(t *testing.T, client string) context.Context {
	return ports.WithClient(t.Context(), ports.Client{Name: client})
}

func render(t *testing.T, c ports.Renderer, ctx context.Context, job domain.PrintJob) string { //nolint:revive // t first, as everywhere
	t.Helper()
	pdf, err := c.Render(ctx, job, ports.RenderOptions{Reusable: true})
	require.NoError(t, err)
	return string(pdf.Content)
}

func TestEqualJobsAreRenderedOnce(t *testing.T) {
	next := &fakeRenderer{}
	c := rendercache.New(domain.MiB).Renderer(next, version1)
	first := render(t, c, as(t, "a"), job("header"))
	require.Equal(t, first, render(t, c, as(t, "a"), job("header")))
	require.Equal(t, 1, next.prints)
}

// TestSharedCache: two engines have nothing of each other, and one bound.
func TestSharedCache(t *testing.T) {
	cache := rendercache.New(16 * domain.KiB) // each of the prints below takes a tenth
	a, b := &fakeRenderer{}, &fakeRenderer{}
	named := func(name string) func() ports.EngineInfo {
		return func() ports.EngineInfo { return ports.EngineInfo{Name: name, Version: "1"} }
	}
	ofA, ofB := cache.Renderer(a, named("a")), cache.Renderer(b, named("b"))
	_ = render(t, ofA, as(t, "a"), job("header"))
	_ = render(t, ofB, as(t, "a"), job("header"))
	require.Equal(t, 1, b.prints)
	for i := range 20 {
		_ = render(t, ofB, as(t, "a"), job(fmt.Sprint(i)+strings.Repeat("x", 1300)))
	}
	_ = render(t, ofA, as(t, "a"), job("header"))
	require.Equal(t, 2, a.prints, "the other renderer's prints took its place")
}

// TestReplacedEngine: prints of another version are not used, and those that a replacement interrupted are not kept.
func TestReplacedEngine(t *testing.T) {
	next := &fakeRenderer{}
	version := "1"
	c := rendercache.New(domain.MiB).Renderer(next, func() ports.EngineInfo { return ports.EngineInfo{Version: version} })
	_ = render(t, c, as(t, "a"), job("header"))
	version = "2"
	_ = render(t, c, as(t, "a"), job("header"))
	require.Equal(t, 2, next.prints)

	c = rendercache.New(domain.MiB).Renderer(rendererFunc(func(ctx context.Context, job domain.PrintJob) (domain.PDF, error) {
		version = "during the print"
		return next.Render(ctx, job, ports.RenderOptions{})
	}), func() ports.EngineInfo { return ports.EngineInfo{Version: version} })
	for range 2 {
		version = "before it"
		_ = render(t, c, as(t, "a"), job("header"))
	}
	require.Equal(t, 4, next.prints)
}

// TestOtherJobsAreRendered: whichever field of a job differs, another print is not used.
func TestOtherJobsAreRendered(t *testing.T) {
	next := &fakeRenderer{}
	c := rendercache.New(domain.MiB).Renderer(next, version1)
	_ = render(t, c, as(t, "a"), job("header"))
	fields := 0
	for name, change := range changesOf(reflect.TypeFor[domain.PrintJob]()) {
		fields++
		other := job("header")
		change(reflect.ValueOf(&other).Elem())
		require.Contains(t, render(t, c, as(t, "a"), other), fmt.Sprintf("print %d of ", 1+fields), name)
	}
	require.Greater(t, fields, reflect.TypeFor[domain.PrintJob]().NumField())
}

// changesOf returns a change of each field of a structure, and of the fields of its fields.
func changesOf(structure reflect.Type) map[string]func(reflect.Value) {
	changes := map[string]func(reflect.Value){}
	for _, field := range reflect.VisibleFields(structure) {
		if field.Type.Kind() == reflect.Struct {
			for name, change := range changesOf(field.Type) {
				changes[field.Name+"."+name] = func(v reflect.Value) { change(v.FieldByIndex(field.Index)) }
			}
			continue
		}
		changes[field.Name] = func(v reflect.Value) {
			switch v := v.FieldByIndex(field.Index); v.Kind() {
			case reflect.String:
				v.SetString(v.String() + " ")
			case reflect.Float64:
				v.SetFloat(v.Float() + 0.01)
			case reflect.Bool:
				v.SetBool(!v.Bool())
			case reflect.Slice:
				v.Set(reflect.Append(v, reflect.Zero(v.Type().Elem())))
			default:
				panic("a change of " + v.Kind().String() + " is missing here")
			}
		}
	}
	return changes
}

// TestClientsShareNothing: neither prints, nor the time that a print takes.
func TestClientsShareNothing(t *testing.T) {
	next := &fakeRenderer{}
	c := rendercache.New(domain.MiB).Renderer(next, version1)
	require.Equal(t, "print 1 of header", render(t, c, as(t, "a"), job("header")))
	require.Equal(t, "print 2 of header", render(t, c, as(t, "b"), job("header")))
	require.Equal(t, "print 3 of header", render(t, c, t.Context(), job("header")))
	require.Equal(t, "print 1 of header", render(t, c, as(t, "a"), job("header")))
	require.Equal(t, "print 4 of bheader", render(t, c, as(t, "a"), job("bheader")), "a name is no part of the HTML")
	require.Equal(t, "print 5 of header", render(t, c, as(t, "ab"), job("header")))
	require.Equal(t, "print 6 of 1x", render(t, c, as(t, "a"), job("1x")), "client a, version 1")
	require.Equal(t, "print 7 of x", render(t, c, as(t, "a1"), job("x")))
}

func TestWhatIsNotKept(t *testing.T) {
	for name, next := range map[string]*fakeRenderer{
		"a print that asked the network":  {traffic: domain.Traffic{Requests: 1}},
		"a print without a refused image": {traffic: domain.Traffic{Failed: []domain.FailedResource{{URL: "file:"}}}},
		"an error":                        {err: errors.New("broken")},
	} {
		c := rendercache.New(domain.MiB).Renderer(next, version1)
		for range 2 {
			_, err := c.Render(t.Context(), job("header"), ports.RenderOptions{Reusable: true})
			require.Equal(t, next.err, err)
		}
		require.Equal(t, 2, next.prints, name)
	}
	next := &fakeRenderer{}
	c := rendercache.New(domain.MiB).Renderer(next, version1)
	for range 2 {
		_, err := c.Render(t.Context(), job("body"), ports.RenderOptions{})
		require.NoError(t, err)
	}
	require.Equal(t, 2, next.prints, "a body")
}

// TestCallersOwnTheirCopies: what one does to its PDF, no other sees.
func TestCallersOwnTheirCopies(t *testing.T) {
	c := rendercache.New(domain.MiB).Renderer(&fakeRenderer{}, version1)
	for range 3 {
		pdf, err := c.Render(t.Context(), job("header"), ports.RenderOptions{Reusable: true})
		require.NoError(t, err)
		require.Equal(t, "print 1 of header", string(pdf.Content))
		clear(pdf.Content)
	}
}

// TestBoundInBytes: the print that was not used for the longest time goes first, and one that is large is not kept.
func TestBoundInBytes(t *testing.T) {
	next := &fakeRenderer{}
	c := rendercache.New(16*domain.KiB).Renderer(next, version1) // each of the prints below takes a tenth
	page := func(n int) domain.PrintJob { return job(fmt.Sprintf("%04d%s", n, strings.Repeat("x", 1400))) }
	ctx := as(t, "a")
	for n := range 100 {
		_ = render(t, c, ctx, page(n))
		_ = render(t, c, ctx, page(0)) // stays, since it is used
	}
	require.Equal(t, 100, next.prints)
	kept := 0
	for n := 99; n >= 80; n-- {
		before := next.prints
		if _ = render(t, c, ctx, page(n)); next.prints == before {
			kept++
		}
	}
	require.InDelta(t, 9, kept, 2)
	before := next.prints
	for range 2 {
		_ = render(t, c, ctx, job(strings.Repeat("x", 3<<10)))
	}
	require.Equal(t, before+2, next.prints)
}

// TestRenderedTwiceAtOnce: a print that two requests add at once is counted once.
func TestRenderedTwiceAtOnce(t *testing.T) {
	var c ports.Renderer
	next, within := &fakeRenderer{}, true
	c = rendercache.New(16*domain.KiB).Renderer(rendererFunc(func(ctx context.Context, job domain.PrintJob) (domain.PDF, error) {
		if within {
			within = false
			_ = render(t, c, ctx, job) // adds the print before the outer render does
			within = true
		}
		return next.Render(ctx, job, ports.RenderOptions{})
	}), version1)
	page := func(n int) domain.PrintJob { return job(fmt.Sprintf("%d%s", n, strings.Repeat("x", 1400))) }
	for n := range 8 {
		_ = render(t, c, t.Context(), page(n))
	}
	require.Equal(t, 16, next.prints)
	within = false
	for n := range 8 {
		_ = render(t, c, t.Context(), page(n))
	}
	require.Equal(t, 16, next.prints, "all eight are kept")
}

type rendererFunc func(context.Context, domain.PrintJob) (domain.PDF, error)

func (f rendererFunc) Render(ctx context.Context, job domain.PrintJob, _ ports.RenderOptions) (domain.PDF, error) {
	return f(ctx, job)
}

func TestEndedRequestGetsNothing(t *testing.T) {
	c := rendercache.New(domain.MiB).Renderer(&fakeRenderer{}, version1)
	_ = render(t, c, t.Context(), job("header"))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := c.Render(ctx, job("header"), ports.RenderOptions{Reusable: true})
	require.ErrorIs(t, err, context.Canceled)
}

// TestConcurrentUse: with -race. The bound holds whatever the order.
func TestConcurrentUse(t *testing.T) {
	c := rendercache.New(8*domain.KiB).Renderer(&fakeRenderer{}, version1)
	var group sync.WaitGroup
	for worker := range 8 {
		group.Go(func() {
			for n := range 200 {
				html := fmt.Sprintf("header %d", (n+worker)%37)
				pdf, err := c.Render(t.Context(), job(html), ports.RenderOptions{Reusable: true})
				if err != nil || !strings.HasSuffix(string(pdf.Content), " of "+html) {
					t.Errorf("%s: got %q, %v", html, pdf.Content, err)
				}
			}
		})
	}
	group.Wait()
}

// TestLargeJobs: to look for a job does not take as much memory as its HTML.
func TestLargeJobs(t *testing.T) {
	c := rendercache.New(domain.MiB).Renderer(rendererFunc(func(context.Context, domain.PrintJob) (domain.PDF, error) { return domain.PDF{}, nil }), version1)
	large := job(strings.Repeat("x", 16<<20))
	bytes := testing.Benchmark(func(b *testing.B) {
		for b.Loop() {
			_, _ = c.Render(b.Context(), large, ports.RenderOptions{Reusable: true})
		}
	}).AllocedBytesPerOp()
	require.Less(t, bytes, int64(1<<20))
}

// BenchmarkHit is the second document with the same header, 25 copies of it.
func BenchmarkHit(b *testing.B) {
	c := rendercache.New(domain.MiB).Renderer(&fakeRenderer{}, version1)
	equal := job(strings.Repeat("<p>header", 3000))
	for b.Loop() {
		if _, err := c.Render(b.Context(), equal, ports.RenderOptions{Reusable: true}); err != nil {
			b.Fatal(err)
		}
	}
}
