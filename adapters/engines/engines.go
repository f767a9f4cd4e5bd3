// Package engines is the registry of engines. Configuration, wiring, doctor, bench and tests read it. A new engine is a folder of
// adapters with an engine.Kind, and one line here.
package engines

import (
	"slices"

	"platen/adapters/chrome"
	"platen/adapters/internal/engine"
	"platen/adapters/weasyprint"
	"platen/adapters/wkhtmltopdf"
)

// All are the engines of this program, the default first.
func All() Registry { return Registry{chrome.Kind, wkhtmltopdf.Kind, weasyprint.Kind} }

// Kind is an engine before it is opened.
type Kind = engine.Kind

// Config is the section of an engine in the configuration.
type Config = engine.Config

// Remote is implemented by the Config of an engine that may run on another machine.
type Remote = engine.Remote

// Setup is what every engine is opened with.
type Setup = engine.Setup

// Registry lists engines, the default first. It has at least one, and their names differ.
type Registry []Kind

// Default is the name of the engine that prints if the configuration names none.
func (r Registry) Default() string { return r[0].Name }

// Names are the engines' names, in their order.
func (r Registry) Names() []string {
	names := make([]string, len(r))
	for i, kind := range r {
		names[i] = kind.Name
	}
	return names
}

// Find returns the engine of a name.
func (r Registry) Find(name string) (Kind, bool) {
	i := slices.IndexFunc(r, func(k Kind) bool { return k.Name == name })
	if i < 0 {
		return Kind{}, false
	}
	return r[i], true
}
