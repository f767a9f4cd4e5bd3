package csstoken

import (
	"context"
	"strings"

	"github.com/tdewolff/parse/v2/css"
)

// MaxItem bounds the tokens of a value, or of a statement, that are read.
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

// SplitList divides tokens at the commas that are in no brackets.
func SplitList(tokens []Token) (parts [][]Token) {
	depth, start := 0, 0
	for i, t := range tokens {
		switch t.Kind {
		case css.LeftParenthesisToken, css.FunctionToken, css.LeftBracketToken:
			depth++
		case css.RightParenthesisToken, css.RightBracketToken:
			depth--
		case css.CommaToken:
			if depth == 0 {
				parts = append(parts, tokens[start:i])
				start = i + 1
			}
		}
	}
	return append(parts, tokens[start:])
}

// Closing returns the index of the parenthesis that closes the function at an index, or the end.
func Closing(value []Token, open int) int {
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

// Parenthesised divides tokens that begin with a function or a parenthesis into those inside, and those after the closing
// parenthesis.
func Parenthesised(tokens []Token) (inside, rest []Token) {
	end := Closing(tokens, 0)
	return tokens[1:end], tokens[min(end+1, len(tokens)):]
}

// Text returns the text of tokens, without blanks around it.
func Text(tokens []Token) string {
	var b strings.Builder
	for _, t := range tokens {
		b.WriteString(t.Text)
	}
	return strings.TrimSpace(b.String())
}

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

// SplitDeclaration divides "name: value"; the name is in lower case, "" if there is none.
func SplitDeclaration(item []Token) (name string, value []Token) {
	if len(item) == 0 || item[0].Kind != css.IdentToken && item[0].Kind != css.CustomPropertyNameToken {
		return "", nil
	}
	rest := item[1:]
	for len(rest) > 0 && rest[0].Kind == css.WhitespaceToken {
		rest = rest[1:]
	}
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
