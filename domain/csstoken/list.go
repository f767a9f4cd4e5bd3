package csstoken

import (
	"context"
	"iter"
	"slices"
	"strings"

	"github.com/tdewolff/parse/v2/css"
)

// MaxItem bounds the tokens of a value, a prelude or a statement that are read. Those that are about pages have a dozen.
const MaxItem = 500

// Read reads CSS, without comments. It returns the first MaxItem tokens.
func Read(text string) (tokens []Token) {
	for t := range All(context.Background(), text) {
		if len(tokens) == MaxItem {
			break
		}
		if t.Kind != css.CommentToken {
			tokens = append(tokens, t.Canonical())
		}
	}
	return tokens
}

// Items divides CSS into items: selectors and the preludes of at-rules, which end with "{", and declarations and statements, which end with
// "}", ";" or the text. What is in brackets ends nothing. An item, which holds until the next one, has its comments and white space, but
// not its end, and of its tokens the first most.
func Items(ctx context.Context, text string, most int) iter.Seq2[[]Token, Token] {
	return func(yield func(item []Token, end Token) bool) {
		var item []Token
		depth := 0
		for t := range All(ctx, text) {
			depth = max(0, depth+t.nesting())
			switch isEnd := t.Kind == css.LeftBraceToken || t.Kind == css.RightBraceToken || t.Kind == css.SemicolonToken; {
			case isEnd && depth == 0:
				if !yield(item, t) {
					return
				}
				item = item[:0]
			case len(item) < most:
				item = append(item, t.Canonical())
			}
		}
		yield(item, Token{})
	}
}

// nesting is 1 for a token that opens brackets, and -1 for one that closes them.
func (t Token) nesting() int {
	switch t.Kind {
	case css.LeftParenthesisToken, css.FunctionToken, css.LeftBracketToken:
		return 1
	case css.RightParenthesisToken, css.RightBracketToken:
		return -1
	}
	return 0
}

// SplitList divides tokens at the commas that are in no brackets.
func SplitList(tokens []Token) [][]Token { return split(tokens, css.CommaToken) }

// Components divides a value at the white space that is in no brackets.
func Components(tokens []Token) [][]Token {
	return slices.DeleteFunc(split(tokens, css.WhitespaceToken), func(c []Token) bool { return len(c) == 0 })
}

// split divides tokens at those of a kind that are in no brackets.
func split(tokens []Token, at css.TokenType) (parts [][]Token) {
	depth, start := 0, 0
	for i, t := range tokens {
		if depth += t.nesting(); depth == 0 && t.Kind == at {
			parts = append(parts, tokens[start:i])
			start = i + 1
		}
	}
	return append(parts, tokens[start:])
}

// Closing returns the index of the parenthesis that closes the function at an index, or the end.
func Closing(value []Token, open int) int {
	depth := 0
	for i := open; i < len(value); i++ {
		if depth += value[i].nesting(); depth == 0 {
			return i
		}
	}
	return len(value)
}

// Parenthesised divides tokens that begin with a function or a parenthesis into those inside, and those after the closing
// parenthesis.
func Parenthesised(tokens []Token) (inside, rest []Token) {
	end := Closing(tokens, 0)
	return tokens[1:end], tokens[min(end+1, len(tokens)):]
}

// Join returns the text of tokens.
func Join(tokens []Token) string {
	var b strings.Builder
	for _, t := range tokens {
		b.WriteString(t.Text)
	}
	return b.String()
}

// Text returns the text of tokens, without blanks around it.
func Text(tokens []Token) string { return strings.TrimSpace(Join(tokens)) }

// Trim removes white space around tokens.
func Trim(tokens []Token) []Token {
	for len(tokens) > 0 && tokens[0].Kind == css.WhitespaceToken {
		tokens = tokens[1:]
	}
	for len(tokens) > 0 && tokens[len(tokens)-1].Kind == css.WhitespaceToken {
		tokens = tokens[:len(tokens)-1]
	}
	return tokens
}

// WithoutComments removes comments from tokens, and white space around them.
func WithoutComments(tokens []Token) []Token {
	return Trim(slices.DeleteFunc(tokens, func(t Token) bool { return t.Kind == css.CommentToken }))
}

// SplitDeclaration divides "name: value"; the name is in lower case, "" if there is none.
func SplitDeclaration(item []Token) (name string, value []Token) {
	if len(item) == 0 || item[0].Kind != css.IdentToken && item[0].Kind != css.CustomPropertyNameToken {
		return "", nil
	}
	rest := Trim(item[1:])
	if len(rest) == 0 || rest[0].Kind != css.ColonToken {
		return "", nil
	}
	return strings.ToLower(item[0].Text), rest[1:]
}

// SplitImportant removes "!important" from the end of a value.
func SplitImportant(value []Token) (rest []Token, important bool) {
	if n := len(value); n > 0 && strings.EqualFold(value[n-1].Text, "important") {
		rest = Trim(value[:n-1])
		if n := len(rest); n > 0 && rest[n-1].Text == "!" {
			return Trim(rest[:n-1]), true
		}
	}
	return value, false
}

// SideValue returns which of one to four values of a shorthand is that of a side: the top, the right, the bottom and the left.
func SideValue(values, side int) int {
	switch {
	case side < values:
		return side
	case side == 3 && values > 1: // the left is like the right
		return 1
	}
	return 0
}
