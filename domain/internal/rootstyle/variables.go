package rootstyle

import (
	"slices"
	"strings"

	"github.com/tdewolff/parse/v2/css"

	"platen/domain/csstoken"
	"platen/domain/internal/kleene"
)

// Variables are the custom properties of the root element, which page rules refer to by var(). Those that page rules declare
// themselves have no effect in browsers.
type Variables struct {
	declared map[string][]csstoken.Token
	// uncertain are those whose value only an engine may know.
	uncertain map[string]bool
	// substituted holds the values of those that were referred to, without references.
	substituted map[string]substitution
}

// substitution is a value without references.
type substitution struct {
	value []csstoken.Token
	has   kleene.Truth // whether there is one; unknown: only an engine knows it
}

// HasReference reports whether a value refers to custom properties or to variables of the environment.
func HasReference(value []csstoken.Token) bool { return slices.ContainsFunc(value, isReference) }

func isReference(t csstoken.Token) bool {
	return t.Kind == css.FunctionToken && (strings.EqualFold(t.Text, "var(") || strings.EqualFold(t.Text, "env("))
}

// Resolve replaces var() and env() in a value. If one of them has no value, a browser takes the whole declaration for
// "unset"; if only an engine may know it, the value stays.
func (v Variables) Resolve(value []csstoken.Token) []csstoken.Token {
	switch s := v.substitute(value); s.has {
	case kleene.True:
		return s.value
	case kleene.Unknown:
		return value
	}
	return []csstoken.Token{{Kind: css.IdentToken, Text: "unset"}}
}

// substitute replaces var() and env() in a value. It has none if one of them has none.
func (v Variables) substitute(value []csstoken.Token) substitution {
	var made []csstoken.Token
	for i := 0; i < len(value); i++ {
		t := value[i]
		if !isReference(t) {
			made = append(made, t)
			continue
		}
		end := csstoken.Closing(value, i)
		replaced := v.referred(strings.ToLower(t.Text), csstoken.Trim(value[i+1:end]))
		if replaced.has != kleene.True {
			return replaced
		}
		if len(made)+len(replaced.value) > csstoken.MaxItem {
			return substitution{has: kleene.False}
		}
		made, i = append(made, replaced.value...), end
	}
	return substitution{csstoken.Trim(made), kleene.True}
}

// referred returns what the arguments of var() or env() stand for: the value of the name, or else the fallback.
func (v Variables) referred(function string, arguments []csstoken.Token) substitution {
	if len(arguments) == 0 {
		return substitution{has: kleene.False}
	}
	name := arguments[0].Text
	switch {
	case function == "env(" && strings.HasPrefix(strings.ToLower(name), "safe-area-inset-"):
		return substitution{[]csstoken.Token{{Kind: css.DimensionToken, Text: "0px"}}, kleene.True}
	case function == "var(":
		if s := v.value(name); s.has != kleene.False {
			return s
		}
	}
	comma := slices.IndexFunc(arguments, func(t csstoken.Token) bool { return t.Kind == css.CommaToken })
	if comma < 0 {
		return substitution{has: kleene.False}
	}
	return v.substitute(csstoken.Trim(arguments[comma+1:]))
}

// value returns the value of a custom property without references. It is computed once: references that multiply cost
// nothing then, and a property that refers to itself has no value.
func (v Variables) value(name string) substitution {
	if v.uncertain[name] {
		return substitution{has: kleene.Unknown}
	}
	known, found := v.substituted[name]
	if !found {
		known.has = kleene.False
		v.substituted[name] = known
		if declared, found := v.declared[name]; found {
			known = v.substitute(declared)
		}
		v.substituted[name] = known
	}
	return known
}

// valueOf returns what follows the colon of a declaration.
func valueOf(item []csstoken.Token) []csstoken.Token {
	colon := slices.IndexFunc(item, func(t csstoken.Token) bool { return t.Kind == css.ColonToken })
	if colon < 0 {
		return nil
	}
	return item[colon+1:]
}
