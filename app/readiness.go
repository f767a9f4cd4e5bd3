package app

import (
	"errors"
	"sync/atomic"

	"platen/ports"
)

var _ ports.Readiness = (*readiness)(nil)

// readiness is whether the whole service can work: its engine has printed a page, its listener is open, and it
// is not being stopped.
type readiness struct {
	state atomic.Int32
	// about is what the engine says of itself since it started; nil before.
	about atomic.Pointer[ports.EngineInfo]
}

const (
	starting int32 = iota
	serving
	stopping
)

func (r *readiness) begin(engine ports.EngineInfo) {
	r.about.Store(&engine)
	r.state.Store(serving)
}

func (r *readiness) end() { r.state.Store(stopping) }

// Ready gives nil while the service serves.
func (r *readiness) Ready() error {
	switch r.state.Load() {
	case serving:
		return nil
	case stopping:
		return errors.New("the service is being stopped")
	default:
		return errors.New("the engine has not printed a page yet")
	}
}
