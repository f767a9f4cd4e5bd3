package pagecss

import (
	"slices"
	"strings"

	"github.com/tdewolff/parse/v2/css"
)

// variables are the custom properties of the root element, which page rules refer to by var(). Those that page rules declare
// themselves have no effect in browsers.
type variables struct {
	declared map[string][]token
	// uncertain are those whose value only an engine may know.
	uncertain map[string]bool
	// substituted holds the values of those that were referred to, without references.
	substituted map[string]substitution
}

// substitution is a value without references.
type substitution struct {
	value []token
	has   truth // whether there is one; unknown: only an engine knows it
}

// hasReference tells whether a value refers to custom properties or to variables of the environment.
func hasReference(value []token) bool { return slices.ContainsFunc(value, isReference) }

func isReference(t token) bool {
	return t.Kind == css.FunctionToken && (strings.EqualFold(t.Text, "var(") || strings.EqualFold(t.Text, "env("))
}

// resolve replaces var() and env() in a value. If one of them has no value, a browser takes the whole declaration for
// "unset"; if only an engine may know it, the value stays.
func (v variables) resolve(value []token) []token {
	switch s := v.substitute(value); s.has {
	case isTrue:
		return s.value
	case unknown:
		return value
	}
	return []token{{Kind: css.IdentToken, Text: "unset"}}
}

// substitute replaces var() and env() in a value. It has none if one of them has none.
func (v variables) substitute(value []token) substitution {
	var made []token
	for i := 0; i < len(value); i++ {
		t := value[i]
		if !isReference(t) {
			made = append(made, t)
			continue
		}
		end := closing(value, i)
		replaced := v.referred(strings.ToLower(t.Text), trimBlanks(value[i+1:end]))
		if replaced.has != isTrue {
			return replaced
		}
		if len(made)+len(replaced.value) > maxItem {
			return substitution{has: isFalse}
		}
		made, i = append(made, replaced.value...), end
	}
	return substitution{trimBlanks(made), isTrue}
}

// closing gives the index of the parenthesis that closes the function at an index, or the end.
func closing(value []token, open int) int {
	depth := 0
	for i := open; i < len(value); i++ {
		switch value[i].Kind {
		case css.FunctionToken, css.LeftParenthesisToken:
			depth++
		case css.RightParenthesisToken:
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(value)
}

// referred gives what the arguments of var() or env() stand for: the value of the name, or else the fallback.
func (v variables) referred(function string, arguments []token) substitution {
	if len(arguments) == 0 {
		return substitution{has: isFalse}
	}
	name := arguments[0].Text
	switch {
	case function == "env(" && strings.HasPrefix(strings.ToLower(name), "safe-area-inset-"):
		return substitution{[]token{{Kind: css.DimensionToken, Text: "0px"}}, isTrue}
	case function == "var(":
		if s := v.value(name); s.has != isFalse {
			return s
		}
	}
	comma := slices.IndexFunc(arguments, func(t token) bool { return t.Kind == css.CommaToken })
	if comma < 0 {
		return substitution{has: isFalse}
	}
	return v.substitute(trimBlanks(arguments[comma+1:]))
}

// value gives the value of a custom property without references. It is computed once: references that multiply cost
// nothing then, and a property that refers to itself has no value.
func (v variables) value(name string) substitution {
	if v.uncertain[name] {
		return substitution{has: unknown}
	}
	known, found := v.substituted[name]
	if !found {
		known.has = isFalse
		v.substituted[name] = known
		if declared, found := v.declared[name]; found {
			known = v.substitute(declared)
		}
		v.substituted[name] = known
	}
	return known
}

// valueOf gives what follows the colon of a declaration.
func valueOf(item []token) []token {
	colon := slices.IndexFunc(item, func(t token) bool { return t.Kind == css.ColonToken })
	if colon < 0 {
		return nil
	}
	return item[colon+1:]
}
