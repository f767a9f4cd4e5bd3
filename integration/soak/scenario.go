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

// scenario is a load, and what happens meanwhile.
type scenario struct {
	name, about string
	// prepare starts what the scenario needs beside the service.
	prepare func(context.Context, *stage) error
	// settings are the service's, once prepared.
	settings func(*stage) []string
	clients  func(*stage) []*client
	faults   []fault
	// promises judge the run, when the load and the rest are over.
	promises func(*outcome) []promise
	// rests tells that the service is left alone for a while after the load.
	rests bool
}

// stage is what a scenario works with.
type stage struct {
	folder  string // of this run, removed at its end
	service *program.Service
	redis   *redis
	silent  *silentServer
	keys    *keysFile
}

// outcome is what a run came to.
type outcome struct {
	clients []*client
	// atRest is the sample of the service before the load, and afterRest that after the rest; load are those in between.
	atRest, afterRest sample
	load              []sample
}

// settleFor is how long the service is left alone before its memory at rest is taken.
const settleFor = 20 * time.Second

// soak runs a scenario on an engine and prints its table.
func soak(ctx context.Context, o options, s scenario, engine string) (err error) {
	st := &stage{}
	if st.folder, err = os.MkdirTemp("", "platen-soak-"); err != nil {
		return err
	}
	defer os.RemoveAll(st.folder)
	if st.keys, err = newKeysFile(filepath.Join(st.folder, "keys.yaml")); err != nil {
		return err
	}
	defer st.close()
	if err := s.prepare(ctx, st); err != nil {
		return err
	}
	settings := append([]string{"PLATEN_AUTH_KEYS=", "PLATEN_AUTH_KEYS_FILE=" + st.keys.path}, s.settings(st)...)
	if st.service, err = program.Serve(ctx, o.program, engine, settings...); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.service.Stop()) }()

	fmt.Fprintf(os.Stderr, "%s, %s: %s of load\n", s.name, engine, o.duration)
	found, err := perform(ctx, o, s, st)
	if err != nil {
		return err
	}
	return report(os.Stdout, s, engine, o, found)
}

// perform warms the service up, puts the load on it, and lets it rest.
func perform(ctx context.Context, o options, s scenario, st *stage) (*outcome, error) {
	found := &outcome{clients: s.clients(st)}
	for _, c := range found.clients {
		if c.small {
			c.warmUp(ctx, st.service)
		}
	}
	if err := pause(ctx, settleFor); err != nil {
		return nil, err
	}
	found.atRest = look(st.service)

	load, stop := context.WithTimeout(ctx, o.duration)
	defer stop()
	var all sync.WaitGroup
	for _, c := range found.clients {
		all.Go(func() { c.run(load, st.service) })
	}
	for _, f := range s.faults {
		all.Go(func() { f.repeat(load, st) })
	}
	all.Go(func() { found.load = watch(load, st.service) })
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
	found.afterRest = look(st.service)
	return found, nil
}

// close ends what was started beside the service.
func (st *stage) close() {
	if st.redis != nil {
		st.redis.stop()
	}
	if st.silent != nil {
		st.silent.close()
	}
}

// pause waits.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
