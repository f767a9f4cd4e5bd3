package fake

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"time"

	"go.yaml.in/yaml/v3"
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

// ParseScript parses a YAML or JSON list of steps. An unknown key or an invalid answer is an error.
func ParseScript(text []byte) (Script, error) {
	var script Script
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	if err := decoder.Decode(&script); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	for i := range script {
		step := &script[i]
		if step.Request < 1 || step.Times < 0 || step.RetryAfter < 0 {
			return nil, fmt.Errorf("step %d: request counts from 1, and times and retry_after are not negative", i+1)
		}
		var err error
		if step.scenario, err = ParseScenario(step.Answer); err != nil {
			return nil, fmt.Errorf("step %d: answer: %w", i+1, err)
		}
		step.scenario.RetryAfter = time.Duration(step.RetryAfter) * time.Second
	}
	return script, nil
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
