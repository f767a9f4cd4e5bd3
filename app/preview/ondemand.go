package preview

import (
	"context"
	"errors"
	"time"

	"platen/ports"
)

// OnDemand opens a generator when it is first used, and closes it after some time without use. Safe for concurrent use.
type OnDemand struct {
	open           Open
	starting, idle time.Duration
	// life ends with Close, which also ends an opening under way.
	life context.Context
	end  context.CancelFunc
	// state holds its value while no goroutine reads or changes it: a lock that a context can give up.
	state chan opened
}

// Open opens a generator and returns the function that closes it; both are nil after an error. The context bounds the opening only.
type Open = func(context.Context) (generator ports.Generator, stop func() error, err error)

type opened struct {
	generator ports.Generator // nil while it is closed
	stop      func() error
	users     int
	unused    *time.Timer // closes it; never nil while it is open
}

var errClosed = errors.New("it is closed")

// NewOnDemand makes an OnDemand that is closed. starting bounds one opening; a generator that was not used for the time
// idle is closed.
func NewOnDemand(open Open, starting, idle time.Duration) *OnDemand {
	d := &OnDemand{open: open, starting: starting, idle: idle, state: make(chan opened, 1)}
	d.life, d.end = context.WithCancel(context.Background())
	d.state <- opened{}
	return d
}

// Acquire opens the generator if it is closed, and returns it. The generator stays open until release is called. After a
// failed opening the next Acquire tries again. If ctx ends meanwhile, the opening goes on for the next one.
func (d *OnDemand) Acquire(ctx context.Context) (generator ports.Generator, release func(), err error) {
	for {
		select {
		case s := <-d.state:
			if d.life.Err() != nil {
				d.state <- s
				return nil, nil, errClosed
			}
			if s.generator != nil {
				s.unused.Stop()
				s.users++
				d.state <- s
				return s.generator, d.release, nil
			}
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		}
		ended := make(chan error, 1)
		go func() { ended <- d.start() }()
		select {
		case err := <-ended:
			if err != nil {
				return nil, nil, err
			}
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		}
	}
}

// start opens the generator for the goroutine that has taken the state, and puts the state back.
func (d *OnDemand) start() (err error) {
	starting, cancel := context.WithTimeout(d.life, d.starting)
	defer cancel()
	var s opened
	if s.generator, s.stop, err = d.open(starting); err == nil {
		s.unused = time.AfterFunc(d.idle, d.closeUnused) // who asked for it may have left
	}
	d.state <- s
	return err
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
	if s.generator != nil {
		err = s.stop()
		s.generator = nil
	}
	d.state <- s
	return err
}
