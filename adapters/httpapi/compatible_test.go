package httpapi_test

import (
	"os"
	"strings"
	"testing"

	"github.com/pb33f/libopenapi"
	"github.com/stretchr/testify/require"
)

// TestOpenAPIStaysCompatible: no change since the last release breaks clients. A release copies openapi.yaml to the baseline.
func TestOpenAPIStaysCompatible(t *testing.T) {
	baseline, now := description(t, "testdata/openapi-baseline.yaml"), description(t, "openapi.yaml")
	require.Zero(t, breaking(t, baseline, now), "compare openapi.yaml with testdata/openapi-baseline.yaml")
}

// TestBreakingChangesAreSeen: the comparison reports changes that would break clients, and no others.
func TestBreakingChangesAreSeen(t *testing.T) {
	baseline := description(t, "testdata/openapi-baseline.yaml")
	for name, change := range map[string]struct {
		from, to string
		breaks   bool
	}{
		"another path":            {"/api/pdf/external:", "/api/pdf/internal:", true},
		"a status is gone":        {"        '503':", "        '599':", true},
		"a field is another type": {"css:\n          type: [string, 'null']", "css:\n          type: integer", true},
		"a new required field":    {"required: [html]", "required: [html, css]", true},
		"a better description":    {"description: The number of pages.", "description: The number of the pages.", false},
	} {
		changed := strings.Replace(baseline, change.from, change.to, 1)
		require.True(t, changed != baseline, "%s: the text to change", name)
		require.Equal(t, change.breaks, breaking(t, baseline, changed) > 0, name)
	}
}

// breaking returns the number of changes that break clients.
func breaking(t *testing.T, from, to string) int {
	t.Helper()
	var documents [2]libopenapi.Document
	for i, text := range []string{from, to} {
		var err error
		documents[i], err = libopenapi.NewDocument([]byte(text))
		require.NoError(t, err)
	}
	changes, err := libopenapi.CompareDocuments(documents[0], documents[1])
	require.NoError(t, err)
	if changes == nil {
		return 0
	}
	return changes.TotalBreakingChanges()
}

func description(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(text)
}
