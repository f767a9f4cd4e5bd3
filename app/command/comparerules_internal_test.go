package command

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestMistakeInRules: the message quotes the file, and names no type of this program.
func TestMistakeInRules(t *testing.T) {
	file := filepath.Join(t.TempDir(), "rules.yaml")
	require.NoError(t, os.WriteFile(file, []byte("documents: [{match: x, max_score: 1 in 3}]"), 0o600))
	_, err := readRules(file)
	require.EqualError(t, err, "--rules "+file+": line 1: cannot unmarshal !!str `1 in 3`")
}
