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
