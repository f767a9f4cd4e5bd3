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

// Checkup is what `platen doctor` found.
type Checkup struct {
	// Engines are all of the registry, in its order; Configured names the one in use.
	Engines    []doctor.Engine
	Configured string
	Fonts      []doctor.Script
	// Parts are keys, ports, the temporary folder and memory.
	Parts []doctor.Part
}

// Err is nil if documents can be printed, that is if the configured engine works and there are fonts that no document can
// do without.
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

// Examine tries every engine, one after the other, and looks at what else the service needs. An error means that it could
// not be done.
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

// warnOfFonts logs what is missing for documents of usual languages. The service starts all the same: many an
// installation prints one language only.
func warnOfFonts(ctx context.Context, log *zap.Logger) {
	for _, script := range doctor.ExamineFonts(ctx, fontconfig.Fonts{}) {
		if script.Problem != nil && ctx.Err() == nil { // what a shutdown ends tells nothing of fonts
			log.Warn("fonts are missing", zap.String("for", script.Name), zap.Error(script.Problem))
		}
	}
}
