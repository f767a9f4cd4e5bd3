package workers

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"syscall"
	"time"

	"platen/adapters/internal/osprocess"
	"platen/domain"
	"platen/ports"
)

const (
	// checkPeriod is how often the process of a long print is checked. Most prints end before the first check.
	checkPeriod = 100 * time.Millisecond
	// stoppedChecks is how many checks in a row must find a process stopped by a signal before it is killed.
	stoppedChecks = 20
)

// guard prints, and ends the print's context when its process needs too much memory or is stopped.
func (w *worker) guard(ctx context.Context, print func(context.Context) error) error {
	guarded, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go w.pool.check(guarded, cancel, w.process.Group().Pid())
	err := print(guarded)
	if err != nil && ctx.Err() == nil && guarded.Err() != nil {
		return context.Cause(guarded)
	}
	return err
}

// check ends a context with the reason why its print must end.
func (p *Pool) check(ctx context.Context, cancel context.CancelCauseFunc, pid int) {
	ticker := time.NewTicker(checkPeriod)
	defer ticker.Stop()
	stopped := 0 // checks in a row that found it stopped
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		// A process that has ended uses no memory and is not stopped.
		status, _ := osprocess.StatusOf(pid)
		if p.MaxMemory > 0 && status.Resident > p.MaxMemory {
			cancel(TooMuchMemory(p.MaxMemory))
		}
		if !status.Stopped {
			stopped = 0
		} else if stopped++; stopped >= stoppedChecks {
			cancel(fmt.Errorf("%w: the process has been stopped by a signal", ports.ErrEngineLost))
		}
	}
}

// TooMuchMemory is the error of a document that would exceed the memory again, and so is not rendered a second time.
func TooMuchMemory(limit domain.ByteSize) error {
	return &domain.Error{
		Code:    domain.RenderFailed,
		Message: fmt.Sprintf("the document needs more than the %s of memory that this service allows; make it smaller or split it", limit),
	}
}

// Failed is the error of a document that could not be printed for the given reason, which clients do not see.
func Failed(cause error) error {
	if Exhausted(cause) {
		return domain.EngineUnavailable(cause)
	}
	return &domain.Error{Code: domain.RenderFailed, Message: "the document could not be rendered", Err: cause}
}

// Exhausted reports whether an error is one of the machine: it has no descriptors, processes or memory left, or no room for files.
func Exhausted(err error) bool {
	return slices.ContainsFunc([]error{
		syscall.EMFILE, syscall.ENFILE, syscall.EAGAIN, syscall.ENOMEM, syscall.ENOSPC, syscall.EDQUOT, syscall.EROFS,
	}, func(problem error) bool { return errors.Is(err, problem) })
}
