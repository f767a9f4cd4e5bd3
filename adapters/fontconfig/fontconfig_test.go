package fontconfig_test

import (
	"slices"
	"strings"
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

	none, err := fontconfig.Fonts{}.Covering(t.Context(), '\U0010FFFD') // a private-use character
	require.NoError(t, err)
	require.Empty(t, none)
}

func TestInstalled(t *testing.T) {
	fonts, err := fontconfig.Fonts{}.Installed(t.Context())
	require.NoError(t, err)
	require.IsIncreasing(t, fonts)
	require.True(t, slices.ContainsFunc(fonts, func(line string) bool { return strings.HasPrefix(line, "DejaVuSans.ttf ") }), "%q", fonts)
}

func TestMissingCommand(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := fontconfig.Fonts{}.Covering(t.Context(), 'A')
	require.ErrorContains(t, err, "install the Debian package fontconfig")
}
