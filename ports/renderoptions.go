package ports

// RenderOptions say how a document is rendered. They do not change its PDF. The zero value is usable.
type RenderOptions struct {
	// Isolated: render on an engine process that no other document shares, since the document may crash it.
	Isolated bool
	// Scope is what all renders of one document (body, header, footer) share of the network: the limits, and each
	// resource once it is loaded. nil: this render shares nothing.
	Scope NetworkScope
	// Reusable: another document of the same client is likely to render an equal job. The PDF may be kept for it, if the
	// job asked the network for nothing.
	Reusable bool
}

// RenderOption sets one of the RenderOptions.
type RenderOption func(*RenderOptions)

// Isolated renders the document on an engine process of its own.
func Isolated() RenderOption { return func(o *RenderOptions) { o.Isolated = true } }

// WithScope renders as a part of the document that the scope was opened for.
func WithScope(scope NetworkScope) RenderOption { return func(o *RenderOptions) { o.Scope = scope } }

// Reusable lets the PDF be kept for an equal job.
func Reusable() RenderOption { return func(o *RenderOptions) { o.Reusable = true } }

// NewRenderOptions applies the options in order. It is for implementations of Renderer.
func NewRenderOptions(options ...RenderOption) (o RenderOptions) {
	for _, set := range options {
		set(&o)
	}
	return o
}
