package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"go.uber.org/zap"

	"platen/adapters/engines"
	"platen/adapters/keyfile"
	"platen/adapters/redislimit"
	"platen/adapters/shadowfolder"
	"platen/adapters/tracing"
	"platen/app/doctor"
	"platen/configs"
)

// reachTimeout is how long doctor waits for a server that the configuration names.
const reachTimeout = 3 * time.Second

// examineParts looks at what the service needs besides engines and fonts. Parts that are not configured are left out.
func examineParts(ctx context.Context, config configs.Config, keys doctor.Part) []doctor.Part {
	parts := []doctor.Part{
		doctor.ExamineUser(),
		keys,
		doctor.ExaminePort(ctx, "http.addr", config.HTTP.Addr),
		doctor.ExaminePort(ctx, "admin.addr", config.Admin.Addr),
		doctor.ExamineFolder(os.TempDir()),
		doctor.ExamineMemory(config.Render.EffectiveConcurrency()),
		doctor.ExamineAddressSpace(),
		doctor.ExamineDescriptors(config.HTTP.MaxConnections, config.Render.EffectiveConcurrency()),
	}
	if limit := config.RateLimit; limit.RedisURL != "" {
		ping := func(ctx context.Context) error {
			return redislimit.Ping(ctx, redislimit.Config{URL: limit.RedisURL, Timeout: reachTimeout})
		}
		parts = append(parts, examineServer(ctx, "rate_limit.redis_url", ping,
			"start Redis, or correct the address or the password: without it, requests are subject to rate_limit.on_redis_error, "+limit.OnRedisError))
	}
	if config.Egress.UpstreamProxy != "" {
		parts = append(parts, examineServer(ctx, "egress.upstream_proxy", config.Egress.PingUpstream,
			"start the proxy or correct the address: without it, documents get nothing from public addresses"))
	}
	if config.Shadow.Engine != "" {
		parts = append(parts, examineShadow(config.Shadow))
	}
	if tracing.Wanted() {
		parts = append(parts, examineServer(ctx, "traces", tracing.Ping,
			"start the receiver or correct OTEL_EXPORTER_OTLP_ENDPOINT: without it, traces are lost"))
	}
	if remote, may := config.Engines[config.Engine].(engines.Remote); may && remote.RemoteHost() != "" {
		parts = append(parts, doctor.Part{Name: "remote engine",
			Found: remote.RemoteHost() + ", whose memory and sandbox are its own: bound them there"})
	}
	return parts
}

// examineKeys reads the keys as the service does, and looks at who else may read them. It also returns the engines that they name.
func examineKeys(config keyfile.Config) (part doctor.Part, engines []string) {
	keyring, err := keyfile.New(config, zap.NewNop())
	if errors.Is(err, fs.ErrPermission) {
		err = fmt.Errorf("%w; let the user of the service read it: chown it to that user and chmod 600 %s", err, config.File)
	}
	if err != nil {
		return doctor.Part{Name: "keys", Problem: err.Error(), Fatal: true}, nil
	}
	defer keyring.Close()
	part = doctor.Part{Name: "keys", Found: fmt.Sprintf("%d valid", keyring.Len())}
	if file, err := os.Stat(config.File); err == nil && file.Mode().Perm()&0o007 != 0 {
		part.Problem = fmt.Sprintf("auth.keys_file: every user of this machine may read or change %s: chmod o-rwx %[1]s", config.File)
	}
	return part, keyring.Engines()
}

// examineServer asks a server that the configuration names, with more patience than a request has.
func examineServer(ctx context.Context, name string, ask func(context.Context) error, remedy string) doctor.Part {
	ctx, cancel := context.WithTimeout(ctx, reachTimeout)
	defer cancel()
	if err := ask(ctx); err != nil {
		return doctor.Part{Name: name, Problem: fmt.Sprintf("%s: %s; %s", name, err, remedy)}
	}
	return doctor.Part{Name: name, Found: "answers"}
}

// examineShadow opens the folder of the shadow as the service does.
func examineShadow(config configs.Shadow) doctor.Part {
	part := doctor.Part{Name: "shadow.dir", Found: config.Dir}
	folder, err := shadowfolder.Open(config.Dir, config.MaxBytes)
	if errors.Is(err, fs.ErrPermission) {
		err = fmt.Errorf("%w; let the user of the service write to it", err)
	}
	if err != nil {
		part.Problem, part.Fatal = "shadow.dir: "+err.Error(), true
		return part
	}
	_ = folder.Close()
	return part
}
