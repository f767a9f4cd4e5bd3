package chrome

// KeepTabs sets the number of tabs that an engine keeps, before its start.
func (r *Renderer) KeepTabs(n int) { r.places = n }

// ErrClosed is what Render answers once an engine is closed.
var ErrClosed = errClosed
