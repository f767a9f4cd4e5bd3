package fake

import (
	"errors"
	"net/http"
	"sync/atomic"
)

// Header is the request header that asks for a scenario.
const Header = "Platen-Fake"

// Director decides how each request is answered, and records requests. Safe for concurrent use.
type Director struct {
	script   Script
	recorder *Recorder
	requests atomic.Int64
}

// NewDirector makes a Director. The recorder may be nil.
func NewDirector(script Script, recorder *Recorder) *Director {
	return &Director{script: script, recorder: recorder}
}

// Around wraps the service's handler. Requests are counted from 1 in the order of their arrival, whatever their path.
func (d *Director) Around(service http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		number := d.requests.Add(1)
		scenario := d.script.scenario(number)
		if asked := r.Header.Get(Header); asked != "" {
			scenario = headerScenario(asked)
		}
		out := &answer{ResponseWriter: w, scenario: scenario}
		finish := d.recorder.begin(number, r)
		defer func() { finish(out.status) }() // even if the client has gone, which ends in a panic
		service.ServeHTTP(out, r.WithContext(withScenario(r.Context(), scenario)))
		if out.cut {
			panic(http.ErrAbortHandler) // ends the connection
		}
	})
}

// errCut ends an answer that the scenario breaks off.
var errCut = errors.New("the connection is cut off, as the test asked")

// answer changes an answer according to the scenario.
type answer struct {
	http.ResponseWriter
	scenario Scenario
	status   int
	cut      bool
}

// Unwrap lets http.ResponseController reach the connection.
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// WriteHeader notes the status.
func (a *answer) WriteHeader(status int) {
	a.status = status
	a.ResponseWriter.WriteHeader(status)
}

// Write writes the content, or half of a PDF that the scenario cuts.
func (a *answer) Write(content []byte) (int, error) {
	if !a.scenario.Cut || a.status != http.StatusOK {
		return a.ResponseWriter.Write(content)
	}
	a.cut = true
	n, err := a.ResponseWriter.Write(content[:len(content)/2])
	// If flushing fails, the connection ends earlier.
	_ = http.NewResponseController(a.ResponseWriter).Flush()
	return n, errors.Join(err, errCut)
}
