package pagecss

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tdewolff/parse/v2/css"

	"platen/domain"
)

// media evaluates media queries for a page that is printed, as browsers do: width and height are those of the content
// of the default page, whatever the page rules say.
type media struct{ width, height domain.Length }

func mediaOf(defaults Page) media {
	m := defaults.Margins
	return media{defaults.Size.Width - m.Left - m.Right, defaults.Size.Height - m.Top - m.Bottom}
}

// units gives what units refer to in media queries.
func (m media) units() units {
	return units{paper: domain.Size{Width: m.width, Height: m.height}, font: func() domain.Length { return mediumFont }}
}

// applies tells whether a list of media queries is true. An empty list is.
func (m media) applies(queries []token) bool {
	if len(trimBlanks(queries)) == 0 {
		return true
	}
	return slices.ContainsFunc(splitList(queries), func(query []token) bool { return m.query(query) == isTrue })
}

// query evaluates one query: a condition, or a medium with a condition after it.
func (m media) query(tokens []token) truth {
	r := conditionReader{trimBlanks(tokens), m.feature, func(string, []token) truth { return unknown }}
	negated := false
	if rest := r.tokens; len(rest) > 0 && rest[0].Kind == css.IdentToken {
		negated = r.word("not")
		if !negated {
			r.word("only")
		}
	}
	var result truth
	if len(r.tokens) > 0 && r.tokens[0].Kind == css.IdentToken {
		medium := strings.ToLower(r.tokens[0].Text)
		r.tokens = trimBlanks(r.tokens[1:])
		result = truthOf(medium == "print" || medium == "all")
		if len(r.tokens) > 0 && !r.word("and") {
			return unknown
		}
		if len(r.tokens) > 0 {
			result = result.and(r.condition())
		}
	} else {
		result = r.condition()
	}
	if len(trimBlanks(r.tokens)) > 0 {
		return unknown
	}
	if negated {
		return result.not()
	}
	return result
}

// feature evaluates what stands in parentheses: "name", "name: value", "name < value", "value < name < value".
func (m media) feature(tokens []token) truth {
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
		return m.compared(parts[0], parts[1], parts[2]).and(m.compared(parts[2], parts[3], parts[4]))
	}
	return unknown
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
func (m media) boolean(name string) truth {
	if value, known := mediaKeywords[name]; known {
		return truthOf(value != "none" && value != "no-preference")
	}
	if value, known := m.number(name); known {
		return truthOf(value != 0)
	}
	if name == "orientation" {
		return isTrue
	}
	return unknown
}

// plain evaluates "name: value".
func (m media) plain(name, value string) truth {
	if keyword, known := mediaKeywords[name]; known {
		return truthOf(keyword == value)
	}
	if name == "orientation" {
		return truthOf(value == "landscape" && m.width > m.height || value == "portrait" && m.width <= m.height)
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
func (m media) compared(left, operator, right string) truth {
	a, known := m.number(left)
	if !known {
		if _, known = m.number(right); !known {
			return unknown
		}
		swapped := strings.NewReplacer("<", ">", ">", "<").Replace(operator)
		return m.compared(right, swapped, left)
	}
	b, ok := m.value(left, right)
	if !ok {
		return unknown
	}
	const tolerance = 1e-6
	switch operator {
	case "<":
		return truthOf(a < b)
	case "<=":
		return truthOf(a <= b+tolerance)
	case ">":
		return truthOf(a > b)
	case ">=":
		return truthOf(a >= b-tolerance)
	default:
		return truthOf(a >= b-tolerance && a <= b+tolerance)
	}
}

// number gives the value of a feature that can be compared: lengths in points, resolutions in dots per inch.
func (m media) number(name string) (float64, bool) {
	switch strings.TrimPrefix(name, "device-") {
	case "width":
		return m.width.Points(), true
	case "height":
		return m.height.Points(), true
	case "aspect-ratio":
		return float64(m.width / m.height), true
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
func (m media) value(feature, text string) (float64, bool) {
	switch strings.TrimPrefix(feature, "device-") {
	case "width", "height":
		length, ok := evaluate(text, 0, m.units())
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
