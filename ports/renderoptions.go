package ports

import "platen/domain"

// RenderOptions say how a document is rendered. They do not change its PDF. The zero value is usable.
type RenderOptions struct {
	// Isolated: render on an engine process that no other document shares, since the document may crash it.
	Isolated bool
	// Budget counts what all renders of one document (body, header, footer) receive from the network; the egress
	// limits for one document apply to their sum. nil: this render has a budget of its own.
	Budget *domain.Budget
}

// RenderOption sets one of the RenderOptions.
type RenderOption func(*RenderOptions)

// Isolated renders the document on an engine process of its own.
func Isolated() RenderOption { return func(o *RenderOptions) { o.Isolated = true } }

// WithBudget counts the traffic of the render in the budget.
func WithBudget(budget *domain.Budget) RenderOption {
	return func(o *RenderOptions) { o.Budget = budget }
}

// NewRenderOptions applies the options in order. It is for implementations of Renderer.
func NewRenderOptions(options ...RenderOption) (o RenderOptions) {
	for _, set := range options {
		set(&o)
	}
	return o
}
