package command

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// release is the version that CHANGELOG.md begins with, and that openapi.yaml has.
const release = "v1.0.0-rc.1"

// linked is the whole version, if the linker sets it: see the Makefile.
var linked string

// version is that of the program: the release, and after a plus the commit, unless it was built as the release.
var version = cmp.Or(linked, release+builtCommit())

// about is the version, and what it was built by and for.
var about = fmt.Sprintf("%s (%s, %s/%s)", version, runtime.Version(), runtime.GOOS, runtime.GOARCH)

// builtCommit is the commit that go build found, after a plus; empty where the program was not built from a working copy.
func builtCommit() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	var revision, modified string
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			revision = "+" + s.Value[:min(len(s.Value), 12)]
		case "vcs.modified":
			if s.Value == "true" {
				modified = "-dirty"
			}
		}
	}
	if revision == "" {
		return ""
	}
	return revision + modified
}

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  noArguments,
		Run: func(command *cobra.Command, _ []string) {
			fmt.Fprintln(command.OutOrStdout(), "platen", about)
		},
	}
}
