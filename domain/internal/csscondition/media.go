package csscondition

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tdewolff/parse/v2/css"

	"platen/domain"
	"platen/domain/csstoken"
	"platen/domain/internal/cssvalue"
	"platen/domain/internal/kleene"
)

// Media evaluates media queries for a page that is printed, as browsers do: width and height are those of the content
// of the default page, whatever the page rules say.
type Media struct{ Width, Height domain.Length }

// Units returns what units refer to in media queries.
func (m Media) Units() cssvalue.Units {
	return cssvalue.Units{Paper: domain.Size{Width: m.Width, Height: m.Height}, Font: func() domain.Length { return cssvalue.MediumFont }}
}

// Applies reports whether a list of media queries is true. An empty list is.
func (m Media) Applies(queries []csstoken.Token) bool {
	if len(csstoken.Trim(queries)) == 0 {
		return true
	}
	return slices.ContainsFunc(csstoken.SplitList(queries), func(query []csstoken.Token) bool { return m.query(query) == kleene.True })
}

// query evaluates one query: a condition, or a medium with a condition after it.
func (m Media) query(tokens []csstoken.Token) kleene.Truth {
	r := conditionReader{csstoken.Trim(tokens), m.feature, func(string, []csstoken.Token) kleene.Truth { return kleene.Unknown }}
	negated := false
	if rest := r.tokens; len(rest) > 0 && rest[0].Kind == css.IdentToken {
		negated = r.word("not")
		if !negated {
			r.word("only")
		}
	}
	var result kleene.Truth
	if len(r.tokens) > 0 && r.tokens[0].Kind == css.IdentToken {
		medium := strings.ToLower(r.tokens[0].Text)
		r.tokens = csstoken.Trim(r.tokens[1:])
		result = kleene.Of(medium == "print" || medium == "all")
		if len(r.tokens) > 0 && !r.word("and") {
			return kleene.Unknown
		}
		if len(r.tokens) > 0 {
			result = result.And(r.condition())
		}
	} else {
		result = r.condition()
	}
	if len(csstoken.Trim(r.tokens)) > 0 {
		return kleene.Unknown
	}
	if negated {
		return result.Not()
	}
	return result
}

// feature evaluates what stands in parentheses: "name", "name: value", "name < value", "value < name < value".
func (m Media) feature(tokens []csstoken.Token) kleene.Truth {
	var parts []string
	var part strings.Builder
	for _, t := range tokens {
		switch {
		case t.Kind == css.ColonToken, t.Kind == css.DelimToken && (t.Text == "<" || t.Text == ">" || t.Text == "="):
			parts = append(parts, strings.TrimSpace(part.String()), t.Text)
			part.Reset()
		default:
			part.WriteString(strings.ToLower(t.Text))
		}
	}
	parts = joinOperators(append(parts, strings.TrimSpace(part.String())))
	switch {
	case len(parts) == 1:
		return m.boolean(parts[0])
	case len(parts) == 3 && parts[1] == ":":
		return m.plain(parts[0], parts[2])
	case len(parts) == 3:
		return m.compared(parts[0], parts[1], parts[2])
	case len(parts) == 5:
		return m.compared(parts[0], parts[1], parts[2]).And(m.compared(parts[2], parts[3], parts[4]))
	}
	return kleene.Unknown
}

// joinOperators joins "<", "", "=" to "<=".
func joinOperators(parts []string) (joined []string) {
	for i := 0; i < len(parts); i++ {
		if i+2 < len(parts) && parts[i+1] == "" && parts[i+2] == "=" && (parts[i] == "<" || parts[i] == ">") {
			joined = append(joined, parts[i]+"=")
			i += 2
			continue
		}
		joined = append(joined, parts[i])
	}
	return joined
}

