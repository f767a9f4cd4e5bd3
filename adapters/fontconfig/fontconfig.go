// Package fontconfig asks fontconfig, where both engines look for fonts too, which fonts there are. The composition
// root makes one for the checks at start and for `platen doctor`.
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

// Fonts are the fonts of this machine, by the command fc-list.
type Fonts struct{}

// Covering asks for the families with a glyph for the character; see fc-list(1), and FcPatternFormat(3) for what
// it is asked to print.
func (Fonts) Covering(ctx context.Context, character rune) ([]string, error) {
	command := exec.CommandContext(ctx, "fc-list", "--format", "%{family[0]}\n", fmt.Sprintf(":charset=%x", character))
	answer, err := command.Output()
	if errors.Is(err, exec.ErrNotFound) {
		return nil, errors.New("fc-list is not installed: install the Debian package fontconfig")
	}
	if err != nil {
		return nil, fmt.Errorf("fc-list: %w", err)
	}
	families := strings.FieldsFunc(string(answer), func(r rune) bool { return r == '\n' })
	slices.Sort(families)
	return slices.Compact(families), nil
}
