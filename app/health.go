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
	configured   string // the configured engine
	state        atomic.Int32
	dependencies atomic.Pointer[dependencies] // nil before the service serves
}

// dependencies are what the health of the service depends on.
type dependencies struct {
	engines *serviceEngines
	// checks are those of everything but the engines. They never fail if they are not required.
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
	printing := false
	for i, e := range h.engines() {
		name := "engine"
		if i > 0 {
			name += " " + e.Name
		}
		answer.Checks[name] = admin.OK
		if e.Problem != nil {
			answer.Checks[name] = e.Problem.Error()
		}
		printing = printing || e.Problem == nil
	}
	// The documents of one engine are served while another one is away.
	answer.Ready = answer.Ready && printing
	p := h.dependencies.Load()
	if p == nil {
		return answer
	}
	for _, c := range p.checks {
		answer.Checks[c.name] = admin.OK
		if err := c.problem(); err != nil {
			answer.Checks[c.name] = err.Error()
			answer.Ready = answer.Ready && !c.required
		}
	}
	return answer
}

// engines describes the engines, the configured one first; before the start, only its name is known.
func (h *health) engines() []ports.EngineStatus {
	if p := h.dependencies.Load(); p != nil {
		return p.engines.status()
	}
	return []ports.EngineStatus{{EngineInfo: ports.EngineInfo{Name: h.configured}, Problem: errors.New(stateWords[starting])}}
}
