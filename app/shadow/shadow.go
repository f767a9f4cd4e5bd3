// Package shadow renders a sample of the served requests again with a second engine, and compares the two documents.
//
// Clients come first. The work begins when the client has its answer and no document of any client has been under way for a
// moment, and runs for one document at a time. It makes way for a document that arrives, once: then it waits for the next quiet
// moment, begins anew and goes on to its end, since long documents would never be compared otherwise.
package shadow

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"go.uber.org/zap"
	"golang.org/x/sync/semaphore"

	"platen/domain"
	"platen/domain/comparison"
	"platen/ports"
)

// Dependencies are what a Shadow needs; none may be nil.
type Dependencies struct {
	// Engines returns the engine of the service and the second one, for each result anew: their versions are known only when
	// they run.
	Engines func() []comparison.Engine
	// Second generates with the second engine.
	Second ports.Generator
	// Compare compares the served document with the second engine's, or with its failure. Its result may quote the
	// documents.
	Compare func(ctx context.Context, name string, served, second domain.Document, failure error) (comparison.Document, error)
	Store   ports.ShadowStore
	// Compared and Dropped count documents, for metrics.
	Compared func(comparison.Verdict)
	Dropped  func(reason string)
	Log      *zap.Logger
}

// Settings say which documents are rendered twice, and what is kept of them.
type Settings struct {
	// Sample is the share of the requests that are rendered twice, from 0 to 1.
	Sample float64
	// KeepRequests: keep requests beside their results.
	KeepRequests bool
	// Timeout bounds the rendering of one document, and its comparison as well.
	Timeout time.Duration
}

// The reasons for which a document of the sample is left out.
const (
	// DroppedBusy: too many documents of the sample waited for the service to be quiet, or one did for too long.
	DroppedBusy = "busy"
	// DroppedStopped: the service shut down.
	DroppedStopped = "stopped"
	// DroppedFailed: the comparison or the disk failed, or it took longer than the Timeout.
	DroppedFailed = "failed"
)

const (
	// maxPending bounds the documents of the sample that are in memory: those whose clients are still reading, those that wait, and the one
	// under way. The first may be of any size, and each takes leastPending at least, so that there are at most 32.
	maxPending   = 64 * domain.MiB
	leastPending = maxPending / 32
	// maxWait bounds the wait of a document for the service to be quiet.
	maxWait = time.Minute
	// closeTimeout bounds Close.
	closeTimeout = 5 * time.Second
)

// Shadow renders documents again. Safe for concurrent use.
type Shadow struct {
	dependencies Dependencies
	settings     Settings
	traffic      *traffic
	pending      *semaphore.Weighted // the bytes of the documents of the sample that are in memory
	turn         chan struct{}       // one document at a time
	life         context.Context
	stop         context.CancelFunc
}

// New makes a Shadow. Close ends it.
func New(dependencies Dependencies, settings Settings) *Shadow {
	life, stop := context.WithCancel(context.Background())
	return &Shadow{
		dependencies: dependencies, settings: settings, traffic: newTraffic(), pending: semaphore.NewWeighted(int64(maxPending)),
		turn: make(chan struct{}, 1), life: life, stop: stop,
	}
}

// Close ends the work under way and begins no other. It returns when all documents in memory are left out, or after five seconds.
func (s *Shadow) Close() error {
	s.stop()
	ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
	defer cancel()
	if s.pending.Acquire(ctx, int64(maxPending)) != nil {
		return errors.New("the comparison under way did not end")
	}
	s.pending.Release(int64(maxPending)) // later documents find that s.life has ended
	return nil
}

// Generator returns a Generator that hands documents to the shadow when their context has ended, which is when the client has
// its answer: contexts that never end fill the shadow up.
func (s *Shadow) Generator(next ports.Generator) ports.Generator {
	return ports.GeneratorFunc(func(ctx context.Context, request domain.Request) (domain.Document, error) {
		s.traffic.add(1)
		defer s.traffic.add(-1)
		document, err := next.Generate(ctx, request)
		sampled := err == nil && rand.Float64() < s.settings.Sample //nolint:gosec // a sample is no secret
		// A client's own engine is not the one to compare with.
		if sampled && document.Engine == s.dependencies.Engines()[0].Name {
			s.schedule(ctx, request, document)
		}
		return document, err
	})
}

// chosen is a document of the sample.
type chosen struct {
	request domain.Request
	served  domain.Document
	// result has what is known before the comparison.
	result comparison.Shadow
}

func (s *Shadow) schedule(ctx context.Context, request domain.Request, served domain.Document) {
	c := chosen{request, served, s.describe(ctx, request, served)}
	size := len(served.PDF) + len(request.Data.JSON())
	for _, text := range []string{request.HTML, request.CSS, request.HeaderHTML, request.FooterHTML} {
		size += len(text)
	}
	held := int64(min(max(domain.ByteSize(size), leastPending), maxPending))
	if !s.pending.TryAcquire(held) {
		result := c.result // without the document
		context.AfterFunc(ctx, func() { s.leaveOut(result, DroppedBusy) })
		return
	}
	context.AfterFunc(ctx, func() {
		defer s.pending.Release(held)
		select {
		case s.turn <- struct{}{}:
			defer func() { <-s.turn }()
		case <-s.life.Done():
		}
		s.renderAgain(c)
	})
}

