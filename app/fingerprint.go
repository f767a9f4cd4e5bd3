package app

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"go.uber.org/zap"

	"platen/configs"
	"platen/domain"
	"platen/ports"
)

// fontsTimeout bounds a slow fontconfig. It reads every font if it has no cache.
const fontsTimeout = 10 * time.Second

// readFonts reads the fonts of this machine in the background, while the engine starts for example, until ctx ends. It returns a function
// that waits for their digest.
func readFonts(ctx context.Context, fonts ports.Fonts, log *zap.Logger) (digest func() string) {
	digest = sync.OnceValue(func() string {
		reading, cancel := context.WithTimeout(ctx, fontsTimeout)
		defer cancel()
		installed, err := fonts.Installed(reading)
		if err == nil {
			return domain.Digest(installed...)
		}
		if ctx.Err() == nil { // otherwise the service stops
			log.Warn("the fonts are not part of the fingerprint of documents", zap.Error(err))
		}
		return ""
	})
	go digest()
	return digest
}

// fingerprint returns what documents depend on besides their request. The service's settings include page sizes, margins and the
// engine's own settings, without the path of its program: the engine's part has its version.
func fingerprint(config configs.Config, engine ports.Engine, fonts func() string) func() domain.Fingerprint {
	own := config.Engines[config.Engine]
	_, program := own.Program()
	settings := strings.Replace(fmt.Sprintf("%+v", own), program, "", 1)
	service := domain.Digest(config.Admin.Version, fmt.Sprintf("%+v %s %t", config.Page, settings, config.Render.Reproducible)+
		string(config.PDF.Standards))
	return func() domain.Fingerprint {
		info := engine.Info()
		known := domain.Fingerprint{Engine: domain.Digest(info.Name, info.Version), Service: service, Fonts: fonts()}
		if info.Remote {
			known.Fonts = "" // they are on another machine
		}
		return known
	}
}
