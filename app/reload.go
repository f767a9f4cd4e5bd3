package app

import (
	"go.uber.org/fx"
	"go.uber.org/zap"

	"platen/adapters/keyfile"
)

// reloadable is what reads files again on SIGHUP, beside the egress proxy.
type reloadable struct {
	fx.In

	Keyring *keyfile.Keyring
}

// reload reads the files again.
func (r reloadable) reload(o opener) {
	reloadFiles(o.log, reloadableFile{"auth.keys_file", r.Keyring.Reload}, reloadableFile{"egress.ca_file", o.egress.Reload})
}

// reloadableFile is a file that a setting names.
type reloadableFile struct {
	name   string
	reload func() error
}

// reloadFiles reads files again. A file that cannot be used keeps its last good content.
func reloadFiles(log *zap.Logger, files ...reloadableFile) {
	ok := true
	for _, part := range files {
		if err := part.reload(); err != nil {
			ok = false
			log.Error("a file cannot be used; its last good content stays in use", zap.String("setting", part.name), zap.String("cause", err.Error()))
		}
	}
	if ok {
		log.Info("keys and certificates were read again")
	}
}
