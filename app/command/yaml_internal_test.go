package command

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestMistakesInFiles: messages quote the files of flags, and name no type of this program.
func TestMistakesInFiles(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file.yaml")
	for _, c := range []struct{ flag, content, mistake string }{
		{"rules", "documents: [{match: x, max_score: 1 in 3}]", "line 1: cannot unmarshal !!str `1 in 3`"},
		{"rules", "documents: [{match: x}]\n---\ndocuments: [{match: y, max_score: 1}]", "it has a second YAML document (---), which would not be read"},
		{"rules", "documents: [{match: x, max: 1}]", "line 1: field max not found"},
		{"script", "- {request: x, anser: 429}", "line 1: cannot unmarshal !!str `x`"},
		{"script", "- {request: 1, anser: 429}", "line 1: field anser not found"},
		{"script", "request: 1", "line 1: cannot unmarshal !!map"},
		{"script", "- {request: 1, answer: 418}", `step 1: answer: "418" is not 429, 500, 503, 504, cut, slow=2s or resources-failed=3`},
	} {
		require.NoError(t, os.WriteFile(file, []byte(c.content), 0o600))
		_, err := readRules(file)
		if c.flag == "script" {
			_, err = newDirector(file, "", nil)
		}
		require.EqualError(t, err, "--"+c.flag+" "+file+": "+c.mistake, c.content)
	}
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	director, err := newDirector(file, "", nil)
	require.NoError(t, err)
	require.Empty(t, director.Script)
}
