// Package fontconfig lists the installed fonts with fontconfig, which the engines use too. The composition root makes one for the
// checks at start and for `platen doctor`.
package fontconfig

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"

	"platen/ports"
)

var _ ports.Fonts = Fonts{}

// Fonts are the fonts of this machine, listed with the command fc-list.
type Fonts struct{}

// Covering returns the families with a glyph for the character; see fc-list(1), and FcPatternFormat(3) for the format.
func (Fonts) Covering(ctx context.Context, character rune) ([]string, error) {
	return list(ctx, "%{family[0]}\n", fmt.Sprintf(":charset=%x", character))
}

// Installed lists all fonts, each by the name of its file without the folder, its version and its name.
func (Fonts) Installed(ctx context.Context) ([]string, error) {
	return list(ctx, "%{file|basename} %{fontversion} %{fullname[0]}\n", ":")
}

// list returns the lines that fc-list prints for the fonts of a pattern, each once, in alphabetical order.
func list(ctx context.Context, format, pattern string) ([]string, error) {
	answer, err := exec.CommandContext(ctx, "fc-list", "--format", format, pattern).Output()
	if errors.Is(err, exec.ErrNotFound) {
		return nil, errors.New("fc-list is not installed: install the Debian package fontconfig")
	}
	if err != nil {
		return nil, fmt.Errorf("fc-list: %w", err)
	}
	lines := strings.FieldsFunc(string(answer), func(r rune) bool { return r == '\n' })
	slices.Sort(lines)
	return slices.Compact(lines), nil
}
