package pagecss

import (
	"slices"
	"strings"

	"github.com/tdewolff/parse/v2/css"
)

// match is how a list of selectors matches the root element.
type match struct {
	matches truth
	// specificity is that of the most specific selector of the list that matches (Selectors 4, section 16).
	specificity int
	most        int // the largest specificity of all of its selectors
}

// The specificity of an id, a class and an element.
const (
	idSpecificity      = 1 << 20
	classSpecificity   = 1 << 10
	elementSpecificity = 1
)

// rootMatcher matches selectors with the root element, which has no parent and no siblings. What depends on the content of
// the document is unknown.
type rootMatcher struct {
	attributes map[string]string
	nesting    match // of the selectors around a nested rule
}

// list matches a list of selectors. An invalid selector makes the list invalid, unless it is a forgiving one.
func (m rootMatcher) list(selectors []token, forgiving bool) match {
	result := match{matches: isFalse}
	for _, selector := range splitList(selectors) {
		one, valid := m.selector(trimBlanks(selector))
		if !valid && !forgiving {
			return match{matches: isFalse}
		}
		if !valid {
			continue
		}
		result.most = max(result.most, one.specificity)
		switch {
		case one.matches == isTrue && result.matches != isTrue:
			result.matches, result.specificity = isTrue, one.specificity
		case one.matches == result.matches:
			result.specificity = max(result.specificity, one.specificity)
		default:
			result.matches = result.matches.or(one.matches)
		}
	}
	return result
}

// selector matches one selector.
func (m rootMatcher) selector(tokens []token) (result match, valid bool) {
	result.matches = isTrue
	for rest := tokens; len(rest) > 0; {
		part, used := m.part(rest)
		if used == 0 {
			return match{}, false
		}
		result.matches = result.matches.and(part.matches)
		result.specificity += part.specificity
		rest = rest[used:]
	}
	return result, len(tokens) > 0
}

// part matches the simple selector or combinator that the tokens begin with, and gives the number of its tokens; 0: it is
// invalid.
func (m rootMatcher) part(tokens []token) (result match, used int) {
	class := func(matches truth) match { return match{matches: matches, specificity: classSpecificity} }
	first, second := tokens[0], token{}
	if len(tokens) > 1 {
		second = tokens[1]
	}
	switch {
	case first.Kind == css.WhitespaceToken, first.Text == ">", first.Text == "+", first.Text == "~":
		return match{matches: isFalse}, 1
	case first.Kind == css.IdentToken:
		return match{matches: truthOf(strings.EqualFold(first.Text, "html")), specificity: elementSpecificity}, 1
	case first.Text == "*":
		return match{matches: isTrue}, 1
	case first.Text == "&":
		return match{matches: m.nesting.matches, specificity: m.nesting.most}, 1
	case first.Text == "|":
		return match{}, 1 // namespaces are unknown
	case first.Kind == css.HashToken:
		return match{matches: truthOf(first.Text == "#"+m.attributes["id"]), specificity: idSpecificity}, 1
	case first.Text == "." && second.Kind == css.IdentToken:
		return class(truthOf(slices.Contains(strings.Fields(m.attributes["class"]), second.Text))), 2
	case first.Kind == css.LeftBracketToken:
		end := slices.IndexFunc(tokens, func(t token) bool { return t.Kind == css.RightBracketToken })
		return class(m.attribute(tokens[1:max(1, end)])), end + 1
	case first.Kind == css.ColonToken && second.Kind == css.ColonToken && len(tokens) > 2:
		return match{matches: isFalse}, 3 // a pseudo-element
	case first.Kind == css.ColonToken && second.Kind == css.IdentToken:
		matches, known := pseudoClass(strings.ToLower(second.Text))
		if !known {
			return match{}, 0
		}
		return class(matches), 2
	case first.Kind == css.ColonToken && second.Kind == css.FunctionToken:
		end := closing(tokens, 1)
		return m.function(strings.ToLower(second.Text), tokens[2:end]), min(end+1, len(tokens))
	}
	return match{}, 0
}

// pseudoClass tells whether a pseudo-class without arguments matches the root element.
func pseudoClass(name string) (matches truth, known bool) {
	switch name {
	case "root", "scope", "defined", "read-only", "first-child", "last-child", "only-child", "first-of-type", "last-of-type", "only-of-type":
		return isTrue, true
	}
	return isFalse, pseudos[name] || strings.HasPrefix(name, "-webkit-")
}

// function matches a pseudo-class with arguments.
func (m rootMatcher) function(name string, arguments []token) match {
	switch name {
	case "is(", "where(", "not(":
		list := m.list(arguments, name != "not(")
		list.specificity = list.most
		if name == "where(" {
			list.specificity = 0
		}
		if name == "not(" {
			list.matches = list.matches.not()
		}
		return list
	case "has(":
		return match{specificity: m.list(arguments, true).most}
	case "lang(":
		lang, wanted := strings.ToLower(m.attributes["lang"]), strings.ToLower(textOf(arguments))
		return match{matches: truthOf(lang == wanted || strings.HasPrefix(lang, wanted+"-")), specificity: classSpecificity}
	case "dir(":
		rtl := strings.EqualFold(m.attributes["dir"], "rtl")
		return match{matches: truthOf(rtl == strings.EqualFold(textOf(arguments), "rtl")), specificity: classSpecificity}
	}
	return match{specificity: classSpecificity}
}

// attribute matches what stands in brackets.
func (m rootMatcher) attribute(tokens []token) truth {
	tokens = slices.DeleteFunc(slices.Clone(tokens), func(t token) bool { return t.Kind == css.WhitespaceToken })
	if len(tokens) == 0 {
		return unknown
	}
	value, has := m.attributes[strings.ToLower(tokens[0].Text)]
	if len(tokens) == 1 || !has {
		return truthOf(has)
	}
	if len(tokens) < 3 {
		return unknown
	}
	wanted := unquoted(tokens[2])
	if len(tokens) > 3 && strings.EqualFold(tokens[3].Text, "i") {
		value, wanted = strings.ToLower(value), strings.ToLower(wanted)
	}
	switch tokens[1].Text {
	case "=":
		return truthOf(value == wanted)
	case "~=":
		return truthOf(slices.Contains(strings.Fields(value), wanted))
	case "|=":
		return truthOf(value == wanted || strings.HasPrefix(value, wanted+"-"))
	case "^=":
		return truthOf(wanted != "" && strings.HasPrefix(value, wanted))
	case "$=":
		return truthOf(wanted != "" && strings.HasSuffix(value, wanted))
	case "*=":
		return truthOf(wanted != "" && strings.Contains(value, wanted))
	}
	return unknown
}
