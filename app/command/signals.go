package command

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// watchSignals gives two contexts: stop ends with the first SIGINT or SIGTERM, abort with the second. The signals stay
// caught to the very end, so that none makes a failure of an orderly end.
func watchSignals() (stop, abort context.Context) {
	received := make(chan os.Signal, 2)
	signal.Notify(received, os.Interrupt, syscall.SIGTERM)
	stop, stopped := context.WithCancel(context.Background())
	abort, aborted := context.WithCancel(context.Background())
	go func() {
		<-received
		stopped()
		<-received
		aborted()
	}()
	return stop, abort
}

// watchReload receives a value for each SIGHUP; several that come together may be one.
func watchReload() <-chan os.Signal {
	received := make(chan os.Signal, 1)
	signal.Notify(received, syscall.SIGHUP)
	return received
}
