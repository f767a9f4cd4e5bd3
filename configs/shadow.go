package configs

import (
	"errors"
	"fmt"
	"reflect"

	"platen/domain"
)

// Shadow has a second engine render a sample of the requests, after their clients have their answers, to compare what both
// engines make of them.
type Shadow struct {
	// Engine is the second engine, [NAME=]ENGINE[,KEY=VALUE]…; empty: there is none.
	Engine string `key:"engine"`
	// Sample is the share of the requests, from 0 to 1.
	Sample float64 `key:"sample"`
	// Dir is the folder of the results.
	Dir string `key:"dir"`
	// KeepRequests keeps the requests too.
	KeepRequests bool `key:"keep_requests"`
	// MaxBytes bounds the folder; the oldest results are removed.
	MaxBytes domain.ByteSize `key:"max_bytes"`
}

func defaultShadow() Shadow { return Shadow{Sample: 0.05, MaxBytes: 256 * domain.MiB} }

// Validate names the first key whose value does not fit.
func (s Shadow) Validate() error {
	switch {
	case !(s.Sample >= 0 && s.Sample <= 1): // not a number is neither
		return fmt.Errorf("shadow.sample: %g is not between 0 and 1", s.Sample)
	case s.MaxBytes < domain.MiB:
		return fmt.Errorf("shadow.max_bytes: %s is less than 1MiB", s.MaxBytes)
	case s.Engine != "" && s.Dir == "":
		return errors.New("shadow.dir: name the folder for the results of shadow.engine")
	}
	return nil
}

// ShadowEngine returns the configuration of the second engine, and its name in comparisons, which differs from the first one's.
// It is for a Shadow with an engine.
func (c Config) ShadowEngine() (string, Config, error) {
	name, spec, err := CutName(c.Shadow.Engine)
	if err != nil {
		return "", Config{}, fmt.Errorf("shadow.engine: %w", err)
	}
	second, err := c.WithEngine(spec)
	switch {
	case err != nil:
		return "", Config{}, fmt.Errorf("shadow.engine: %w", err)
	case second.Engine == c.Engine && reflect.DeepEqual(second.Engines[c.Engine], c.Engines[c.Engine]):
		return "", Config{}, fmt.Errorf("shadow.engine: %q is the engine of the service with the same settings: there is nothing to compare",
			c.Shadow.Engine)
	case name == c.Engine:
		return "", Config{}, fmt.Errorf("shadow.engine: the name %s is that of the first engine", name)
	case name == "" && second.Engine == c.Engine:
		name = second.Engine + "-2"
	case name == "":
		name = second.Engine
	}
	return name, second, nil
}
