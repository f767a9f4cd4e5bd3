package app

import (
	"errors"
	"sync/atomic"

	"platen/adapters/admin"
	"platen/ports"
)

// health collects the answers of /readyz and /version. It exists before what it depends on, since the admin listener
// answers while they start.
type health struct {
	state        atomic.Int32
	dependencies atomic.Pointer[dependencies] // nil before the service serves
}

// dependencies are what the health of the service depends on.
type dependencies struct {
	engine ports.Engine
	// checks are those of everything but the engine. They never fail if they are not required.
	checks []check
}

// check is a dependency whose failure is shown.
type check struct {
	name     string
	problem  func() error
	required bool // the service is not ready without it
}

const (
	starting int32 = iota
	serving
	stopping
)

// stateWords are the states in the answer of /readyz.
var stateWords = map[int32]string{starting: "starting", serving: admin.OK, stopping: "shutting down"}

func (h *health) serve(d dependencies) {
	h.dependencies.Store(&d)
	h.state.Store(serving)
}

func (h *health) stop() { h.state.Store(stopping) }

// readiness answers /readyz.
func (h *health) readiness() admin.Readiness {
	state := h.state.Load()
	answer := admin.Readiness{Ready: state == serving, Checks: map[string]string{"service": stateWords[state]}}
	p := h.dependencies.Load()
	if p == nil {
		answer.Checks["engine"] = stateWords[starting]
		return answer
	}
	for _, c := range append([]check{{"engine", p.engine.Ready, true}}, p.checks...) {
		answer.Checks[c.name] = admin.OK
		if err := c.problem(); err != nil {
			answer.Checks[c.name] = err.Error()
			answer.Ready = answer.Ready && !c.required
		}
	}
	return answer
}

// engine describes the engine; before its start, only the name is known.
func (h *health) engine(name string) ports.EngineInfo {
	if p := h.dependencies.Load(); p != nil {
		return p.engine.Info()
	}
	return ports.EngineInfo{Name: name}
}

// engineReady says why the engine cannot print; nil if it can.
func (h *health) engineReady() error {
	if p := h.dependencies.Load(); p != nil {
		return p.engine.Ready()
	}
	return errors.New("the engine has not printed a page yet")
}
