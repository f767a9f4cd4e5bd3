package rootstyle

import (
	"slices"
	"strings"

	"platen/domain/csstoken"
	"platen/domain/internal/cssvalue"
	"platen/domain/stylesheet"
)

// zoom computes the zoom of the root element. Engines ignore one that is not positive.
func (c *cascade) zoom(v Variables) float64 {
	value := csstoken.Text(v.Resolve(c.declared["zoom"].value))
	if zoom, ok := cssvalue.Factor(value); ok && zoom > 0 {
		return zoom
	}
	return 1
}

// MayZoom reports whether the root element may have a zoom. It spares most documents the computation of its style.
func MayZoom(sheets []stylesheet.Sheet, attributes map[string]string) bool {
	if mentionsZoom(attributes["style"]) {
		return true
	}
	return slices.ContainsFunc(sheets, func(s stylesheet.Sheet) bool { return mentionsZoom(s.Text) })
}

func mentionsZoom(text string) bool {
	const name = "zoom"
	for {
		at := strings.IndexAny(text, "zZ")
		if at < 0 {
			return false
		}
		if text = text[at:]; len(text) >= len(name) && strings.EqualFold(text[:len(name)], name) {
			return true
		}
		text = text[1:]
	}
}
