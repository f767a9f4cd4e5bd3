package app

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"

	"go.uber.org/zap"

	"platen/configs"
	"platen/domain"
	"platen/ports"
)

var _ ports.Generator = (*serviceEngines)(nil)

// serviceEngines are the engines of a service: the configured one, without which it does not start, and those that keys name. An
// engine that a key names is opened when it is first named, and stays open, since documents of its client may be waiting. If that fails,
// its documents are refused, and it is tried again when the keys are read again. Safe for concurrent use.
type serviceEngines struct {
	opener     opener
	config     configs.Config
	configured *engine
	life       context.Context // ends with close
	end        context.CancelFunc

	opening sync.WaitGroup
	mu      sync.Mutex
	engines []*serviceEngine // the configured one first
}

// serviceEngine is an engine of the service. Apart from its name it is guarded by serviceEngines.mu.
type serviceEngine struct {
	name    string
	open    *engine // nil: it is not open
	problem error   // why it is not open; errOpening: it is being opened
}

// errOpening is the problem of an engine that is being opened.
var errOpening = errors.New("the engine is being started")

// newServiceEngines makes the configured engine, which is not started.
func newServiceEngines(config configs.Config, o opener) (*serviceEngines, error) {
	configured, err := o.open(config)
	if err != nil {
		return nil, err
	}
	s := &serviceEngines{opener: o, config: config, configured: configured,
		engines: []*serviceEngine{{name: config.Engine, open: configured}}}
	s.life, s.end = context.WithCancel(context.Background())
	return s, nil
}

// start starts the configured engine and opens those that keys name. It returns when all have started or failed, with the error of the
// configured one.
func (s *serviceEngines) start(ctx context.Context, named []string) error {
	s.openNamed(ctx, named)
	err := s.configured.Start(ctx)
	s.opening.Wait()
	if err != nil {
		return errors.Join(err, s.close())
	}
	return nil
}

// openNamed opens the engines that keys name and that are not open, in the background. The context bounds their start. An engine that could
// not be opened and that no key names any more is forgotten.
func (s *serviceEngines) openNamed(ctx context.Context, names []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.life.Err() != nil {
		return
	}
	s.engines = slices.DeleteFunc(s.engines, func(e *serviceEngine) bool {
		return e.open == nil && !errors.Is(e.problem, errOpening) && !slices.Contains(names, e.name)
	})
	for _, name := range names {
		e := s.find(name)
		if e == nil {
			e = &serviceEngine{name: name}
			s.engines = append(s.engines, e)
		}
		if e.open == nil && !errors.Is(e.problem, errOpening) {
			e.problem = errOpening
			s.opening.Go(func() { s.openOne(ctx, e) })
		}
	}
}

// find returns the engine of that name; nil: nobody has named it.
func (s *serviceEngines) find(name string) *serviceEngine {
	if i := slices.IndexFunc(s.engines, func(e *serviceEngine) bool { return e.name == name }); i >= 0 {
		return s.engines[i]
	}
	return nil
}

func (s *serviceEngines) openOne(ctx context.Context, e *serviceEngine) {
	config := s.config
	config.Engine = e.name
	opened, err := s.opener.start(ctx, config)
	if err != nil && s.life.Err() == nil {
		s.opener.log.Error("an engine that keys name cannot be started: their documents are refused, and the service tries again "+
			"when it reads the keys", zap.String("engine", e.name), zap.String("cause", err.Error()))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	e.open, e.problem = opened, err
}

// nameFor returns the name of the engine for the documents of a context's client.
func (s *serviceEngines) nameFor(ctx context.Context) string {
	return cmp.Or(ports.ClientOf(ctx).Engine, s.config.Engine)
}

// Generate makes the document with its client's engine.
func (s *serviceEngines) Generate(ctx context.Context, request domain.Request) (domain.Document, error) {
	s.mu.Lock()
	e := s.find(s.nameFor(ctx))
	if e == nil {
		e = &serviceEngine{problem: errOpening} // the key was read a moment ago
	}
	open, problem := e.open, e.problem
	s.mu.Unlock()
	if open == nil {
		return domain.Document{}, domain.EngineUnavailable(problem)
	}
	return open.generator.Generate(ctx, request)
}

// status describes all engines, the configured one first.
func (s *serviceEngines) status() (all []ports.EngineStatus) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, e := range s.engines {
		status := ports.EngineStatus{EngineInfo: ports.EngineInfo{Name: e.name}, Problem: e.problem}
		if e.open != nil {
			status = ports.EngineStatus{EngineInfo: e.open.Info(), Problem: e.open.Ready()}
		}
		all = append(all, status)
	}
	return all
}

// close ends all engines. Documents under way fail.
func (s *serviceEngines) close() (err error) {
	s.mu.Lock()
	s.end()
	s.mu.Unlock()
	s.opening.Wait()
	for _, e := range s.engines {
		if e.open != nil {
			err = errors.Join(err, e.open.Close())
		}
	}
	return err
}
