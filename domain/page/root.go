package page

import (
	"context"
	"strings"

	"github.com/tdewolff/parse/v2/css"

	"platen/domain"
	"platen/domain/csstoken"
	"platen/domain/stylesheet"
)

// root is what page rules inherit from the root element, as far as rules for :root and html and its attributes say.
type root struct {
	font        domain.Length
	rtl         bool // text runs from right to left
	variables   map[string][]csstoken.Token
	substituted map[string][]csstoken.Token // values without references; nil: none
}

// rootOf returns what the declarations say, whose last ones are those of the style attribute.
func (r *reader) rootOf(ctx context.Context, attributes map[string]string) (root, error) {
	style := stylesheet.Sheet{Text: "html{" + attributes["style"] + "}"}
	if err := r.sheet(ctx, len(r.root), style); err != nil {
		return root{}, err
	}
	won := map[string]declared{}
	for _, d := range r.root {
		if d.property == "font" {
			d.property = "font-size"
		}
		if other, known := won[d.property]; !known || d.wins(other) {
			won[d.property] = d
		}
	}
	e := root{
		font: mediumFont, rtl: strings.EqualFold(attributes["dir"], "rtl"),
		variables: map[string][]csstoken.Token{}, substituted: map[string][]csstoken.Token{},
	}
	for property, d := range won {
		if strings.HasPrefix(property, "--") {
			e.variables[property] = d.value
		}
	}
	if d, declared := won["direction"]; declared {
		e.rtl = strings.EqualFold(csstoken.Text(e.substitute(d.value)), "rtl")
	}
	for _, component := range componentsOf(e.substitute(won["font-size"].value)) {
		size, _, _ := strings.Cut(component, "/") // and the line height
		if length, ok := lengthOf(size, mediumFont, units{font: mediumFont}); ok && length > 0 {
			e.font = length
			break
		}
	}
	return e, nil
}

// substitute replaces var() in a value. If one of them has no value, a browser takes the whole declaration for "unset".
func (e root) substitute(value []csstoken.Token) []csstoken.Token {
	if made, ok := e.replaced(value); ok {
		return made
	}
	return []csstoken.Token{{Kind: css.IdentToken, Text: "unset"}}
}

func (e root) replaced(value []csstoken.Token) (made []csstoken.Token, ok bool) {
	for i := 0; i < len(value); i++ {
		if t := value[i]; t.Kind != css.FunctionToken || !strings.EqualFold(t.Text, "var(") {
			made = append(made, t)
			continue
		}
		end := csstoken.Closing(value, i)
		arguments := csstoken.SplitList(value[i+1 : end])
		replacement := e.variable(csstoken.Text(arguments[0]))
		if replacement == nil && len(arguments) > 1 {
			comma := len(arguments[0]) + 1
			replacement, _ = e.replaced(value[i+1+comma : end])
		}
		if replacement == nil || len(made)+len(replacement) > csstoken.MaxItem {
			return nil, false
		}
		made, i = append(made, replacement...), end
	}
	return csstoken.Trim(made), true
}

// variable returns the value of a custom property without references; nil if it has none. It is computed once: references that
// multiply cost nothing then, and a property that refers to itself has no value.
func (e root) variable(name string) []csstoken.Token {
	made, known := e.substituted[name]
	if !known {
		e.substituted[name] = nil
		if value, declared := e.variables[name]; declared {
			made, _ = e.replaced(value)
		}
		e.substituted[name] = made
	}
	return made
}
