package chrome

import (
	"context"
	"errors"
	"fmt"

	"platen/domain"
	"platen/ports"
)

// Render prints one document; see ports.Renderer.
func (r *Renderer) Render(ctx context.Context, job domain.PrintJob, options ...ports.RenderOption) (domain.PDF, error) {
	pdf, err := r.render(ctx, job, ports.NewRenderOptions(options...))
	if err != nil && ctx.Err() != nil {
		return domain.PDF{}, ctx.Err() // err is one of its consequences
	}
	return pdf, err
}

func (r *Renderer) render(ctx context.Context, job domain.PrintJob, options ports.RenderOptions) (domain.PDF, error) {
	select {
	case r.busy <- struct{}{}:
		defer func() { <-r.busy }()
	case <-ctx.Done():
		return domain.PDF{}, ctx.Err()
	case <-r.alive.Done():
		return domain.PDF{}, errClosed
	}
	switch { // select chooses at random between cases that are ready
	case r.alive.Err() != nil:
		return domain.PDF{}, errClosed
	case ctx.Err() != nil:
		return domain.PDF{}, ctx.Err()
	case options.Isolated:
		return r.renderIsolated(ctx, job, options.Scope)
	}
	return r.renderInTab(ctx, job, options.Scope)
}

// renderInTab prints a document in a tab of the pool. If the tab's process grew too large, and earlier documents may have left that
// memory behind, the document is printed once more in a new tab.
func (r *Renderer) renderInTab(ctx context.Context, job domain.PrintJob, scope ports.NetworkScope) (domain.PDF, error) {
	pdf, used, err := r.printLeased(ctx, job, scope)
	switch {
	case !errors.Is(err, errOutgrown):
		return pdf, err
	case used:
		return r.renderInNewTab(ctx, job, scope)
	default:
		return pdf, domain.TooMuchMemory(r.cfg.MaxMemory)
	}
}

// printLeased prints a document in a tab of the pool. used reports whether others were printed there before. The tab is released even
// if printing panics.
func (r *Renderer) printLeased(ctx context.Context, job domain.PrintJob, scope ports.NetworkScope) (_ domain.PDF, used bool, _ error) {
	lease, err := r.acquire(ctx)
	if err != nil {
		return domain.PDF{}, false, err
	}
	u := usage{failed: true}
	defer func() { lease.release(u) }()
	used = lease.tab.used()
	pdf, err := lease.tab.print(ctx, job, scope)
	u = usage{failed: err != nil, network: pdf.Traffic.Requests > 0, document: job.HTML}
	return pdf, used, err
}

// acquire leases a tab that has not ended.
func (r *Renderer) acquire(ctx context.Context) (*lease, error) {
	for {
		select {
		case l := <-r.tabs:
			if l.tab.alive.Err() == nil {
				return l, nil
			}
			l.release(usage{failed: true})
		case <-r.available.givenUp():
			return nil, r.available.unavailable()
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-r.alive.Done():
			return nil, errClosed
		}
	}
}

// renderIsolated prints a document in a browser that is started for it and ended after it. With chrome.url it prints in a tab of its own:
// the document is then alone in a renderer process, not in a browser.
func (r *Renderer) renderIsolated(ctx context.Context, job domain.PrintJob, scope ports.NetworkScope) (domain.PDF, error) {
	if r.cfg.URL != "" {
		return r.renderInNewTab(ctx, job, scope)
	}
	ctx, cancel := either(ctx, r.alive)
	defer cancel()
	b, err := r.launch(ctx)
	if err != nil {
		return domain.PDF{}, lost(ctx, err)
	}
	defer b.close()
	go b.checkHealth(r.healthCheck, func(error) {})
	t, err := b.openTab(ctx)
	if err != nil {
		return domain.PDF{}, lost(ctx, err)
	}
	defer t.egress.Close()
	return r.printFirst(ctx, t, job, scope)
}

// renderInNewTab prints a document in a tab that is opened for it and closed after it.
func (r *Renderer) renderInNewTab(ctx context.Context, job domain.PrintJob, scope ports.NetworkScope) (domain.PDF, error) {
	var b *browser
	select {
	case b = <-r.browsers:
	case <-r.available.givenUp():
		return domain.PDF{}, r.available.unavailable()
	case <-ctx.Done():
		return domain.PDF{}, ctx.Err()
	case <-r.alive.Done():
		return domain.PDF{}, errClosed
	}
	t, err := b.openTab(ctx)
	if err != nil {
		return domain.PDF{}, lost(ctx, err)
	}
	defer t.close()
	return r.printFirst(ctx, t, job, scope)
}

// printFirst prints the first document of a tab: if it needs too much memory, no other document is to blame.
func (r *Renderer) printFirst(ctx context.Context, t *tab, job domain.PrintJob, scope ports.NetworkScope) (domain.PDF, error) {
	pdf, err := t.print(ctx, job, scope)
	if errors.Is(err, errOutgrown) {
		return pdf, domain.TooMuchMemory(r.cfg.MaxMemory)
	}
	return pdf, err
}

// lost is the ErrEngineLost of a document whose browser or tab could not be started, or the cause of ctx if that has ended.
func lost(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return fmt.Errorf("%w: %w", ports.ErrEngineLost, err)
}
