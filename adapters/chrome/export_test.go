package chrome

import "time"

// KeepTabs sets the number of tabs that an engine keeps, before its start.
func (r *Renderer) KeepTabs(n int) { r.places = n }

// Patience sets how long a browser, or a tab, may take to become ready, before the engine's start.
func (r *Renderer) Patience(d time.Duration) { r.patience = d }

// ErrClosed is what Render answers once an engine is closed.
var ErrClosed = errClosed
