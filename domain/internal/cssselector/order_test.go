package cssselector

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPseudosAreInOrder: they are searched by halving.
func TestPseudosAreInOrder(t *testing.T) { require.True(t, slices.IsSorted(pseudos)) }
