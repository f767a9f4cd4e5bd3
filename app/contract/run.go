// Package contract tests any server against the HTTP contract: sections 1 to 5 as named cases, each with a few requests and
// the expected answers. It depends on the contract only, not on this service's code.
//
// The suite is safe to run against a production service: it sends its requests one after the other, and waits if the RateLimit
// fields say so. Cases that need a full queue or a used-up limit run only on request.
package contract

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Options choose the cases of a run.
type Options struct {
	// Only and Skip are IDs and sections. An empty Only is all.
	Only, Skip []string
	// Slow and Disruptive add the cases that need them.
	Slow, Disruptive bool
	// Within bounds the time of the run; 0: no bound. Cases that are not finished in time are skipped.
	Within time.Duration
	// Begin is called before each case; nil: not at all.
	Begin func(c Case, number, of int)
}

// Outcome is how a case ended.
type Outcome string

// The outcomes.
const (
	Pass    Outcome = "pass"
	Failed  Outcome = "fail"
	Skipped Outcome = "skip"
)

// Result is the result of one case.
type Result struct {
	ID      string  `json:"id"`
	Name    string  `json:"name"`
	Outcome Outcome `json:"result"`
	// Message says why a case was skipped; or what was expected, what the answer was, and the request as a curl command.
	Message string        `json:"message"`
	Took    time.Duration `json:"-"`
}

// String returns the result on a line; the details of a failure follow on lines of their own.
func (r Result) String() string {
	word := map[Outcome]string{Pass: "ok  ", Failed: "FAIL", Skipped: "skip"}[r.Outcome]
	line := fmt.Sprintf("%s  %s %s", word, r.ID, r.Name)
	switch {
	case r.Outcome == Skipped:
		line += " (" + r.Message + ")"
	case r.Message != "":
		line += "\n        " + strings.ReplaceAll(r.Message, "\n", "\n        ")
	}
	return line
}

// late is the message of a case that a run did not reach, or did not finish.
const late = "not reached in time"

// ErrLate is the error of a run that did not reach all cases in time.
var ErrLate = errors.New("the run did not reach all cases in time: allow it more, or choose fewer cases")

// Run runs the chosen cases one after the other, and passes each result to report. A server that does not answer
// the first request, or does not take the key, fails them all. The error is one of the run itself: ctx ended, or, with all results,
// ErrLate.
func Run(ctx context.Context, client *Client, options Options, report func(Result)) (results []Result, err error) {
	run := ctx
	if options.Within > 0 {
		var cancel context.CancelFunc
		run, cancel = context.WithTimeout(ctx, options.Within)
		defer cancel()
	}
	kind, unusable := client.probe(run)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	chosen := options.Chosen()
	for i, c := range chosen {
		if options.Begin != nil {
			options.Begin(c, i+1, len(chosen))
		}
		began := time.Now()
		result := Result{ID: c.ID, Name: c.Name, Outcome: Pass}
		if why := options.without(c, kind); why != "" {
			result.Outcome, result.Message = Skipped, why
		} else if run.Err() != nil {
			result.Outcome, result.Message, err = Skipped, late, ErrLate
		} else if unusable != nil {
			result.Outcome, result.Message = Failed, unusable.Error()
		} else if failure := c.run(run, client); failure != nil {
			if ctx.Err() != nil {
				return results, ctx.Err()
			}
			result.Outcome, result.Message = Failed, failure.Error()
			if _, is := errors.AsType[*unsuited](failure); is {
				result.Outcome = Skipped
			} else if run.Err() != nil { // not the server has broken it off
				result.Outcome, result.Message, err = Skipped, late, ErrLate
			}
		}
		result.Took = time.Since(began)
		report(result)
		results = append(results, result)
	}
	return results, err
}

// probe requests a small document and returns the server's name of its engine.
func (c *Client) probe(ctx context.Context) (engine string, err error) {
	answer, err := c.send(ctx, request{})
	if err != nil {
		if m, is := errors.AsType[*Mismatch](err); is {
			return "", fmt.Errorf("the server does not answer: %s", m.Got)
		}
		return "", err
	}
	if answer.Status == 401 {
		return "", fmt.Errorf("the server does not take the key in %s: %s", c.KeyName, answer)
	}
	return answer.Header.Get("Platen-Engine"), nil
}

// Chosen returns the cases that are chosen.
func (o Options) Chosen() []Case {
	return slices.DeleteFunc(Cases(), func(c Case) bool {
		return len(o.Only) > 0 && !slices.ContainsFunc(o.Only, c.matches) || slices.ContainsFunc(o.Skip, c.matches)
	})
}

// without says why a case cannot run here; empty if it can.
func (o Options) without(c Case, engine string) string {
	isFake := engine == "fake"
	switch {
	case c.Needs&Slow != 0 && !o.Slow:
		return "slow: add --slow"
	case c.Needs&Disruptive != 0 && !o.Disruptive:
		return "uses up the key's rate limit, or fills the queue: add --disruptive"
	case c.Needs&Layout != 0 && isFake:
		return "needs an engine that lays out documents"
	case c.Needs&Fake != 0 && !isFake:
		return "needs platen fake, which fails on request"
	}
	return ""
}

// run does the exchanges of a case.
func (c Case) run(ctx context.Context, client *Client) error {
	for _, x := range c.exchanges {
		if err := x.do(ctx, client); err != nil {
			return explain(err, x.request, client)
		}
	}
	return nil
}

func (x exchange) do(ctx context.Context, client *Client) error {
	send := client.send
	if x.flood {
		send = client.flood
	}
	answer, err := send(ctx, x.request)
	if err != nil {
		return err
	}
	if left, _, _ := answer.allowance(); x.repeat > 0 && left >= int64(x.repeat) {
		return &unsuited{fmt.Sprintf("%d requests do not spend the key's rate limit", x.repeat)}
	}
	for i := 1; i < x.repeat && err == nil && answer.Status != x.request.busy; i++ {
		if answer.Header.Get("RateLimit") == "" {
			return &unsuited{"the key has no rate limit"}
		}
		answer, err = client.sendOnce(ctx, x.request)
	}
	if err != nil {
		return err
	}
	return x.check(answer)
}

// check checks the expectations of an answer.
func (x exchange) check(answer *Answer) error {
	for _, expect := range x.expect {
		if err := expect(answer); err != nil {
			return err
		}
	}
	return nil
}

// explain adds the request to a mismatch. It never shows the key, even if the answer does.
func explain(err error, r request, client *Client) error {
	if u, is := errors.AsType[*unsuited](err); is {
		return u
	}
	text := err.Error()
	if m, is := errors.AsType[*Mismatch](err); is {
		text = "expected: " + m.Expected + "\ngot:      " + m.Got
	}
	text += "\nrequest:  " + r.curl(client.BaseURL, client.KeyName)
	if client.Key != "" {
		text = strings.ReplaceAll(text, client.Key, "$"+client.KeyName)
	}
	return errors.New(strings.ToValidUTF8(text, "\uFFFD")) // a server may answer with anything
}
