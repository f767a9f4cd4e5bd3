package app

import (
	"cmp"
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
	// OK: the service starts and prints documents. Otherwise Problem says why not.
	OK      bool   `json:"ok"`
	Problem string `json:"problem"`
	// Engines are all engines of the registry, in its order.
	Engines []doctor.Engine `json:"engines"`
	// Fonts are those for common scripts, by the names of the scripts.
	Fonts []doctor.Part `json:"fonts"`
	// Parts are keys, ports, the temporary folder, memory and servers.
	Parts []doctor.Part `json:"parts"`
}

// judge says what is worst: pages without letters, an engine that does not work, or what keeps the service from starting.
func (c *Checkup) judge(engine string) {
	var font, named, start string
	var fatal []string
	configured := fmt.Sprintf("the configured engine, %s, cannot print", engine) // perhaps it could not even be tried
	for _, f := range c.Fonts {
		if f.Fatal {
			font = fmt.Sprintf("there is no font for %s: pages come out blank", f.Name)
		}
	}
	for _, e := range c.Engines {
		switch {
		case e.Problem == "" && e.Configured:
			configured = ""
		case e.Problem != "" && e.NamedByKeys:
			named = fmt.Sprintf("the engine %s, which keys name, cannot print", e.Name)
		}
	}
	for _, p := range c.Parts {
		if p.Fatal {
			fatal = append(fatal, p.Name)
		}
	}
	if fatal != nil {
		start = "the service does not start: see " + strings.Join(fatal, ", ")
	}
	c.Problem = cmp.Or(font, configured, named, start)
	c.OK = c.Problem == ""
}

// Examine checks what the service needs, and then tries every engine, one after the other. It calls progress before each step. An
// error means that the examination failed.
func Examine(ctx context.Context, config configs.Config, log *zap.Logger, progress func(step string)) (Checkup, error) {
	progress("checking limits, keys, ports, folders and servers")
	keys, named := examineKeys(config.Keyring())
	checkup := Checkup{Engines: []doctor.Engine{}, Parts: examineParts(ctx, config, keys)}
	progress("checking fonts")
	checkup.Fonts = doctor.ExamineFonts(ctx, fontconfig.Fonts{})
	config.Render.Concurrency = 1 // each engine prints one document
	err := withOpener(config, log, func(o opener) error {
		for _, kind := range config.Registry {
			progress("trying " + kind.Name)
			starting, cancel := context.WithTimeout(ctx, startTimeout)
			tried := doctor.ExamineEngine(starting, o.make(kind, config), reader.Reader{})
			cancel()
			tried.Configured, tried.NamedByKeys = kind.Name == config.Engine, slices.Contains(named, kind.Name)
			checkup.Engines = append(checkup.Engines, tried)
		}
		return nil
	})
	checkup.judge(config.Engine)
	if wrong := (*SettingsError)(nil); err != nil && !errors.As(err, &wrong) {
		return checkup, nil // the temporary folder is among the parts; no engine can start without
	}
	return checkup, err
}

// warnOfFonts logs the fonts that are missing for common languages. The service starts without them, since many installations
// print one language only.
func warnOfFonts(ctx context.Context, log *zap.Logger) {
	for _, script := range doctor.ExamineFonts(ctx, fontconfig.Fonts{}) {
		if script.Problem != "" && ctx.Err() == nil { // a shutdown ends the check too
			log.Warn("fonts are missing", zap.String("for", script.Name), zap.String("error", script.Problem))
		}
	}
}
