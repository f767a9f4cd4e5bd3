package osprocess

import (
	"context"
	"errors"
	"time"

	"platen/domain"
)

const (
	// watchInterval is the time between two checks, and before the first one: most documents are printed without any.
	watchInterval = 100 * time.Millisecond
	// stoppedChecks is how many checks in a row must find a process stopped.
	stoppedChecks = 20
)

// The results of Watch.
var (
	ErrOutgrown = errors.New("the process needs too much memory")
	ErrStopped  = errors.New("the process has been stopped by a signal")
)

// Watch checks a process until ctx ends, since the kernel reports neither that one has grown nor that it was stopped. It returns
// ErrOutgrown when the process has more resident memory than the limit, where 0 is no limit; ErrStopped when it has been stopped for two
// seconds; nil when ctx or the process has ended.
func Watch(ctx context.Context, status func() (Status, error), limit domain.ByteSize) error {
	ticker := time.NewTicker(watchInterval)
	defer ticker.Stop()
	stopped := 0 // checks in a row that found it stopped
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
		now, err := status()
		switch {
		case err != nil:
			return nil // it has ended
		case limit > 0 && now.Resident > limit:
			return ErrOutgrown
		case !now.Stopped:
			stopped = 0
		default:
			if stopped++; stopped == stoppedChecks {
				return ErrStopped
			}
		}
	}
}
