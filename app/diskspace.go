package app

import (
	"context"
	"fmt"
	"sync/atomic"

	"platen/domain"
	"platen/ports"
)

// diskSpaceEngine is an engine whose errors say so if the temporary folder is full. Some engines print without the folder, and others
// fail, each in its own way, and name other causes.
type diskSpaceEngine struct {
	ports.Engine
	// folderFull returns an error if the temporary folder is full.
	folderFull func() error
	// failing: the last print failed while the folder was full.
	failing atomic.Bool
}

// Start implements ports.Engine.
func (e *diskSpaceEngine) Start(ctx context.Context) error {
	err := e.Engine.Start(ctx)
	if full := e.folderFull(); err != nil && full != nil {
		return fmt.Errorf("%w: %w", full, err)
	}
	return err
}

// Ready implements ports.Engine.
func (e *diskSpaceEngine) Ready() error {
	err := e.Engine.Ready()
	if full := e.folderFull(); full != nil && (err != nil || e.failing.Load()) {
		return full
	}
	return err
}

// Render implements ports.Renderer.
func (e *diskSpaceEngine) Render(ctx context.Context, job domain.PrintJob, options ports.RenderOptions) (domain.PDF, error) {
	pdf, err := e.Engine.Render(ctx, job, options)
	full := e.folderFull()
	e.failing.Store(err != nil && ctx.Err() == nil && full != nil && domain.AsError(err).Code != domain.InvalidRequest)
	if e.failing.Load() {
		const message = "the service has no room for files at the moment: try again later"
		err = &domain.Error{Code: domain.Overloaded, Message: message, Err: fmt.Errorf("%w: %w", full, err)}
	}
	return pdf, err
}
