package fake

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"platen/domain"
)

// Scenario describes how one request is answered. The zero value is an ordinary answer.
type Scenario struct {
	// Status is the failure to answer with: 429, 500, 503 or 504. 0: none.
	Status int
	// Slow is the time to wait before the answer.
	Slow time.Duration
	// Cut ends the connection in the middle of the PDF.
	Cut bool
	// ResourcesFailed is the number of failed resources that a document has.
	ResourcesFailed int
	// RetryAfter replaces the Retry-After of a 429 or 503; 0: the service's own.
	RetryAfter time.Duration

	// mistake is the error of the request's own header, so that a test with a wrong header fails.
	mistake error
}

// mostFailed bounds the failed resources of a document.
const mostFailed = 100_000

// ParseScenario parses 429, 500, 503, 504, cut, slow=2s, resources-failed=3, or several of them separated by commas.
func ParseScenario(text string) (Scenario, error) {
	var s Scenario
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		slow, isSlow := strings.CutPrefix(part, "slow=")
		failed, isFailed := strings.CutPrefix(part, "resources-failed=")
		var err error
		switch {
		case part == "cut":
			s.Cut = true
		case isSlow:
			if s.Slow, err = time.ParseDuration(slow); err != nil || s.Slow < 0 {
				return Scenario{}, fmt.Errorf("%q is not a time, as in slow=2s", slow)
			}
		case isFailed:
			if s.ResourcesFailed, err = strconv.Atoi(failed); err != nil || s.ResourcesFailed < 0 || s.ResourcesFailed > mostFailed {
				return Scenario{}, fmt.Errorf("%q is not a number up to %d, as in resources-failed=3", failed, mostFailed)
			}
		case part == "429" || part == "500" || part == "503" || part == "504":
			s.Status, _ = strconv.Atoi(part)
		default:
			return Scenario{}, fmt.Errorf("%q is not 429, 500, 503, 504, cut, slow=2s or resources-failed=3", part)
		}
	}
	return s, nil
}

// scenarioKey is the key of the scenario in a request's context.
type scenarioKey struct{}

func withScenario(ctx context.Context, s Scenario) context.Context {
	return context.WithValue(ctx, scenarioKey{}, s)
}

func scenarioOf(ctx context.Context) Scenario {
	s, _ := ctx.Value(scenarioKey{}).(Scenario)
	return s
}

// fail waits as long as the scenario says and returns its error, if it has one. It returns early when ctx ends.
func (s Scenario) fail(ctx context.Context) error {
	if s.mistake != nil {
		return s.mistake
	}
	if s.Slow > 0 {
		select {
		case <-time.After(s.Slow):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	switch s.Status {
	case 500:
		return &domain.Error{Code: domain.RenderFailed, Message: "the document could not be rendered, as the test asked"}
	case 503:
		return &domain.Error{Code: domain.Overloaded, RetryAfter: s.RetryAfter,
			Message: "too many documents are waiting, as the test asked: try again"}
	case 504:
		return &domain.Error{Code: domain.Timeout, Message: "the document took longer to render than this service allows, as the test asked"}
	}
	return nil
}
