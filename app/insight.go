package app

import (
	"context"
	"os"

	"go.uber.org/fx"
	"go.uber.org/zap"

	"platen/adapters/metrics"
	"platen/adapters/tracing"
	"platen/configs"
)

// insightModule has the metrics and traces of a running service. Commands that print do not use it.
var insightModule = fx.Module("insight", fx.Provide(
	func(config configs.Config) *metrics.Metrics { return metrics.New(config.Metrics) },
	newTracing,
))

// newTracing sends traces if the environment says where to; else it is nil.
func newTracing(life fx.Lifecycle, config configs.Config, log *zap.Logger) (*tracing.Tracing, error) {
	if !tracing.Wanted(os.Getenv) {
		return nil, nil
	}
	traces, err := tracing.Open(context.Background(), config.Admin.Version, os.Getenv, log)
	if err != nil {
		return nil, err
	}
	life.Append(fx.StopHook(traces.Close))
	return traces, nil
}
