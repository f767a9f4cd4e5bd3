package preview

import (
	"context"
	"errors"
	"time"

	"platen/ports"
)

// OnDemand keeps a generator open while it is used, and for some time after that. Safe for concurrent use.
type OnDemand struct {
	open           Open
	starting, idle time.Duration
	// life ends with Close, which ends an opening.
	life context.Context
	end  context.CancelFunc
	// state is there when nobody opens, closes or looks.
	state chan opened
}

// Open makes a generator ready, and says how to close it. The context bounds the opening only.
type Open = func(context.Context) (generator ports.Generator, stop func() error, err error)

type opened struct {
	generator ports.Generator // nil while it is closed
	stop      func() error
	users     int
	unused    *time.Timer // closes it
}

var errClosed = errors.New("it is closed")

// NewOnDemand opens nothing yet. An opening may take the time starting; what nobody uses is closed after the time idle.
func NewOnDemand(open Open, starting, idle time.Duration) *OnDemand {
	d := &OnDemand{open: open, starting: starting, idle: idle, state: make(chan opened, 1)}
	d.life, d.end = context.WithCancel(context.Background())
	d.state <- opened{}
	return d
}

// Acquire gives the generator, which it opens if need be, until release is called. What failed to open is tried again by
// the next Acquire.
func (d *OnDemand) Acquire(ctx context.Context) (generator ports.Generator, release func(), err error) {
	var s opened
	select {
	case s = <-d.state:
		defer func() { d.state <- s }()
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
	if d.life.Err() != nil {
		return nil, nil, errClosed
	}
	if s.generator == nil {
		starting, cancel := context.WithTimeout(d.life, d.starting)
		defer cancel()
		if s.generator, s.stop, err = d.open(starting); err != nil {
			return nil, nil, err
		}
	}
	if s.unused != nil {
		s.unused.Stop()
	}
	s.users++
	return s.generator, d.release, nil
}

func (d *OnDemand) release() {
	s := <-d.state
	if s.users--; s.users == 0 {
		s.unused = time.AfterFunc(d.idle, d.closeUnused)
	}
	d.state <- s
}

func (d *OnDemand) closeUnused() {
	s := <-d.state
	if s.users == 0 && s.generator != nil {
		_ = s.stop() // the engine logs what is wrong
		s = opened{}
	}
	d.state <- s
}

// Close closes the generator, or ends its opening. Work under way fails. A second call does nothing.
func (d *OnDemand) Close() (err error) {
	d.end()
	s := <-d.state
	if s.unused != nil {
		s.unused.Stop()
	}
	if s.generator != nil {
		err = s.stop()
		s.generator = nil
	}
	d.state <- s
	return err
}
