package workers

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"syscall"

	"go.uber.org/zap"

	"platen/adapters/internal/osprocess"
	"platen/domain"
	"platen/ports"
)

// guard prints, and ends the print's context when its process needs too much memory or is stopped. The error then has that of
// osprocess.Watch in its chain.
func (w *worker) guard(ctx context.Context, print func(context.Context) error) error {
	guarded, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	pid := w.process.Pid()
	go func() {
		status := func() (osprocess.Status, error) { return osprocess.StatusOf(pid) }
		if err := osprocess.Watch(guarded, status, w.pool.MaxMemory); err != nil {
			w.pool.Log.Warn("an engine process is ended", zap.Error(err), zap.Stringer("max_memory", w.pool.MaxMemory))
			cancel(fmt.Errorf("%w: %w", ports.ErrEngineLost, err))
		}
	}()
	err := print(guarded)
	if err != nil && ctx.Err() == nil && guarded.Err() != nil {
		return context.Cause(guarded)
	}
	return err
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
