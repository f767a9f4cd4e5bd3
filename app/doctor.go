package app

import (
	"context"
	"slices"

	"go.uber.org/zap"

	"platen/adapters/egress"
	"platen/adapters/fontconfig"
	"platen/adapters/pdfreader"
	"platen/adapters/workfolder"
	"platen/app/doctor"
	"platen/configs"
)

// Checkup is what `platen doctor` found.
type Checkup struct {
	// Engines are all of the registry, in its order; Configured names the one in use.
	Engines    []doctor.Engine
	Configured string
	Fonts      []doctor.Script
}

// Able tells whether the configured engine can print.
func (c Checkup) Able() bool {
	return slices.ContainsFunc(c.Engines, func(e doctor.Engine) bool { return e.About.Name == c.Configured && e.Problem == nil })
}

// Examine tries every engine, one after the other, and looks for fonts. An error means that it could not be done.
func Examine(ctx context.Context, config configs.Config, log *zap.Logger) (Checkup, error) {
	guard, err := egress.New(config.Egress, log)
	if err != nil {
		return Checkup{}, err
	}
	defer func() { _ = guard.Close() }()
	folder, err := workfolder.Open(log)
	if err != nil {
		return Checkup{}, err
	}
	defer func() { _ = folder.Close() }()
	checkup := Checkup{Configured: config.Engine, Fonts: doctor.ExamineFonts(ctx, fontconfig.Fonts{})}
	for _, kind := range config.Registry {
		starting, cancel := context.WithTimeout(ctx, startTimeout)
		engine := openEngine(kind, config, folder, guard, log)
		checkup.Engines = append(checkup.Engines, doctor.ExamineEngine(starting, engine, pdfreader.Inspector{}))
		cancel()
	}
	return checkup, nil
}

// warnOfFonts logs what is missing for documents of usual languages. The service starts all the same: many an
// installation prints one language only.
func warnOfFonts(ctx context.Context, log *zap.Logger) {
	for _, script := range doctor.ExamineFonts(ctx, fontconfig.Fonts{}) {
		if script.Problem != nil && ctx.Err() == nil { // what a shutdown ends tells nothing of fonts
			log.Warn("fonts are missing", zap.String("for", script.Name), zap.Error(script.Problem))
		}
	}
}
