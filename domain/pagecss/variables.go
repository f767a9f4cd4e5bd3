package pagecss

import (
	"context"
	"iter"
	"strings"

	"github.com/tdewolff/parse/v2/css"

	"platen/domain/csstoken"
)

// variables are the custom properties of the root element, which page rules refer to by var(). Those that page rules declare
// themselves have no effect in browsers.
type variables struct {
	declared map[string][]token
	// elsewhere are those that are declared for other selectors, which may select the root element, too.
	elsewhere map[string]bool
	// substituted holds the values of those that were referred to, without references; nil: it has none here.
	substituted map[string][]token
}

// maxVariables bounds how many are kept. A document has some dozens; a hostile one has hundreds of thousands.
const maxVariables = 2000

// known tells whether the style sheets were read.
func (v variables) known() bool { return v.declared != nil }

// variablesOf reads the custom properties that style sheets declare for the root element. Of several declarations the last
// one counts, an important one before others. The specificity of selectors is not compared. When ctx ends, it stops early.
func variablesOf(ctx context.Context, sheets []Stylesheet, m media) variables {
	all := variables{declared: map[string][]token{}, elsewhere: map[string]bool{}, substituted: map[string][]token{}}
	important := map[string]bool{}
	for _, sheet := range sheets {
		if strings.Contains(sheet.Text, "--") && sheet.applies(m) {
			r := variableReader{media: m, found: all, important: important}
			r.read(csstoken.All(ctx, sheet.Text))
		}
	}
	return all
}

// variableReader reads a style sheet for declarations of custom properties.
type variableReader struct {
	media     media
	blocks    []content // that are open
	item      []token
	found     variables
	important map[string]bool
}

func (r *variableReader) read(tokens iter.Seq[token]) {
	for t := range tokens {
		switch t.Kind {
		case css.CommentToken:
		case css.LeftBraceToken:
			r.blocks = append(r.blocks, r.block())
			r.item = r.item[:0]
		case css.RightBraceToken:
			r.declaration()
			if n := len(r.blocks); n > 0 {
				r.blocks = r.blocks[:n-1]
			}
		case css.SemicolonToken:
			r.declaration()
		default:
			if len(r.item) < maxItem {
				r.item = append(r.item, t.Canonical())
			}
		}
	}
	r.declaration()
}

func (r *variableReader) inside() content {
	if n := len(r.blocks); n > 0 {
		return r.blocks[n-1]
	}
	return ofRules
}

// block tells what the block holds that the item opens.
func (r *variableReader) block() content {
	item := trimBlanks(r.item)
	if r.inside() == ofTokens {
		return ofTokens // of a box in the margin
	}
	if r.inside() != ofRules || len(item) == 0 || len(item) == maxItem {
		return ofNothing
	}
	if item[0].Kind != css.AtKeywordToken {
		return contentOf(item)
	}
	prelude := trimBlanks(item[1:])
	switch strings.ToLower(item[0].Text) {
	case "@media":
		if r.media.applies(prelude) {
			return ofRules
		}
	case "@supports":
		if supports(prelude) {
			return ofRules
		}
	case "@layer":
		return ofRules
	case "@page":
		return ofTokens
	}
	return ofNothing
}

// contentOf tells whether a list of selectors has one that selects the root element, whatever document it is of.
func contentOf(selectors []token) content {
	var list strings.Builder
	for _, t := range selectors {
		list.WriteString(strings.ToLower(t.Text))
	}
	for selector := range strings.SplitSeq(list.String(), ",") {
		switch strings.TrimSpace(selector) {
		case ":root", "html", "html:root", "*":
			return ofDeclarations
		}
	}
	return ofNothing
}

// declaration ends a declaration.
func (r *variableReader) declaration() {
	item, inside := trimBlanks(r.item), r.inside()
	r.item = r.item[:0]
	if inside == ofRules || inside == ofTokens || len(item) == 0 || item[0].Kind != css.CustomPropertyNameToken {
		return
	}
	name := item[0].Text
	if inside == ofNothing || len(item) == maxItem {
		if len(r.found.elsewhere) < maxVariables {
			r.found.elsewhere[name] = true
		}
		return
	}
	value, important := splitImportant(trimBlanks(valueOf(item)))
	if _, known := r.found.declared[name]; (important || !r.important[name]) && (known || len(r.found.declared) < maxVariables) {
		r.found.declared[name], r.important[name] = append([]token(nil), value...), important
	}
}

// valueOf gives what follows the colon of a declaration.
func valueOf(item []token) []token {
	for i, t := range item {
		if t.Kind == css.ColonToken {
			return item[i+1:]
		}
	}
	return nil
}

// resolve replaces var() and env() in a value. If one of them has no value, a browser takes the whole declaration for
// "unset"; if only an engine may know it, the value stays.
func (v variables) resolve(value []token) []token {
	known, ok := v.substitute(value)
	switch {
	case ok:
		return known
	case v.mayBeKnown(value):
		return value
	}
	return []token{{Kind: css.IdentToken, Text: "unset"}}
}

// mayBeKnown tells whether the value refers to properties whose value only an engine may know.
func (v variables) mayBeKnown(value []token) bool {
	for _, t := range value {
		if t.Kind != css.CustomPropertyNameToken {
			continue
		}
		if _, known := v.declared[t.Text]; known || v.elsewhere[t.Text] || max(len(v.declared), len(v.elsewhere)) == maxVariables {
			return true
		}
	}
	return false
}

// substitute replaces var() and env() in a value. It is false if one of them has no value here.
func (v variables) substitute(value []token) (made []token, ok bool) {
	for i := 0; i < len(value); i++ {
		t := value[i]
		name := strings.ToLower(t.Text)
		if t.Kind != css.FunctionToken || name != "var(" && name != "env(" {
			made = append(made, t)
			continue
		}
		end := closing(value, i)
		replaced := v.referred(name, trimBlanks(value[i+1:end]))
		if len(replaced) == 0 || len(made)+len(replaced) > maxItem {
			return nil, false
		}
		made, i = append(made, replaced...), end
	}
	return made, true
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

// referred gives what the arguments of var() or env() stand for: the value of the name, or else the fallback; nil if
// neither is known here.
func (v variables) referred(function string, arguments []token) []token {
	if len(arguments) == 0 {
		return nil
	}
	if _, found := v.declared[arguments[0].Text]; found && function == "var(" {
		return v.value(arguments[0].Text)
	}
	if function == "env(" && strings.HasPrefix(strings.ToLower(arguments[0].Text), "safe-area-inset-") {
		return []token{{Kind: css.DimensionToken, Text: "0px"}}
	}
	for i, t := range arguments {
		if t.Kind == css.CommaToken {
			fallback, _ := v.substitute(trimBlanks(arguments[i+1:]))
			return trimBlanks(fallback)
		}
	}
	return nil
}

// value gives the value of a custom property without references. It is computed once: references that multiply cost
// nothing then, and a property that refers to itself has no value.
func (v variables) value(name string) []token {
	value, known := v.substituted[name]
	if !known {
		v.substituted[name] = nil
		value, _ = v.substitute(v.declared[name])
		value = trimBlanks(value)
		v.substituted[name] = value
	}
	return value
}
