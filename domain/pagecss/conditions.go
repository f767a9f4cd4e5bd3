package pagecss

import (
	"context"
	"strings"

	"github.com/tdewolff/parse/v2/css"

	"platen/domain/csstoken"
)

// truth is a value of the logic of conditional rules, in which a condition may be unknown (Media Queries 4, section
// 3.1). A rule applies only if its condition is true.
type truth int8

const (
	unknown truth = iota
	isFalse
	isTrue
)

func truthOf(holds bool) truth {
	if holds {
		return isTrue
	}
	return isFalse
}

func (t truth) not() truth {
	switch t {
	case isTrue:
		return isFalse
	case isFalse:
		return isTrue
	}
	return unknown
}

func (t truth) and(other truth) truth {
	switch {
	case t == isFalse || other == isFalse:
		return isFalse
	case t == isTrue && other == isTrue:
		return isTrue
	}
	return unknown
}

func (t truth) or(other truth) truth { return t.not().and(other.not()).not() }

// conditionReader evaluates the condition of a conditional rule by recursive descent. It is at most maxItem tokens long,
// which bounds its depth.
type conditionReader struct {
	tokens []token
	// feature evaluates what stands in parentheses, if it is no condition, and a function with its arguments.
	feature  func(tokens []token) truth
	function func(name string, arguments []token) truth
}

// tokensOf reads CSS, without comments. It gives the first maxItem tokens.
func tokensOf(text string) (tokens []token) {
	for t := range csstoken.All(context.Background(), text) {
		if len(tokens) == maxItem {
			break
		}
		if t.Kind != css.CommentToken {
			tokens = append(tokens, t.Canonical())
		}
	}
	return tokens
}

// word tells whether the next token is a word, and takes it.
func (r *conditionReader) word(word string) bool {
	r.tokens = trimBlanks(r.tokens)
	if len(r.tokens) == 0 || r.tokens[0].Kind != css.IdentToken || !strings.EqualFold(r.tokens[0].Text, word) {
		return false
	}
	r.tokens = trimBlanks(r.tokens[1:])
	return true
}

// condition reads a negation, or terms joined by "and" or by "or".
func (r *conditionReader) condition() truth {
	if r.word("not") {
		return r.term().not()
	}
	result := r.term()
	for {
		switch {
		case r.word("and"):
			result = result.and(r.term())
		case r.word("or"):
			result = result.or(r.term())
		default:
			return result
		}
	}
}

// term reads a function, a condition in parentheses, or a feature in parentheses.
func (r *conditionReader) term() truth {
	r.tokens = trimBlanks(r.tokens)
	if len(r.tokens) == 0 {
		return unknown
	}
	first := r.tokens[0]
	if first.Kind != css.LeftParenthesisToken && first.Kind != css.FunctionToken {
		r.tokens = nil // not a condition: all of it is unknown
		return unknown
	}
	inside := trimBlanks(r.parenthesised())
	if first.Kind == css.FunctionToken {
		return r.function(strings.ToLower(strings.TrimSuffix(first.Text, "(")), inside)
	}
	if isCondition(inside) {
		nested := conditionReader{inside, r.feature, r.function}
		result := nested.condition()
		if len(trimBlanks(nested.tokens)) > 0 {
			return unknown
		}
		return result
	}
	return r.feature(inside)
}

// parenthesised takes the tokens up to the closing parenthesis, and gives those inside.
func (r *conditionReader) parenthesised() []token {
	depth := 0
	for i, t := range r.tokens {
		switch t.Kind {
		case css.LeftParenthesisToken, css.FunctionToken:
			depth++
		case css.RightParenthesisToken:
			if depth--; depth == 0 {
				inside := r.tokens[1:i]
				r.tokens = r.tokens[i+1:]
				return inside
			}
		}
	}
	inside := r.tokens[1:]
	r.tokens = nil
	return inside
}

// isCondition tells whether what stands in parentheses is a condition rather than a feature.
func isCondition(tokens []token) bool {
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
