package app_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
)

// TestReferenceNamesEveryCode: clients decide by the code of an error, so the reference lists all of them, and the API's README says where.
func TestReferenceNamesEveryCode(t *testing.T) {
	reference, err := os.ReadFile("../adapters/httpapi/REFERENCE.md")
	require.NoError(t, err)
	for code, status := range domain.Statuses {
		require.Contains(t, string(reference), fmt.Sprintf("| %d | `%s` |", status, code))
	}
	readme, err := os.ReadFile("../adapters/httpapi/README.md")
	require.NoError(t, err)
	for _, told := range []string{"X-Request-Id", "RateLimit-Policy", "REFERENCE.md", "no partials, lambdas", "template.missing"} {
		require.Contains(t, string(readme), told)
	}
}
