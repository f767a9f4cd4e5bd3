package app

import (
	"errors"
	"sync/atomic"

	"platen/adapters/admin"
	"platen/ports"
)

// health collects the answers of /readyz and /version. The admin listener answers while what it depends on starts; until then, only the
// name of the configured engine is told.
type health struct {
	configured string // the configured engine
	state      atomic.Int32
	printing   *serviceEngines
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
	if state == starting {
		return answer
	}
	for _, c := range h.checks {
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
	if h.state.Load() == starting {
		return []ports.EngineStatus{{EngineInfo: ports.EngineInfo{Name: h.configured}, Problem: errors.New(stateWords[starting])}}
	}
	return h.printing.status()
}
