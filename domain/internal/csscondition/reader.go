package csscondition

import (
	"strings"

	"github.com/tdewolff/parse/v2/css"

	"platen/domain/csstoken"
	"platen/domain/internal/kleene"
)

// conditionReader evaluates the condition of a conditional rule by recursive descent. It is at most maxItem tokens long,
// which bounds its depth.
type conditionReader struct {
	tokens []csstoken.Token
	// feature evaluates what stands in parentheses, if it is no condition, and a function with its arguments.
	feature  func(tokens []csstoken.Token) kleene.Truth
	function func(name string, arguments []csstoken.Token) kleene.Truth
}

// word reports whether the next token is a word, and takes it.
func (r *conditionReader) word(word string) bool {
	r.tokens = csstoken.Trim(r.tokens)
	if len(r.tokens) == 0 || r.tokens[0].Kind != css.IdentToken || !strings.EqualFold(r.tokens[0].Text, word) {
		return false
	}
	r.tokens = csstoken.Trim(r.tokens[1:])
	return true
}

// condition reads a negation, or terms joined by "and" or by "or".
func (r *conditionReader) condition() kleene.Truth {
	if r.word("not") {
		return r.term().Not()
	}
	result := r.term()
	for {
		switch {
		case r.word("and"):
			result = result.And(r.term())
		case r.word("or"):
			result = result.Or(r.term())
		default:
			return result
		}
	}
}

// term reads a function, a condition in parentheses, or a feature in parentheses.
func (r *conditionReader) term() kleene.Truth {
	r.tokens = csstoken.Trim(r.tokens)
	if len(r.tokens) == 0 {
		return kleene.Unknown
	}
	first := r.tokens[0]
	if first.Kind != css.LeftParenthesisToken && first.Kind != css.FunctionToken {
		r.tokens = nil // not a condition: all of it is unknown
		return kleene.Unknown
	}
	inside, rest := csstoken.Parenthesised(r.tokens)
	inside, r.tokens = csstoken.Trim(inside), rest
	if first.Kind == css.FunctionToken {
		return r.function(strings.ToLower(strings.TrimSuffix(first.Text, "(")), inside)
	}
	if isCondition(inside) {
		nested := conditionReader{inside, r.feature, r.function}
		result := nested.condition()
		if len(csstoken.Trim(nested.tokens)) > 0 {
			return kleene.Unknown
		}
		return result
	}
	return r.feature(inside)
}

// isCondition reports whether what stands in parentheses is a condition rather than a feature.
func isCondition(tokens []csstoken.Token) bool {
	if len(tokens) == 0 {
		return false
	}
	switch first := tokens[0]; first.Kind {
	case css.LeftParenthesisToken, css.FunctionToken:
		return true
	case css.IdentToken:
		return strings.EqualFold(first.Text, "not")
	}
	return false
}
