package app

import (
	"go.uber.org/fx"
	"go.uber.org/zap"

	"platen/adapters/egress"
	"platen/adapters/keyfile"
)

// reloadable are the parts that read files again on SIGHUP.
type reloadable struct {
	fx.In

	Keyring *keyfile.Keyring
	Egress  *egress.Egress
}

// reload reads the files again. A file that cannot be used keeps its last good content.
func (r reloadable) reload(log *zap.Logger) {
	ok := true
	for _, part := range []struct {
		name   string
		reload func() error
	}{{"auth.keys_file", r.Keyring.Reload}, {"egress.ca_file", r.Egress.Reload}} {
		if err := part.reload(); err != nil {
			ok = false
			log.Error("a file cannot be used; its last good content stays in use", zap.String("setting", part.name), zap.String("cause", err.Error()))
		}
	}
	if ok {
		log.Info("keys and certificates were read again")
	}
}
