// Package shadow renders a sample of the served requests again with a second engine, and compares the two documents.
//
// Clients come first. The work begins when the client has its answer and no document of any client has been under way for a
// moment, runs for one document at a time, and is given up as soon as a document arrives or the service shuts down.
package shadow

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"go.uber.org/zap"

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
	// DroppedBusy: a client's document arrived, or too many documents of the sample waited for the service to be quiet, or one
	// did for too long.
	DroppedBusy = "busy"
	// DroppedStopped: the service shut down.
	DroppedStopped = "stopped"
	// DroppedFailed: the comparison or the disk failed, or it took longer than the Timeout.
	DroppedFailed = "failed"
)

const (
	// maxPending bounds the documents of the sample that are in memory: those whose clients are still reading, those that
	// wait, and the one under way.
	maxPending = 4
	// maxWait bounds the wait of a document for the service to be quiet.
	maxWait = time.Minute
	// closeTimeout bounds Close.
	closeTimeout = 5 * time.Second
)

// Shadow renders documents again. Safe for concurrent use.
type Shadow struct {
	needs    Dependencies
	settings Settings
	traffic  *traffic
	pending  chan struct{}
	turn     chan struct{} // one document at a time
	life     context.Context
	stop     context.CancelFunc
}

// New makes a Shadow. Close ends it.
func New(needs Dependencies, settings Settings) *Shadow {
	life, stop := context.WithCancel(context.Background())
	return &Shadow{
		needs: needs, settings: settings, traffic: newTraffic(), pending: make(chan struct{}, maxPending), turn: make(chan struct{},
			1), life: life, stop: stop,
	}
}

// Close ends the work under way and begins no other. It returns when that has ended, or after five seconds.
func (s *Shadow) Close() error {
	s.stop()
	select {
	case s.turn <- struct{}{}: // later documents find that s.life has ended
		<-s.turn
		return nil
	case <-time.After(closeTimeout):
		return errors.New("the comparison under way did not end")
	}
}

// Generator returns a Generator that hands documents to the shadow when their context has ended, which is when the client has
// its answer: contexts that never end fill the shadow up.
func (s *Shadow) Generator(next ports.Generator) ports.Generator {
	return ports.GeneratorFunc(func(ctx context.Context, request domain.Request) (domain.Document, error) {
		document, err := s.generate(ctx, next, request)
		// A client's own engine is not the one to compare with.
		if err == nil && document.Engine == s.needs.Engines()[0].Name && rand.Float64() < s.settings.Sample { //nolint:gosec // a sample is no secret
			s.schedule(ctx, request, document)
		}
		return document, err
	})
}

func (s *Shadow) generate(ctx context.Context, next ports.Generator, request domain.Request) (domain.Document, error) {
	s.traffic.arrive()
	defer s.traffic.leave()
	return next.Generate(ctx, request)
}

func (s *Shadow) schedule(ctx context.Context, request domain.Request, document domain.Document) {
	select {
	case s.pending <- struct{}{}:
	default:
		s.needs.Dropped(DroppedBusy)
		return
	}
	context.AfterFunc(ctx, func() {
		defer func() { <-s.pending }()
		select {
		case s.turn <- struct{}{}:
			defer func() { <-s.turn }()
		case <-s.life.Done():
		}
		s.renderAgain(request, document)
	})
}

// errBusy is the cause of the end of work that made way for clients.
var errBusy = errors.New("the service is busy")

// renderAgain renders, compares and keeps one document, or drops it.
func (s *Shadow) renderAgain(request domain.Request, served domain.Document) {
	result, err := s.work(request, served)
	switch {
	case err == nil:
		s.needs.Compared(result.Comparisons[0].Verdict)
	case s.life.Err() != nil:
		s.needs.Dropped(DroppedStopped)
	case errors.Is(err, errBusy):
		s.needs.Dropped(DroppedBusy)
	default:
		s.needs.Dropped(DroppedFailed)
		s.needs.Log.Warn("a document could not be compared with that of shadow.engine", zap.String("cause", err.Error()))
	}
}

// work renders, compares and keeps one document while it is quiet. It fails with errBusy where that ends before.
func (s *Shadow) work(request domain.Request, served domain.Document) (comparison.Shadow, error) {
	ctx, giveUp, err := s.traffic.whileQuiet(s.life, maxWait)
	if err != nil {
		return comparison.Shadow{}, err
	}
	defer giveUp(nil)
	result, err := s.compare(ctx, request, served, time.Now())
	if err == nil {
		return result, s.keep(result, request)
	}
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return result, err
}

// compare renders a document and compares it.
func (s *Shadow) compare(ctx context.Context, request domain.Request, served domain.Document, began time.Time) (comparison.Shadow, error) {
	rendering, cancel := context.WithTimeout(ctx, s.settings.Timeout)
	defer cancel()
	second, failure := s.needs.Second.Generate(rendering, request)
	if ctx.Err() != nil { // it is no failure of the engine
		return comparison.Shadow{}, ctx.Err()
	}
	comparing, cancel := context.WithTimeout(ctx, s.settings.Timeout)
	defer cancel()
	document, err := s.needs.Compare(comparing, documentName(began), served, second, failure)
	if err != nil {
		return comparison.Shadow{}, err
	}
	engines := s.needs.Engines()
	return comparison.Shadow{Time: began.UTC(), Engines: engines, Document: numbersOf(document, engines[0].Name, failure)}, nil
}

// documentName names a document by its time, which says nothing about its content.
func documentName(began time.Time) string { return began.UTC().Format("20060102-150405.000000000") }

// keep stores a result, and its request if the settings ask for that.
func (s *Shadow) keep(result comparison.Shadow, request domain.Request) error {
	if !s.settings.KeepRequests {
		return s.needs.Store.Add(result, nil)
	}
	body, err := request.JSON()
	if err != nil {
		return err
	}
	return s.needs.Store.Add(result, body)
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
