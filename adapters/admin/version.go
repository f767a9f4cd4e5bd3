package admin

import (
	"cmp"
	"runtime"
	"runtime/debug"
)

// version is the answer of /version: the program's build and its engines.
type version struct {
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"`
	Time     string `json:"time,omitempty"`
	Modified bool   `json:"modified,omitempty"`
	Go       string `json:"go"`
	// Engine is the configured one, and the first of Engines.
	Engine  engine   `json:"engine"`
	Engines []engine `json:"engines"`
}

// engine has its name of the configuration; its version is empty until it has started.
type engine struct {
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
}

// builtAs reads the build information that the Go linker recorded; name, if not empty, replaces its version.
func builtAs(name string) version {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return version{Version: cmp.Or(name, "unknown"), Go: runtime.Version()}
	}
	v := version{Version: cmp.Or(name, info.Main.Version), Go: info.GoVersion}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			v.Revision = s.Value
		case "vcs.time":
			v.Time = s.Value
		case "vcs.modified":
			v.Modified = s.Value == "true"
		}
	}
	return v
}
