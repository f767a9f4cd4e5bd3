package ports

import "context"

// Fonts knows the fonts that engines find on this machine.
type Fonts interface {
	// Covering returns the families that have a glyph for the character, in alphabetical order; there may be none. An
	// error means that the fonts could not be listed. Safe for concurrent use.
	Covering(ctx context.Context, character rune) ([]string, error)
	// Installed returns a line for each font, in alphabetical order: file, version and name. Machines with equal lines have
	// equal fonts. An error means that the fonts could not be listed. Safe for concurrent use.
	Installed(ctx context.Context) ([]string, error)
}
