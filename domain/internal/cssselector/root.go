package cssselector

import (
	"slices"
	"strings"

	"github.com/tdewolff/parse/v2/css"

	"platen/domain/csstoken"
	"platen/domain/internal/cssescape"
	"platen/domain/internal/kleene"
)

// Match is how a list of selectors matches the root element.
type Match struct {
	Matches kleene.Truth
	// Specificity is that of the most specific selector of the list that matches (Selectors 4, section 16).
	Specificity int
	Most        int // the largest specificity of all of its selectors
}

// The specificity of an id, a class and an element.
const (
	idSpecificity      = 1 << 20
	classSpecificity   = 1 << 10
	elementSpecificity = 1
)

// Root matches selectors with the root element, which has no parent and no siblings. What depends on the content of
// the document is unknown.
type Root struct {
	Attributes map[string]string
	Nesting    Match // of the selectors around a nested rule
}

// Match matches a list of selectors. An invalid selector makes the list invalid, unless it is a forgiving one.
func (m Root) Match(selectors []csstoken.Token, forgiving bool) Match {
	result := Match{Matches: kleene.False}
	for _, selector := range csstoken.SplitList(selectors) {
		one, valid := m.selector(csstoken.Trim(selector))
		if !valid && !forgiving {
			return Match{Matches: kleene.False}
		}
		if !valid {
			continue
		}
		result.Most = max(result.Most, one.Specificity)
		switch {
		case one.Matches == kleene.True && result.Matches != kleene.True:
			result.Matches, result.Specificity = kleene.True, one.Specificity
		case one.Matches == result.Matches:
			result.Specificity = max(result.Specificity, one.Specificity)
		default:
			result.Matches = result.Matches.Or(one.Matches)
		}
	}
	return result
}

// selector matches one selector.
func (m Root) selector(tokens []csstoken.Token) (result Match, valid bool) {
	result.Matches = kleene.True
	for rest := tokens; len(rest) > 0; {
		part, used := m.part(rest)
		if used == 0 {
			return Match{}, false
		}
		result.Matches = result.Matches.And(part.Matches)
		result.Specificity += part.Specificity
		rest = rest[used:]
	}
	return result, len(tokens) > 0
}

// part matches the simple selector or combinator that the tokens begin with, and gives the number of its tokens; 0: it is
// invalid.
func (m Root) part(tokens []csstoken.Token) (result Match, used int) {
	class := func(matches kleene.Truth) Match { return Match{Matches: matches, Specificity: classSpecificity} }
	first, second := tokens[0], csstoken.Token{}
	if len(tokens) > 1 {
		second = tokens[1]
	}
	switch {
	case first.Kind == css.WhitespaceToken, first.Text == ">", first.Text == "+", first.Text == "~":
		return Match{Matches: kleene.False}, 1
	case first.Kind == css.IdentToken:
		return Match{Matches: kleene.Of(strings.EqualFold(first.Text, "html")), Specificity: elementSpecificity}, 1
	case first.Text == "*":
		return Match{Matches: kleene.True}, 1
	case first.Text == "&":
		return Match{Matches: m.Nesting.Matches, Specificity: m.Nesting.Most}, 1
	case first.Text == "|":
		return Match{}, 1 // namespaces are unknown
	case first.Kind == css.HashToken:
		return Match{Matches: kleene.Of(first.Text == "#"+m.Attributes["id"]), Specificity: idSpecificity}, 1
	case first.Text == "." && second.Kind == css.IdentToken:
		return class(kleene.Of(slices.Contains(strings.Fields(m.Attributes["class"]), second.Text))), 2
	case first.Kind == css.LeftBracketToken:
		end := slices.IndexFunc(tokens, func(t csstoken.Token) bool { return t.Kind == css.RightBracketToken })
		return class(m.attribute(tokens[1:max(1, end)])), end + 1
	case first.Kind == css.ColonToken && second.Kind == css.ColonToken && len(tokens) > 2:
		return Match{Matches: kleene.False}, 3 // a pseudo-element
	case first.Kind == css.ColonToken && second.Kind == css.IdentToken:
		matches, known := pseudoClass(strings.ToLower(second.Text))
		if !known {
			return Match{}, 0
		}
		return class(matches), 2
	case first.Kind == css.ColonToken && second.Kind == css.FunctionToken:
		end := csstoken.Closing(tokens, 1)
		return m.function(strings.ToLower(second.Text), tokens[2:end]), min(end+1, len(tokens))
	}
	return Match{}, 0
}

// pseudoClass reports whether a pseudo-class without arguments matches the root element.
func pseudoClass(name string) (matches kleene.Truth, known bool) {
	switch name {
	case "root", "scope", "defined", "read-only", "first-child", "last-child", "only-child", "first-of-type", "last-of-type", "only-of-type":
		return kleene.True, true
	}
	return kleene.False, IsPseudo(name)
}

// function matches a pseudo-class with arguments.
func (m Root) function(name string, arguments []csstoken.Token) Match {
	switch name {
	case "is(", "where(", "not(":
		list := m.Match(arguments, name != "not(")
		list.Specificity = list.Most
		if name == "where(" {
			list.Specificity = 0
		}
		if name == "not(" {
			list.Matches = list.Matches.Not()
		}
		return list
	case "has(":
		return Match{Specificity: m.Match(arguments, true).Most}
	case "lang(":
		lang, wanted := strings.ToLower(m.Attributes["lang"]), strings.ToLower(csstoken.Text(arguments))
		return Match{Matches: kleene.Of(lang == wanted || strings.HasPrefix(lang, wanted+"-")), Specificity: classSpecificity}
	case "dir(":
		rtl := strings.EqualFold(m.Attributes["dir"], "rtl")
		return Match{Matches: kleene.Of(rtl == strings.EqualFold(csstoken.Text(arguments), "rtl")), Specificity: classSpecificity}
	}
	return Match{Specificity: classSpecificity}
}

// attribute matches what stands in brackets.
func (m Root) attribute(tokens []csstoken.Token) kleene.Truth {
	tokens = slices.DeleteFunc(slices.Clone(tokens), func(t csstoken.Token) bool { return t.Kind == css.WhitespaceToken })
	if len(tokens) == 0 {
		return kleene.Unknown
	}
	value, has := m.Attributes[strings.ToLower(tokens[0].Text)]
	if len(tokens) == 1 || !has {
		return kleene.Of(has)
	}
	if len(tokens) < 3 {
		return kleene.Unknown
	}
	wanted := unquoted(tokens[2])
	if len(tokens) > 3 && strings.EqualFold(tokens[3].Text, "i") {
		value, wanted = strings.ToLower(value), strings.ToLower(wanted)
	}
	switch tokens[1].Text {
	case "=":
		return kleene.Of(value == wanted)
	case "~=":
		return kleene.Of(slices.Contains(strings.Fields(value), wanted))
	case "|=":
		return kleene.Of(value == wanted || strings.HasPrefix(value, wanted+"-"))
	case "^=":
		return kleene.Of(wanted != "" && strings.HasPrefix(value, wanted))
	case "$=":
		return kleene.Of(wanted != "" && strings.HasSuffix(value, wanted))
	case "*=":
		return kleene.Of(wanted != "" && strings.Contains(value, wanted))
	}
	return kleene.Unknown
}

// unquoted returns what a string or a name stands for.
func unquoted(t csstoken.Token) string { return cssescape.String(t.Text) }
