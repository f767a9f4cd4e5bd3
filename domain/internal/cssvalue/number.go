package cssvalue

import (
	"github.com/tdewolff/parse/v2/css"

	"platen/domain/csstoken"
)

// Factor returns a number or a percentage, as the properties opacity and zoom take it. It is false if the value is neither, or
// if only an engine can compute it.
func Factor(value string) (float64, bool) {
	if number, unit, ok := splitDimension(value); ok && (unit == "" || unit == "%") {
		if unit == "%" {
			number /= 100
		}
		return number, true
	}
	m := mathReader{rest: csstoken.Read(value)}
	m.next()
	result, ok := m.value()
	return result.number, ok && result.length == 0 && result.angle == 0 && m.kind == css.ErrorToken && !m.bare
}
