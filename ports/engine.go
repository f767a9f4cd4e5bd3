package ports

import (
	"context"

	"platen/domain"
)

// Engine is a Renderer with a lifecycle and a description. The adapter of each engine implements it.
type Engine interface {
	Renderer
	// Start returns when the engine can print, or with an error that says what to do about it. The context bounds the
	// start only. Start is called once.
	Start(ctx context.Context) error
	// Close ends every process and removes every file of the engine. Renders under way fail. A second call does
	// nothing.
	Close() error
	// Ready returns nil if a document could be printed now, else an error that says what is missing. It answers at once,
	// from what is known already. While the engine cannot be restarted, Render fails soon with a *domain.Error of Overloaded
	// instead of waiting until its context ends. Safe for concurrent use.
	Ready() error
	// Info describes the engine.
	Info() EngineInfo
}

// EngineInfo describes an engine.
type EngineInfo struct {
	// Name is the engine's name in the configuration.
	Name string
	// Path is the program that is started, Version the version that it reports. They are known after Start.
	Path, Version string
	// UserAgent and AcceptLanguage are those of its requests, so that a resource can be requested as it would; empty: it
	// sends none. They are known after Start.
	UserAgent, AcceptLanguage string
	// Sandbox says how the engine confines itself: on, off and why, or none.
	Sandbox string
	// Remote: somebody else starts the program, possibly on another machine. Path is its address.
	Remote bool
	// Processes are the ids of the programs that it has started, each of which may have started others.
	Processes []int
	// Printing is the number of documents that it prints now, without those that wait.
	Printing int
	// Restarts counts the processes that died or hung and were replaced, since the start.
	Restarts int64
	// Capabilities are those of the engine, whatever its version.
	Capabilities Capabilities
}

// EngineStatus is an engine, and whether it can print.
type EngineStatus struct {
	EngineInfo
	// Problem is why it cannot print now; nil: it can.
	Problem error
}

// Capabilities are what the service and its tests have to know of an engine. A declared one is tested, and so is that one which is not
// declared is missing. What engines can do of HTML and CSS, `platen features` finds out.
type Capabilities struct {
	// PageRules: the engine follows @page rules, those with a name or :first, :left, :right included, and prints pages of several
	// sizes in one document.
	PageRules bool
	// Frames: pages in frames (iframe) are shown.
	Frames bool
	// Tagged: the engine's setting "tagged" makes accessible PDF with bookmarks.
	Tagged bool
	// Standards are those that its PDFs can be finished to; see Stamper.
	Standards []domain.Standard
}
