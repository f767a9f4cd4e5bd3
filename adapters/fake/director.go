// Package fake is the service without an engine, for the tests of its clients: a ports.Generator that makes a valid PDF without
// delay, and failures on request.
//
// [Generator] follows the service's rules for requests and placeholders, and lays text out in lines of one font. Of CSS it supports page
// breaks and @page only. Its PDFs keep no standard, whatever their answer says. [Director] decides how a request is answered: by the
// request's header Platen-Fake, or by a script. It passes its decisions to the generator, to a [Limiter] and to the connection.
package fake

import (
	"context"
	"errors"
	"net/http"
	"sync/atomic"
	"time"

	"platen/domain"
	"platen/ports"
)

// Header is the request header that asks for a scenario.
const Header = "Platen-Fake"

// Director decides how each request is answered, and records requests. Safe for concurrent use.
type Director struct {
	Script   Script
	Recorder *Recorder // nil: they are not recorded
	requests atomic.Int64
}

// Around wraps the service's handler. Requests are counted from 1 in the order of their arrival, whatever their path.
func (d *Director) Around(service http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		number := d.requests.Add(1)
		scenario := d.Script.scenario(number)
		if asked := r.Header.Get(Header); asked != "" {
			var err error
			if scenario, err = ParseScenario(asked); err != nil {
				scenario.mistake = domain.Invalidf("the header %s: %s", Header, err)
			}
		}
		out := &answer{ResponseWriter: w, scenario: scenario}
		finish := d.Recorder.begin(number, r)
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

var _ ports.Limiter = Limiter{}

// Limiter refuses a request if its scenario is a 429, and otherwise uses the wrapped limiter.
type Limiter struct{ ports.Limiter }

// Take counts a request of the client.
func (l Limiter) Take(ctx context.Context, client ports.Client) (ports.Allowance, error) {
	allowance, err := l.Limiter.Take(ctx, client)
	scenario := scenarioOf(ctx)
	if scenario.Status != 429 || err != nil {
		return allowance, err
	}
	if !allowance.Limited {
		allowance = ports.Allowance{Limited: true, Requests: 1, Burst: 1, Window: time.Second}
	}
	allowance.Granted, allowance.Remaining = false, 0
	allowance.Reset = max(allowance.Reset, time.Second)
	allowance.RetryAfter = max(allowance.RetryAfter, time.Second)
	if scenario.RetryAfter > 0 {
		allowance.Reset, allowance.RetryAfter = scenario.RetryAfter, scenario.RetryAfter
	}
	return allowance, nil
}