// mediaKeywords are the values of features that do not depend on the page's size.
var mediaKeywords = map[string]string{
	"prefers-color-scheme": "light", "prefers-reduced-motion": "no-preference", "prefers-reduced-transparency": "no-preference",
	"prefers-reduced-data": "no-preference", "prefers-contrast": "no-preference", "forced-colors": "none", "inverted-colors": "none",
	"hover": "none", "any-hover": "none", "pointer": "none", "any-pointer": "none", "update": "none", "scripting": "none",
	"overflow-block": "paged", "overflow-inline": "none", "scan": "progressive", "color-gamut": "srgb", "dynamic-range": "standard",
	"video-dynamic-range": "standard", "display-mode": "browser", "device-posture": "continuous",
}

// boolean evaluates a feature without a value: whether its value is other than zero and none.
func (m Media) boolean(name string) kleene.Truth {
	if value, known := mediaKeywords[name]; known {
		return kleene.Of(value != "none" && value != "no-preference")
	}
	if value, known := m.number(name); known {
		return kleene.Of(value != 0)
	}
	if name == "orientation" {
		return kleene.True
	}
	return kleene.Unknown
}

// plain evaluates "name: value".
func (m Media) plain(name, value string) kleene.Truth {
	if keyword, known := mediaKeywords[name]; known {
		return kleene.Of(keyword == value)
	}
	if name == "orientation" {
		return kleene.Of(value == "landscape" && m.Width > m.Height || value == "portrait" && m.Width <= m.Height)
	}
	if bound, found := strings.CutPrefix(name, "min-"); found {
		return m.compared(bound, ">=", value)
	}
	if bound, found := strings.CutPrefix(name, "max-"); found {
		return m.compared(bound, "<=", value)
	}
	return m.compared(name, "=", value)
}

// compared evaluates a comparison of a feature with a value, in either order.
func (m Media) compared(left, operator, right string) kleene.Truth {
	a, known := m.number(left)
	if !known {
		if _, known = m.number(right); !known {
			return kleene.Unknown
		}
		swapped := strings.NewReplacer("<", ">", ">", "<").Replace(operator)
		return m.compared(right, swapped, left)
	}
	b, ok := m.value(left, right)
	if !ok {
		return kleene.Unknown
	}
	const tolerance = 1e-6
	switch operator {
	case "<":
		return kleene.Of(a < b)
	case "<=":
		return kleene.Of(a <= b+tolerance)
	case ">":
		return kleene.Of(a > b)
	case ">=":
		return kleene.Of(a >= b-tolerance)
	default:
		return kleene.Of(a >= b-tolerance && a <= b+tolerance)
	}
}

// number returns the value of a feature that can be compared: lengths in points, resolutions in dots per inch.
func (m Media) number(name string) (float64, bool) {
	switch strings.TrimPrefix(name, "device-") {
	case "width":
		return m.Width.Points(), true
	case "height":
		return m.Height.Points(), true
	case "aspect-ratio":
		return float64(m.Width / m.Height), true
	case "color":
		return 8, true
	case "color-index", "monochrome", "grid":
		return 0, true
	case "resolution":
		return 300, true
	}
	return 0, false
}

// value reads the value that a feature is compared with.
func (m Media) value(feature, text string) (float64, bool) {
	switch strings.TrimPrefix(feature, "device-") {
	case "width", "height":
		length, ok := cssvalue.Length(text, 0, m.Units())
		return length.Points(), ok && !strings.Contains(text, "%")
	case "aspect-ratio":
		numerator, denominator, found := strings.Cut(text, "/")
		n, err := strconv.ParseFloat(strings.TrimSpace(numerator), 64)
		if err != nil || !found {
			return n, err == nil
		}
		d, err := strconv.ParseFloat(strings.TrimSpace(denominator), 64)
		return n / d, err == nil && d != 0
	case "resolution":
		return resolution(text)
	}
	n, err := strconv.ParseFloat(text, 64)
	return n, err == nil
}

func resolution(text string) (float64, bool) {
	for _, unit := range []struct {
		name string
		dots float64
	}{{"dpi", 1}, {"dpcm", 2.54}, {"dppx", 96}, {"x", 96}} {
		if number, found := strings.CutSuffix(text, unit.name); found {
			n, err := strconv.ParseFloat(number, 64)
			return n * unit.dots, err == nil
		}
	}
	return 0, false
}
