package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.uber.org/zap"

	"platen/adapters/fontconfig"
	"platen/adapters/pdf/reader"
	"platen/app/doctor"
	"platen/configs"
)

// Checkup is the result of `platen doctor`.
type Checkup struct {
	// Engines are all engines of the registry, in its order. Configured is the name of the configured one, and Named are those that keys
	// name.
	Engines    []doctor.Engine
	Configured string
	Named      []string
	Fonts      []doctor.Script
	// Parts are keys, ports, the temporary folder and memory.
	Parts []doctor.Part
}

// Err is nil if the service starts and prints documents: the configured engine and those that keys name work, the fonts that every
// document needs are installed, and no part has a fatal problem.
func (c Checkup) Err() error {
	for _, s := range c.Fonts {
		if s.Required && s.Problem != nil {
			return fmt.Errorf("there is no font for %s: pages come out blank", s.Name)
		}
	}
	works := func(name string) bool {
		return slices.ContainsFunc(c.Engines, func(e doctor.Engine) bool { return e.About.Name == name && e.Problem == nil })
	}
	if !works(c.Configured) {
		return fmt.Errorf("the configured engine, %s, cannot print", c.Configured)
	}
	for _, name := range c.Named {
		if !works(name) {
			return fmt.Errorf("the engine %s, which keys name, cannot print", name)
		}
	}
	var fatal []string
	for _, p := range c.Parts {
		if p.Problem != nil && p.Fatal {
			fatal = append(fatal, p.Name)
		}
	}
	if fatal != nil {
		return fmt.Errorf("the service does not start: see %s", strings.Join(fatal, ", "))
	}
	return nil
}

// Examine checks what the service needs, and then tries every engine, one after the other. It calls progress before each step. An
// error means that the examination failed.
func Examine(ctx context.Context, config configs.Config, log *zap.Logger, progress func(step string)) (Checkup, error) {
	progress("checking limits, keys, ports, folders and servers")
	keys, named := examineKeys(config.Auth)
	checkup := Checkup{Configured: config.Engine, Named: named, Parts: examineParts(ctx, config, keys)}
	progress("checking fonts")
	checkup.Fonts = doctor.ExamineFonts(ctx, fontconfig.Fonts{})
	err := withOpener(config, log, func(o opener) error {
		for _, kind := range config.Registry {
			progress("trying " + kind.Name)
			starting, cancel := context.WithTimeout(ctx, startTimeout)
			engine := o.make(kind, config)
			checkup.Engines = append(checkup.Engines, doctor.ExamineEngine(starting, engine, reader.PDF{}))
			cancel()
		}
		return nil
	})
	if wrong := (*SettingsError)(nil); err != nil && !errors.As(err, &wrong) {
		return checkup, nil // the temporary folder is among the parts; no engine can start without
	}
	return checkup, err
}

// warnOfFonts logs the fonts that are missing for common languages. The service starts without them, since many installations
// print one language only.
func warnOfFonts(ctx context.Context, log *zap.Logger) {
	for _, script := range doctor.ExamineFonts(ctx, fontconfig.Fonts{}) {
		if script.Problem != nil && ctx.Err() == nil { // a shutdown ends the check too
			log.Warn("fonts are missing", zap.String("for", script.Name), zap.Error(script.Problem))
		}
	}
}
