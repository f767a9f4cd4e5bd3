package generate_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/app/generate"
	"platen/domain"
	"platen/ports"
)

// letter is a request whose header is filled.
func letter(t *testing.T, number int) domain.Request {
	request, err := domain.ParseRequest(fmt.Appendf(nil, `{"html": "body", "headerHtml": "this is the header {{n}}", "data": {"n": %d}}`, number))
	require.NoError(t, err)
	return request
}

// rendererFunc is a function that renders.
type rendererFunc func(context.Context, domain.PrintJob) (domain.PDF, error)

func (f rendererFunc) Render(ctx context.Context, job domain.PrintJob, _ ports.RenderOptions) (domain.PDF, error) {
	return f(ctx, job)
}

// isBody reports whether a job prints the body.
func isBody(job domain.PrintJob) bool { return !strings.Contains(job.HTML, "platen-copy") }

// meeting is a renderer whose headers wait until a body is rendered, too, as long as it is on.
type meeting struct {
	*fakeEngine
	on   bool
	body chan struct{}
}

func (m *meeting) Render(ctx context.Context, job domain.PrintJob, options ports.RenderOptions) (domain.PDF, error) {
	switch {
	case !m.on:
	case isBody(job):
		select {
		case m.body <- struct{}{}:
		default: // one waits already
		}
	default:
		select {
		case <-m.body:
		case <-ctx.Done():
			return domain.PDF{}, ctx.Err()
		}
	}
	return m.fakeEngine.Render(ctx, job, options)
}

// TestBodyIsPrintedWhileItsHeaderIsMeasured, if the client's last document had the same header but for its values.
func TestBodyIsPrintedWhileItsHeaderIsMeasured(t *testing.T) {
	m := &meeting{fakeEngine: newFakeEngine(1), body: make(chan struct{}, 1)}
	g := m.generatorOver(m)
	first, err := g.Generate(t.Context(), letter(t, 1))
	require.NoError(t, err)
	require.Equal(t, "body 0|header 0.1 on 1", string(first.PDF))
	m.on = true
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	document, err := g.Generate(ctx, letter(t, 2))
	require.NoError(t, err)
	require.Equal(t, "body 1|header 1.1 on 1", string(document.PDF))
	require.Equal(t, m.prints["body"][0], m.prints["body"][1])
}

// TestWrongExpectations change no document. After one, the next document expects nothing.
func TestWrongExpectations(t *testing.T) {
	m := &meeting{fakeEngine: newFakeEngine(1), body: make(chan struct{}, 1)}
	g := m.generatorOver(m)
	const short, tall = domain.Centimetre, 2 * domain.Centimetre
	for i, test := range []struct {
		height domain.Length
		client string
		early  bool
		bodies int
	}{
		{short, "one", false, 1}, {short, "one", true, 1},
		{tall, "one", true, 2}, {short, "one", false, 1}, // and doubtful since
		{short, "one", false, 1}, {tall, "one", true, 2},
		{tall, "other", false, 1}, {short, "third", false, 1}, // which know nothing of the first
		{short, "fourth", false, 1}, {tall, "fourth", true, 2}, {tall, "fourth", false, 1}, // nothing is expected after a surprise
	} {
		before := len(m.prints["body"])
		m.on, m.tall = test.early, func(int, int) domain.Length { return test.height }
		ctx, cancel := context.WithTimeout(ports.WithClient(t.Context(), ports.Client{Name: test.client}), 10*time.Second)
		_, err := g.Generate(ctx, letter(t, i))
		cancel()
		require.NoError(t, err, "document %d", i)
		bodies := m.prints["body"][before:]
		require.Len(t, bodies, test.bodies, "document %d", i)
		last := bodies[len(bodies)-1]
		require.InDelta(t, (8*domain.Millimetre + test.height).Points(), last.Margins.Top.Points(), 0.01, "document %d", i)
		select { // a second body
		case <-m.body:
		default:
		}
	}
}

// TestEarlyBodyEndsWithItsDocument: nothing prints on when Generate has returned.
func TestEarlyBodyEndsWithItsDocument(t *testing.T) {
	p := newFakeEngine(1)
	refused := errors.New("refused")
	body, ended, second := make(chan struct{}), false, false
	g := p.generatorOver(rendererFunc(func(ctx context.Context, job domain.PrintJob) (domain.PDF, error) {
		switch {
		case !second:
			return p.Render(ctx, job, ports.RenderOptions{})
		case isBody(job):
			close(body)
			<-ctx.Done()
			ended = true
			return domain.PDF{}, ctx.Err()
		}
		<-body
		return domain.PDF{}, refused
	}))
	_, err := g.Generate(t.Context(), letter(t, 1))
	require.NoError(t, err)
	second = true
	_, err = g.Generate(t.Context(), letter(t, 2))
	require.ErrorIs(t, err, refused)
	require.True(t, ended)
}

// TestFailureOfAnEarlyBody is that of the document.
func TestFailureOfAnEarlyBody(t *testing.T) {
	p := newFakeEngine(1)
	g := p.generator(func(s *generate.Settings) { s.MaxPages = 1 })
	_, err := g.Generate(t.Context(), letter(t, 1))
	require.NoError(t, err)
	p.pages = 2
	_, err = g.Generate(t.Context(), letter(t, 2))
	require.ErrorContains(t, err, "more than the 1")
	require.Len(t, p.prints["body"], 2)
}
