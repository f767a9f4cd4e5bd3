package chrome

import (
	"context"
	"errors"
	"fmt"

	"platen/domain"
	"platen/ports"
)

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
	defer t.abandon()
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
		return pdf, r.cfg.tooMuchMemory(err)
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
