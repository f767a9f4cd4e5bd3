package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"platen/integration/program"
)

// scenario is a load and the faults during it.
type scenario struct {
	name, about string
	// prepare starts the servers that the scenario needs beside the service.
	prepare func(context.Context, *environment) error
	// settings gives the service's settings, after prepare.
	settings func(*environment) []string
	clients  func(*environment) []*client
	faults   []fault
	// promises gives the measured numbers with their limits, after the load and the rest.
	promises func(*outcome) []promise
	// rests: after the load the service gets no requests for a while, before its memory is measured again.
	rests bool
}

// environment is the service of a run and the servers beside it.
type environment struct {
	folder  string // of this run, removed at its end
	service *program.Service
	redis   *redis
	silent  *silentServer
	keys    *keysFile
}

// outcome is the result of a run.
type outcome struct {
	clients []*client
	// atRest is the sample before the load, afterRest the one after the rest; load are the samples during the load.
	atRest, afterRest sample
	load              []sample
}

// settleFor is the time without requests before the sample at rest.
const settleFor = 20 * time.Second

// soak runs a scenario on an engine and prints its table.
func soak(ctx context.Context, o options, s scenario, engine string) (err error) {
	env := &environment{}
	if env.folder, err = os.MkdirTemp("", "platen-soak-"); err != nil {
		return err
	}
	defer os.RemoveAll(env.folder)
	if env.keys, err = newKeysFile(filepath.Join(env.folder, "keys.yaml")); err != nil {
		return err
	}
	defer env.close()
	if err := s.prepare(ctx, env); err != nil {
		return err
	}
	settings := append([]string{"PLATEN_AUTH_KEYS=", "PLATEN_AUTH_KEYS_FILE=" + env.keys.path}, s.settings(env)...)
	if env.service, err = program.Serve(ctx, o.program, engine, settings...); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, env.service.Stop()) }()

	fmt.Fprintf(os.Stderr, "%s, %s: %s of load\n", s.name, engine, o.duration)
	found, err := runLoad(ctx, o, s, env)
	if err != nil {
		return err
	}
	return report(os.Stdout, s, engine, o, found)
}

// runLoad warms the service up, runs the load with its faults, and then lets the service rest.
func runLoad(ctx context.Context, o options, s scenario, env *environment) (*outcome, error) {
	found := &outcome{clients: s.clients(env)}
	for _, c := range found.clients {
		if c.small {
			c.warmUp(ctx, env.service)
		}
	}
	if err := pause(ctx, settleFor); err != nil {
		return nil, err
	}
	found.atRest = takeSample(env.service)

	load, stop := context.WithTimeout(ctx, o.duration)
	defer stop()
	var all sync.WaitGroup
	for _, c := range found.clients {
		all.Go(func() { c.run(load, env.service) })
	}
	for _, f := range s.faults {
		all.Go(func() { f.repeat(load, env) })
	}
	all.Go(func() { found.load = watch(load, env.service) })
	all.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if s.rests {
		fmt.Fprintf(os.Stderr, "%s of rest\n", o.rest)
		if err := pause(ctx, o.rest); err != nil {
			return nil, err
		}
	}
	found.afterRest = takeSample(env.service)
	return found, nil
}

// close ends the servers beside the service.
func (env *environment) close() {
	if env.redis != nil {
		env.redis.stop()
	}
	if env.silent != nil {
		env.silent.close()
	}
}

// pause waits until the time is over, or fails when ctx ends.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
