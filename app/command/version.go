package command

import (
	"cmp"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"platen/adapters/admin"
)

// release is the version that CHANGELOG.md begins with, and that openapi.yaml has.
const release = "v1.0.0-rc.1"

// linked is the whole version, if the linker sets it: see the Makefile.
var linked string

// version is that of the program: the release, and after a plus the commit, unless it was built as the release.
var version = cmp.Or(linked, release+commit(admin.ReadBuild()))

// about is the version, and what it was built by and for.
var about = fmt.Sprintf("%s (%s, %s/%s)", version, runtime.Version(), runtime.GOOS, runtime.GOARCH)

// commit is the commit after a plus; empty where the program was not built from a working copy.
func commit(build admin.Build) string {
	if build.Revision == "" {
		return ""
	}
	text := fmt.Sprintf("+%.12s", build.Revision)
	if build.Modified {
		text += "-dirty"
	}
	return text
}

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Run: func(command *cobra.Command, _ []string) {
			fmt.Fprintln(command.OutOrStdout(), "platen", about)
		},
	}
}
