package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/google/renameio/v2"

	"platen/integration/bench/measure"
	"platen/ports/machine"
)

// fault is a failure that is caused again and again during the load: each time the next of its causes.
type fault struct {
	name   string
	every  time.Duration
	causes []func(*environment) error
}

// repeat causes the fault until the context ends, and prints the errors of doing so.
func (f fault) repeat(ctx context.Context, env *environment) {
	for n := 0; measure.Pause(ctx, f.every) == nil; n++ {
		if err := f.causes[n%len(f.causes)](env); err != nil {
			fmt.Fprintf(os.Stderr, "%s: %s: %v\n", time.Now().Format(time.TimeOnly), f.name, err)
		}
	}
}

// signalEngine returns a fault that sends a signal to the newest process of the engine that fits.
func signalEngine(signal syscall.Signal, fits func(arguments string) bool) func(*environment) error {
	return func(env *environment) error {
		tree := machine.Tree(env.service.PID())
		for i := len(tree) - 1; i > 0; i-- { // the first is the service
			if !tree[i].Zombie && fits(tree[i].Command) && !tree[i].Watchdog() {
				return syscall.Kill(tree[i].PID, signal)
			}
		}
		return fmt.Errorf("found no process of the engine")
	}
}

// mainProcess matches an engine's first process: not its children, nor a shell.
func mainProcess(arguments string) bool {
	return arguments != "" && !strings.Contains(arguments, "--type=") && !strings.HasPrefix(arguments, "/bin/sh")
}

// anyProcess matches a process that prints: a browser's renderer, or the engine itself if it has no other.
func anyProcess(arguments string) bool {
	return strings.Contains(arguments, "--type=renderer") || mainProcess(arguments)
}

// keysFile is the service's file of keys.
type keysFile struct {
	path  string
	extra bool
}

// The clients' keys.
const (
	smallKey   = "the-key-of-the-small-documents"
	hostileKey = "the-key-of-the-hostile-documents"
)

// change adds a client or removes it again, as an operator's tool does: it writes a new file and renames it.
func (k *keysFile) change() error {
	keys := []string{smallKey, hostileKey}
	if k.extra = !k.extra; k.extra {
		keys = append(keys, "the-key-of-nobody")
	}
	var content string
	for n, key := range keys {
		content += fmt.Sprintf("- {name: client-%d, sha256: \"%x\"}\n", n, sha256.Sum256([]byte(key)))
	}
	return renameio.WriteFile(k.path, []byte(content), 0o600, renameio.WithTempDir(filepath.Dir(k.path)))
}
