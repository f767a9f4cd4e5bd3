// Command platen turns HTML templates into PDF: as a service over HTTP, or one document at a time.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

// version is set by the linker, see the Makefile.
var version = "development"

// The exit codes, as the contract and the usual tools have them.
const (
	exitFailure = 1
	exitUsage   = 2 // a command line or a configuration that does not fit
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := newCommand().ExecuteContext(ctx)
	stop()
	if err == nil {
		return
	}
	fmt.Fprintln(os.Stderr, "platen:", err)
	var usage *usageError
	if errors.As(err, &usage) {
		os.Exit(exitUsage)
	}
	os.Exit(exitFailure)
}

// usageError is a mistake in the command line or the configuration.
type usageError struct{ error }

func (e *usageError) Unwrap() error { return e.error }
