package contract_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestMutants: each fault is found by its cases, and by no other.
func TestMutants(t *testing.T) {
	mutants := slices.Concat(requestMutants, replyMutants)
	require.GreaterOrEqual(t, len(mutants), 60)
	for _, m := range mutants {
		t.Run(m.fault, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, m.caught, m.failed(t))
		})
	}
}

// TestNoMutant: the server that the mutants wrap has no fault.
func TestNoMutant(t *testing.T) { require.Empty(t, mutant{}.failed(t)) }
