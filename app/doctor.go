package app

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"go.uber.org/zap"

	"platen/adapters/egress"
	"platen/adapters/fontconfig"
	"platen/adapters/keyfile"
	"platen/adapters/pdfreader"
	"platen/adapters/workfolder"
	"platen/app/doctor"
	"platen/configs"
)

// Checkup is the result of `platen doctor`.
type Checkup struct {
	// Engines are all engines of the registry, in its order; Configured is the name of the one in use.
	Engines    []doctor.Engine
	Configured string
	Fonts      []doctor.Script
	// Parts are keys, ports, the temporary folder and memory.
	Parts []doctor.Part
}

// Err is nil if documents can be printed: the configured engine works, and the fonts that every document needs are
// installed.
func (c Checkup) Err() error {
	for _, s := range c.Fonts {
		if s.Required && s.Problem != nil {
			return fmt.Errorf("there is no font for %s: pages come out blank", s.Name)
		}
	}
	if !slices.ContainsFunc(c.Engines, func(e doctor.Engine) bool { return e.About.Name == c.Configured && e.Problem == nil }) {
		return fmt.Errorf("the configured engine, %s, cannot print", c.Configured)
	}
	return nil
}

// Examine tries every engine, one after the other, and checks what else the service needs. An error means that the
// examination failed.
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
	checkup.Parts = examineParts(ctx, config, folder.Path())
	return checkup, nil
}

func examineParts(ctx context.Context, config configs.Config, folder string) []doctor.Part {
	return []doctor.Part{
		examineKeys(config.Auth),
		doctor.ExaminePort(ctx, "http.addr", config.HTTP.Addr),
		doctor.ExaminePort(ctx, "admin.addr", config.Admin.Addr),
		doctor.ExamineFolder(filepath.Dir(folder)),
		doctor.ExamineMemory(config.Render.EffectiveConcurrency()),
	}
}

// examineKeys reads the keys as the service does.
func examineKeys(config keyfile.Config) doctor.Part {
	keyring, err := keyfile.New(config, zap.NewNop())
	if err != nil {
		return doctor.Part{Name: "keys", Problem: err}
	}
	defer func() { _ = keyring.Close() }()
	return doctor.Part{Name: "keys", Found: fmt.Sprintf("%d valid", keyring.Len())}
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
