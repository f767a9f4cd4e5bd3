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

// fault is something that fails again and again during the load.
type fault struct {
	name  string
	every time.Duration
	cause func(*stage) error
}

// repeat causes the fault until the context ends. A fault that finds nothing to break is told.
func (f fault) repeat(ctx context.Context, st *stage) {
	for pause(ctx, f.every) == nil {
		if err := f.cause(st); err != nil {
			fmt.Fprintf(os.Stderr, "%s: %s: %v\n", time.Now().Format(time.TimeOnly), f.name, err)
		}
	}
}

// signalEngine gives a fault that sends a signal to one of the engine's processes, the newest that fits.
func signalEngine(signal syscall.Signal, fits func(arguments string) bool) func(*stage) error {
	return func(st *stage) error {
		tree, err := measure.Tree(st.service.PID())
		if err != nil {
			return err
		}
		for i := len(tree) - 1; i > 0; i-- { // the first is the service
			arguments, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", tree[i].PID))
			if err == nil && !tree[i].Zombie && fits(string(bytes.ReplaceAll(arguments, []byte{0}, []byte(" ")))) {
				return syscall.Kill(tree[i].PID, signal)
			}
		}
		return fmt.Errorf("no process of the engine's to signal")
	}
}

// mainProcess tells an engine's own process from those that it starts, from a shell, and from the watchdog.
func mainProcess(arguments string) bool {
	return arguments != "" && !strings.Contains(arguments, "--type=") && !strings.HasPrefix(arguments, "/bin/sh") &&
		!strings.Contains(arguments, "platen-watchdog")
}

// anyProcess tells a process that prints: a renderer of a browser's, or the engine itself where it has none.
func anyProcess(arguments string) bool {
	return strings.Contains(arguments, "--type=renderer") || mainProcess(arguments)
}

// oneByOne gives a fault that is a different one each time.
func oneByOne(causes ...func(*stage) error) func(*stage) error {
	next := 0
	return func(st *stage) error {
		cause := causes[next%len(causes)]
		next++
		return cause(st)
	}
}
