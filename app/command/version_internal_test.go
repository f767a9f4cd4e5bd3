package command

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestReleaseIsOne: the program, the changelog and the API's description name the same release.
func TestReleaseIsOne(t *testing.T) {
	for file, pattern := range map[string]string{
		"../../CHANGELOG.md":                  `(?m)^## (\d[^, \n]*)`,
		"../../adapters/httpapi/openapi.yaml": `(?m)^  version: (.*)$`,
	} {
		content, err := os.ReadFile(file)
		require.NoError(t, err)
		found := regexp.MustCompile(pattern).FindSubmatch(content)
		require.NotNil(t, found, file)
		require.Equal(t, strings.TrimPrefix(release, "v"), string(found[1]), file)
	}
}
