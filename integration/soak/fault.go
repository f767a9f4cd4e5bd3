package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"
	"syscall"
	"time"

	"platen/integration/bench/measure"
)

// fault is a failure that is caused again and again during the load.
type fault struct {
	name  string
	every time.Duration
	cause func(*environment) error
}

// repeat causes the fault until the context ends, and prints the errors of doing so.
func (f fault) repeat(ctx context.Context, env *environment) {
	for pause(ctx, f.every) == nil {
		if err := f.cause(env); err != nil {
			fmt.Fprintf(os.Stderr, "%s: %s: %v\n", time.Now().Format(time.TimeOnly), f.name, err)
		}
	}
}

// signalEngine gives a fault that sends a signal to the newest process of the engine that fits.
func signalEngine(signal syscall.Signal, fits func(arguments string) bool) func(*environment) error {
	return func(env *environment) error {
		tree, err := measure.Tree(env.service.PID())
		if err != nil {
			return err
		}
		for i := len(tree) - 1; i > 0; i-- { // the first is the service
			arguments, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", tree[i].PID))
			if err == nil && !tree[i].Zombie && fits(string(bytes.ReplaceAll(arguments, []byte{0}, []byte(" ")))) {
				return syscall.Kill(tree[i].PID, signal)
			}
		}
		return fmt.Errorf("found no process of the engine")
	}
}

// mainProcess matches an engine's first process: not its children, nor a shell or the watchdog.
func mainProcess(arguments string) bool {
	return arguments != "" && !strings.Contains(arguments, "--type=") && !strings.HasPrefix(arguments, "/bin/sh") &&
		!strings.Contains(arguments, "platen-watchdog")
}

// anyProcess matches a process that prints: a browser's renderer, or the engine itself if it has no other.
func anyProcess(arguments string) bool {
	return strings.Contains(arguments, "--type=renderer") || mainProcess(arguments)
}

// oneByOne gives a fault that causes the next one of several each time.
func oneByOne(causes ...func(*environment) error) func(*environment) error {
	next := 0
	return func(env *environment) error {
		cause := causes[next%len(causes)]
		next++
		return cause(env)
	}
}