// describe returns what is known of a document that was served.
func (s *Shadow) describe(ctx context.Context, request domain.Request, served domain.Document) comparison.Shadow {
	engines := s.dependencies.Engines()
	took := served.Timing.Render + served.Timing.Compose
	return comparison.Shadow{Engines: engines, Document: comparison.Document{
		RequestID: ports.RequestIDOf(ctx), Template: request.Digest(),
		Renders: map[string]comparison.Render{engines[0].Name: {Pages: served.Pages, Bytes: len(served.PDF),
			P50: float64(took.Microseconds()) / 1000, Fingerprint: served.Fingerprint.String(), Fonts: []string{}, Paper: [][2]float64{}}},
		Comparisons: []comparison.Comparison{},
	}}
}

// leaveOut counts a document that is not compared, and keeps what is known of it.
func (s *Shadow) leaveOut(result comparison.Shadow, reason string) {
	s.dependencies.Dropped(reason)
	result.LeftOut = reason
	if err := s.add(result, nil); err != nil && s.life.Err() == nil {
		s.dependencies.Log.Warn("shadow.dir cannot be written to", zap.String("cause", err.Error()))
	}
}

var (
	errBusy    = errors.New("the service is busy")
	errMadeWay = errors.New("a document of a client arrived")
)

// renderAgain renders, compares and keeps one document, or leaves it out.
func (s *Shadow) renderAgain(c chosen) {
	result, err := s.work(c, false)
	if errors.Is(err, errMadeWay) {
		result, err = s.work(c, true)
	}
	switch {
	case err == nil:
		s.dependencies.Compared(result.Comparisons[0].Verdict)
	case s.life.Err() != nil:
		s.leaveOut(c.result, DroppedStopped)
	case errors.Is(err, errBusy):
		s.leaveOut(c.result, DroppedBusy)
	default:
		s.leaveOut(c.result, DroppedFailed)
		s.dependencies.Log.Warn("a document could not be compared with that of shadow.engine", zap.String("cause", err.Error()))
	}
}

// work renders, compares and keeps one document. It begins when it is quiet, and makes way for clients with errMadeWay. What insists
// goes on to its end, and begins after some time even if it is never quiet. Otherwise it fails with errBusy then.
func (s *Shadow) work(c chosen, insists bool) (comparison.Shadow, error) {
	ctx, giveUp, err := s.traffic.whileQuiet(s.life, maxWait, insists)
	if err != nil {
		return comparison.Shadow{}, err
	}
	defer giveUp(nil)
	result, err := s.compare(ctx, c)
	if err == nil {
		return result, s.keep(result, c.request)
	}
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return result, err
}

// compare renders a document and compares it.
func (s *Shadow) compare(ctx context.Context, c chosen) (comparison.Shadow, error) {
	rendering, cancel := context.WithTimeout(ctx, s.settings.Timeout)
	defer cancel()
	second, failure := s.dependencies.Second.Generate(rendering, c.request)
	if ctx.Err() != nil { // it is no failure of the engine
		return comparison.Shadow{}, ctx.Err()
	}
	comparing, cancel := context.WithTimeout(ctx, s.settings.Timeout)
	defer cancel()
	document, err := s.dependencies.Compare(comparing, c.result.RequestID, c.served, second, failure)
	if err != nil {
		return comparison.Shadow{}, err
	}
	result := c.result
	result.Engines = s.dependencies.Engines() // the second one's version is known now
	numbers := numbersOf(document, result.Engines[0].Name, failure)
	result.Renders, result.Comparisons = numbers.Renders, numbers.Comparisons
	return result, nil
}

// keep stores a result, and its request if the settings ask for that.
func (s *Shadow) keep(result comparison.Shadow, request domain.Request) error {
	var body []byte
	if s.settings.KeepRequests {
		body = request.JSON()
	}
	return s.add(result, body)
}

// add stores a result. It is named by the time, which says nothing about its content.
func (s *Shadow) add(result comparison.Shadow, request []byte) error {
	result.Time = time.Now().UTC()
	result.Name = result.Time.Format("20060102-150405.000000000")
	return s.dependencies.Store.Add(result, request)
}

// unreadable replaces errors that are not an engine's.
const unreadable = "unreadable"

// numbersOf removes from a result what may quote a document: reasons, messages, titles, bookmarks, addresses of links, and
// the names of fonts, which documents may bring along. Of the failure of another engine than the first only the code stays.
func numbersOf(d comparison.Document, first string, failure error) comparison.Document {
	renders := map[string]comparison.Render{}
	for name, r := range d.Renders {
		r.Fonts, r.Title = []string{}, ""
		if r.Error != nil {
			code := unreadable
			if failure != nil && name != first {
				code = string(domain.AsError(failure).Code)
			}
			r.Error = &code
		}
		renders[name] = r
	}
	d.Renders = renders
	comparisons := make([]comparison.Comparison, len(d.Comparisons))
	for i, c := range d.Comparisons {
		c.Reasons, c.Structure = []string{}, nil
		comparisons[i] = c
	}
	d.Comparisons = comparisons
	return d
}
