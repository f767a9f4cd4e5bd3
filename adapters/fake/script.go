package fake

import (
	"fmt"
	"time"
)

// Script decides by its number how a request is answered. Requests without a step get ordinary answers.
type Script []Step

// Step is a part of a script.
type Step struct {
	// Request is the number of the first request of the step, from 1.
	Request int64 `yaml:"request"`
	// Times is the number of requests in a row; 0: one.
	Times int64 `yaml:"times"`
	// Answer is written as in the header: 429, slow=2s, cut.
	Answer string `yaml:"answer"`
	// RetryAfter is the Retry-After of a 429 or 503 in seconds; 0: the service's own.
	RetryAfter int `yaml:"retry_after"`

	scenario Scenario
}

// ParseAnswers checks the steps and parses their answers, before a Director has the script.
func (s Script) ParseAnswers() error {
	for i := range s {
		step := &s[i]
		if step.Request < 1 || step.Times < 0 || step.RetryAfter < 0 {
			return fmt.Errorf("step %d: request counts from 1, and times and retry_after are not negative", i+1)
		}
		var err error
		if step.scenario, err = ParseScenario(step.Answer); err != nil {
			return fmt.Errorf("step %d: answer: %w", i+1, err)
		}
		step.scenario.RetryAfter = time.Duration(step.RetryAfter) * time.Second
	}
	return nil
}

// scenario returns the scenario of the first step for the request.
func (s Script) scenario(request int64) Scenario {
	for _, step := range s {
		if request >= step.Request && request < step.Request+max(1, step.Times) {
			return step.scenario
		}
	}
	return Scenario{}
}
