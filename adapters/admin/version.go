package admin

import (
	"cmp"
	"runtime"
	"runtime/debug"
)

// version is what the program says of its own build, and of the engine that it prints with.
type version struct {
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"`
	Time     string `json:"time,omitempty"`
	Modified bool   `json:"modified,omitempty"`
	Go       string `json:"go"`
	Engine   engine `json:"engine"`
}

// engine is named as in the configuration; its version is empty until it has started.
type engine struct {
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
}

// builtAs reads what the Go linker wrote into the binary; name, if there is one, is the version that the
// program gives itself.
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
