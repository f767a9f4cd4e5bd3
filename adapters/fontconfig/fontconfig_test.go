package fontconfig_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/fontconfig"
)

func TestCovering(t *testing.T) {
	latin, err := fontconfig.Fonts{}.Covering(t.Context(), 'A')
	require.NoError(t, err)
	require.Contains(t, latin, "DejaVu Sans")
	require.IsIncreasing(t, latin)

	emoji, err := fontconfig.Fonts{}.Covering(t.Context(), '😀')
	require.NoError(t, err)
	require.Contains(t, emoji, "Noto Color Emoji")

	none, err := fontconfig.Fonts{}.Covering(t.Context(), '\U0010FFFD') // a private character
	require.NoError(t, err)
	require.Empty(t, none)
}

func TestMissingCommand(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := fontconfig.Fonts{}.Covering(t.Context(), 'A')
	require.ErrorContains(t, err, "install the Debian package fontconfig")
}
