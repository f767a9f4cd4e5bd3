package csstoken

// Content is what a block holds.
type Content uint8

// The contents of blocks.
const (
	OfRules        Content = iota // rules that apply
	OfDeclarations                // declarations that matter
	OfTokens                      // tokens of a value or a prelude
	OfNothing                     // nothing that matters
)
