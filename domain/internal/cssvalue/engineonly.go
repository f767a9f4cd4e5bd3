package cssvalue

import "platen/domain/internal/kleene"

// EngineOnly reports whether only an engine can compute the value.
func EngineOnly(value string) bool {
	_, known := Compute(value, 0, AnyUnits)
	return known == kleene.Unknown
}

// engineFunctions are those that can give a length, and that only an engine computes.
var engineFunctions = []string{"var(", "env(", "attr(", "if(", "inherit(", "random(", "random-item(", "progress(", "sibling-index(", "sibling-count(", "anchor-size("}

// engineUnits are the units of lengths that only an engine knows: those of fonts.
var engineUnits = []string{"cap", "ic", "lh", "rcap", "rch", "rex", "ric", "rlh"}
