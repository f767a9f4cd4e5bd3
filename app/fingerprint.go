package app

import (
	"context"
	"fmt"
	"strings"
	"time"

	"go.uber.org/zap"

	"platen/adapters/fontconfig"
	"platen/configs"
	"platen/domain"
	"platen/ports"
)

// fontsTimeout bounds a slow fontconfig. It reads every font if it has no cache.
const fontsTimeout = 10 * time.Second

// installedFonts is the digest of the fonts of this machine at the start.
type installedFonts struct {
	done   chan struct{}
	stop   context.CancelFunc
	digest string
}

// readFonts reads the fonts, while the engine starts for example, until stop.
func readFonts(log *zap.Logger) *installedFonts {
	ctx, cancel := context.WithTimeout(context.Background(), fontsTimeout)
	f := &installedFonts{done: make(chan struct{}), stop: cancel}
	go f.read(ctx, fontconfig.Fonts{}, log)
	return f
}

func (f *installedFonts) read(ctx context.Context, fonts ports.Fonts, log *zap.Logger) {
	defer close(f.done)
	installed, err := fonts.Installed(ctx)
	if ctx.Err() == context.Canceled {
		return // the service stops
	}
	if err != nil {
		log.Warn("the fonts are not part of the fingerprint of documents", zap.Error(err))
		return
	}
	f.digest = domain.Digest(installed...)
}

// fingerprint returns what documents depend on besides their request. The service's settings include page sizes, margins and the
// engine's own settings, without the path of its program: the engine's part has its version.
func fingerprint(config configs.Config, engine ports.Engine, fonts *installedFonts) func() domain.Fingerprint {
	own := config.Engines[config.Engine]
	_, program := own.Program()
	settings := strings.Replace(fmt.Sprintf("%+v", own), program, "", 1)
	service := domain.Digest(config.Admin.Version, fmt.Sprintf("%+v %s %t", config.Page, settings, config.Render.Reproducible)+
		config.PDF.Standards.String())
	return func() domain.Fingerprint {
		<-fonts.done
		info := engine.Info()
		known := domain.Fingerprint{Engine: domain.Digest(info.Name, info.Version), Service: service, Fonts: fonts.digest}
		if info.Remote {
			known.Fonts = "" // they are on another machine
		}
		return known
	}
}
