package cssselector_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain/internal/cssselector"
)

func TestPseudo(t *testing.T) {
	for _, name := range []string{"active", "first", "has", "in-range", "open", "read-only", "root", "where", "-webkit-scrollbar"} {
		require.True(t, cssselector.IsPseudo(name), name)
	}
	for _, name := range []string{"", "nope", "zebra", "aa"} {
		require.False(t, cssselector.IsPseudo(name), name)
	}
}
