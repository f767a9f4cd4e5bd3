package ports

import "context"

// Fonts knows the fonts that engines find on this machine.
type Fonts interface {
	// Covering gives the families that have a glyph for the character, in alphabetical order; none where there
	// is none. An error means that it could not be found out. Safe for concurrent use.
	Covering(ctx context.Context, character rune) ([]string, error)
}
