package clients_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/integration/harness"
)

// TestMoving runs each command of the pages about moving to Platen, as a reader types them, one after the other.
func TestMoving(t *testing.T) {
	t.Parallel()
	pages, err := filepath.Glob("from-*.md")
	require.NoError(t, err)
	require.Len(t, pages, 3)
	for _, page := range pages {
		t.Run(page, func(t *testing.T) {
			t.Parallel()
			content, err := os.ReadFile(page)
			require.NoError(t, err)
			folder := t.TempDir()
			program := harness.Command(t, nil)
			require.NoError(t, os.WriteFile(filepath.Join(folder, "platen"),
				fmt.Appendf(nil, "#!/bin/sh\nexport %s\nexec '%s' \"$@\"\n", program.Env[0], program.Path), 0o700))
			blocks := regexp.MustCompile("(?s)```sh\n(.*?)```").FindAllSubmatch(content, -1)
			require.Greater(t, len(blocks), 1)
			for _, block := range blocks {
				command := exec.CommandContext(t.Context(), "bash", "-euo", "pipefail", "-c", string(block[1]))
				command.Dir, command.Env = folder, append(os.Environ(), "PATH="+folder+":"+os.Getenv("PATH"), "TMPDIR="+t.TempDir())
				output, err := command.CombinedOutput()
				require.NoError(t, err, "%s\n%s", block[1], output)
			}
		})
	}
}
