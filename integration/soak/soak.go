package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"

	"platen/integration/bench/measure"
	"platen/integration/program"
	"platen/ports/limittest/redistest"
)

// scenario is a load and the faults during it.
type scenario struct {
	// settings are the service's, beside its keys.
	settings func(*environment) []string
	clients  func(*environment) []*client
	faults   []fault
	// promises are the measured numbers with their limits, after the load and the rest.
	promises func(*outcome) []promise
	// rests: after the load the service gets no requests for a while, before its memory is measured again.
	rests bool
}

// environment is the service of a run and what it uses.
type environment struct {
	service *program.Service
	keys    *keysFile
	redis   *redistest.Server
	// silent accepts connections and never answers.
	silent net.Listener
}

// outcome is the result of a run.
type outcome struct {
	clients []*client
	// atRest is the sample before the load, afterRest the one after the rest; load are the samples during the load.
	atRest, afterRest sample
	load              []sample
}

// sampleEvery is the time between two samples, settleFor that without requests before the sample at rest, and restFor before the last one.
const (
	sampleEvery = 2 * time.Second
	settleFor   = 20 * time.Second
	restFor     = 5 * time.Minute
)

// soak runs a scenario on an engine and prints its table.
func soak(ctx context.Context, bin string, duration time.Duration, s scenario, engine string) (err error) {
	folder, err := os.MkdirTemp("", "platen-soak-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	env := &environment{keys: &keysFile{path: filepath.Join(folder, "keys.yaml")}}
	if err := env.keys.change(); err != nil {
		return err
	}
	if env.silent, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		return err
	}
	defer env.silent.Close()
	// Below the ports that the kernel assigns to clients, one of which could take it while Redis restarts.
	if env.redis, err = redistest.Open(fmt.Sprintf("127.0.0.1:%d", 12000+rand.IntN(20000)), folder); err != nil {
		return fmt.Errorf("%w (Debian's package redis-server)", err)
	}
	defer env.redis.Kill()
	env.service, err = program.Serve(bin, append([]string{"PLATEN_ENGINE=" + engine, "PLATEN_AUTH_KEYS_FILE=" + env.keys.path},
		s.settings(env)...)...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, env.service.Discard()) }()
	fmt.Printf("%s for %s\n", engine, duration)
	found, err := runLoad(ctx, duration, s, env)
	if err != nil {
		return err
	}
	return report(s, found)
}

// runLoad warms the service up, runs the load with its faults, and then lets the service rest.
func runLoad(ctx context.Context, duration time.Duration, s scenario, env *environment) (*outcome, error) {
	found := &outcome{clients: s.clients(env)}
	for i := range 40 {
		c := found.clients[0]
		_, _ = env.service.Post(ctx, c.key, c.requests[i%len(c.requests)].body)
	}
	if err := measure.Pause(ctx, settleFor); err != nil {
		return nil, err
	}
	found.atRest = takeSample(env.service)

	load, stop := context.WithTimeout(ctx, duration)
	defer stop()
	var all sync.WaitGroup
	for _, c := range found.clients {
		all.Go(func() { c.run(load, env.service) })
	}
	for _, f := range s.faults {
		all.Go(func() { f.repeat(load, env) })
	}
	for measure.Pause(load, sampleEvery) == nil {
		found.load = append(found.load, takeSample(env.service))
	}
	all.Wait()
	if s.rests {
		if err := measure.Pause(ctx, restFor); err != nil {
			return nil, err
		}
	}
	found.afterRest = takeSample(env.service)
	return found, ctx.Err()
}
