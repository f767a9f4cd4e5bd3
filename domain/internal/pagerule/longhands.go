package pagerule

import (
	"strings"

	"platen/domain/csstoken"
	"platen/domain/internal/cssvalue"
	"platen/domain/internal/kleene"
)

// longhands expands declarations.
type longhands struct {
	important bool
	rtl       bool // text runs from right to left
}

// of returns the longhands of a property with a value without references; none if the value is invalid, or the property one
// that is not read.
func (l longhands) of(property string, parts []string) []Declaration {
	switch {
	case len(parts) == 0:
		return nil
	case property == "all" && isKeyword(parts):
		var all []Declaration
		for _, shorthand := range []string{"margin", "padding", "border", "size"} {
			all = append(all, l.of(shorthand, parts)...)
		}
		return all
	case property == "size":
		return l.one(property, strings.Join(parts, " "), isSize(parts))
	case property == "font-size" || property == "font":
		size := cssvalue.FontSizeIn(csstoken.Read(strings.Join(parts, " ")))
		return l.one("font-size", csstoken.Text(size), size != nil)
	case property == "page-orientation":
		return l.one(property, parts[0], len(parts) == 1 && isOrientation(parts[0]))
	case strings.HasPrefix(property, "--"):
		return l.one(property, parts[0], len(parts) == 1 && isSteering(property, parts[0]))
	case strings.HasPrefix(property, "margin"):
		return l.sides("margin", strings.TrimPrefix(property, "margin"), "", parts, isMargin)
	case strings.HasPrefix(property, "padding"):
		return l.sides("padding", strings.TrimPrefix(property, "padding"), "", parts, isPadding)
	case strings.HasPrefix(property, "border"):
		return l.border(strings.TrimPrefix(property, "border"), parts)
	}
	return nil
}

// one returns the declaration of a longhand, if its value is valid.
func (l longhands) one(property, value string, valid bool) []Declaration {
	if !valid {
		return nil
	}
	return []Declaration{{property, value, l.important}}
}

// border expands a property of borders, without the prefix "border".
func (l longhands) border(property string, parts []string) []Declaration {
	if side, is := strings.CutSuffix(property, "-width"); is {
		return l.sides("border", side, "-width", parts, isLineWidth)
	}
	if side, is := strings.CutSuffix(property, "-style"); is {
		return l.sides("border", side, "-style", parts, isLineStyle)
	}
	width, style := "medium", "none"
	if isKeyword(parts) {
		width, style = parts[0], parts[0]
	} else if !readBorder(parts, &width, &style) {
		return nil
	}
	return append(l.sides("border", property, "-width", []string{width}, isLineWidth),
		l.sides("border", property, "-style", []string{style}, isLineStyle)...)
}

// readBorder reads the value of a border's shorthand: a width, a style and a colour in any order.
func readBorder(parts []string, width, style *string) bool {
	var widths, styles, colours int
	for _, part := range parts {
		switch {
		case isLineStyle(part):
			*style = part
			styles++
		case isLineWidth(part):
			*width = part
			widths++
		case part[0] == '#' || part[0] >= 'a' && part[0] <= 'z':
			colours++
		default:
			return false
		}
	}
	return max(widths, styles, colours) == 1
}

// sides returns the longhands of the sides that a property sets: prefix, name of the sides and suffix.
func (l longhands) sides(prefix, name, suffix string, parts []string, valid func(part string) bool) []Declaration {
	sides := sidesOf(name, l.rtl)
	if len(sides) < len(parts) {
		return nil
	}
	var declarations []Declaration
	for i, side := range sides {
		part := parts[valueIndex(i, len(sides), len(parts))]
		if !valid(part) && !isKeyword(parts) {
			return nil
		}
		declarations = append(declarations, Declaration{prefix + side + suffix, part, l.important})
	}
	return declarations
}

// sidesOf returns the sides that a part of a property's name stands for, in the order of its values. Writing modes other than
// left to right, right to left, and top to bottom are not supported.
func sidesOf(name string, rtl bool) []string {
	start, end := "-left", "-right"
	if rtl {
		start, end = end, start
	}
	switch name {
	case "":
		return []string{"-top", "-right", "-bottom", "-left"}
	case "-top", "-right", "-bottom", "-left":
		return []string{name}
	case "-block":
		return []string{"-top", "-bottom"}
	case "-block-start":
		return []string{"-top"}
	case "-block-end":
		return []string{"-bottom"}
	case "-inline":
		return []string{start, end}
	case "-inline-start":
		return []string{start}
	case "-inline-end":
		return []string{end}
	}
	return nil
}

// valueIndex tells which of a shorthand's values is that of its i-th side.
func valueIndex(i, sides, values int) int {
	switch {
	case i < values:
		return i
	case sides == 4 && i == 3 && values > 1:
		return 1 // the left side is as the right one
	default:
		return 0
	}
}

// isKeyword reports whether a value is a keyword that every property takes.
func isKeyword(parts []string) bool { return len(parts) == 1 && cssvalue.IsCSSWide(parts[0]) }

// isMargin reports whether the part is a valid value of a margin.
func isMargin(part string) bool { return part == "auto" || isLength(part) }

// isPadding reports whether the part is a valid value of a padding. Functions are limited to what is valid, so they are.
func isPadding(part string) bool {
	length, _ := cssvalue.Length(part, 1, cssvalue.AnyUnits)
	return isLength(part) && (length >= 0 || cssvalue.IsMath(part))
}

// lineWidths are the keywords for the width of a border (CSS Backgrounds 3, section 3.3).
var lineWidths = map[string]string{"thin": "1px", "medium": "3px", "thick": "5px"}

// isLineWidth reports whether the part is a valid value of a border's width.
func isLineWidth(part string) bool {
	return lineWidths[part] != "" || isPadding(part) && !strings.Contains(part, "%")
}

// isLineStyle reports whether the part is a valid value of a border's style.
func isLineStyle(part string) bool {
	switch part {
	case "none", "hidden", "dotted", "dashed", "solid", "double", "groove", "ridge", "inset", "outset":
		return true
	}
	return false
}

func isLength(part string) bool {
	_, known := cssvalue.Compute(part, 0, cssvalue.AnyUnits)
	return known != kleene.False
}

// BorderWidth returns the length of a border's width.
func BorderWidth(value string) string {
	if length, is := lineWidths[value]; is {
		return length
	}
	return value
}
