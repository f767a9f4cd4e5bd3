package admin

import (
	"runtime"
	"runtime/debug"
)

// version is the answer of /version: the program's build and its engines.
type version struct {
	Version string `json:"version"`
	Build
	// Engine is the configured one, and the first of Engines.
	Engine  engine   `json:"engine"`
	Engines []engine `json:"engines"`
}

// engine has its name of the configuration; its version is empty until it has started.
type engine struct {
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
}

// Build is what go build has recorded: the commit and its time, if it was built from a working copy, and Go's version.
type Build struct {
	Revision string `json:"revision,omitempty"`
	Time     string `json:"time,omitempty"`
	Modified bool   `json:"modified,omitempty"`
	Go       string `json:"go"`
}

// ReadBuild returns the Build of this program.
func ReadBuild() Build {
	b := Build{Go: runtime.Version()}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				b.Revision = s.Value
			case "vcs.time":
				b.Time = s.Value
			case "vcs.modified":
				b.Modified = s.Value == "true"
			}
		}
	}
	return b
}
