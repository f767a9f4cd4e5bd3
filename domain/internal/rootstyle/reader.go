package rootstyle

import (
	"iter"
	"strings"

	"github.com/tdewolff/parse/v2/css"

	"platen/domain/csstoken"
	"platen/domain/internal/csscascade"
	"platen/domain/internal/csscondition"
	"platen/domain/internal/cssselector"
	"platen/domain/internal/kleene"
)

// reader reads a style sheet, or a style attribute, for declarations of the root element.
type reader struct {
	media      csscondition.Media
	attributes map[string]string
	sheet      csscascade.LayerID // of the sheet
	inline     bool
	blocks     []block // that are open
	ignored    int     // those that are open in them, and do not matter
	item       []csstoken.Token
	found      *cascade
}

// maxNesting bounds the depth of rules in rules.
const maxNesting = 100

// block is an open block. Of rules that are nested in one with declarations, some have declarations of the root, too.
type block struct {
	content csstoken.Content
	layer   csscascade.LayerID
	match   cssselector.Match
	initial csstoken.Token // the name of the @property rule that it is of
}

func (r *reader) read(tokens iter.Seq[csstoken.Token]) {
	for t := range tokens {
		switch t.Kind {
		case css.CommentToken:
		case css.LeftBraceToken:
			r.open()
		case css.RightBraceToken:
			r.close(t)
		case css.SemicolonToken:
			r.endItem()
		default:
			r.add(t)
		}
	}
	r.endItem()
}

func (r *reader) add(t csstoken.Token) {
	if len(r.item) < csstoken.MaxItem && r.ignored == 0 {
		r.item = append(r.item, t.Canonical())
	}
}

// open opens a block.
func (r *reader) open() {
	if r.ignored == 0 {
		if block := r.block(); block.content != csstoken.OfNothing {
			r.blocks = append(r.blocks, block)
			r.item = r.item[:0]
			return
		}
	}
	r.ignored++
	r.item = r.item[:0]
}

// close closes the innermost block. In a style attribute there is no block to close at first.
func (r *reader) close(brace csstoken.Token) {
	switch n := len(r.blocks); {
	case r.ignored > 0:
		r.ignored--
	case r.inline && n == 1:
		r.add(brace)
	default:
		r.endItem()
		r.blocks = r.blocks[:max(0, n-1)]
	}
}

// top is the innermost open block; the style sheet itself is one.
func (r *reader) top() block {
	if n := len(r.blocks); n > 0 {
		return r.blocks[n-1]
	}
	return block{content: csstoken.OfRules, layer: r.sheet, match: cssselector.Match{Matches: kleene.True}}
}

// block tells what the block holds that the item opens.
func (r *reader) block() block {
	item, around := csstoken.Trim(r.item), r.top()
	nothing := block{content: csstoken.OfNothing}
	switch {
	case len(r.blocks) == maxNesting, around.content == csstoken.OfTokens, len(item) == 0, len(item) == csstoken.MaxItem, item[0].Kind == css.CustomPropertyNameToken:
		return nothing
	case item[0].Kind != css.AtKeywordToken:
		around.match = cssselector.Root{Attributes: r.attributes, Nesting: around.match}.Match(item, false)
		if around.content = csstoken.OfDeclarations; around.match.Matches == kleene.False {
			return nothing
		}
		return around
	}
	prelude := csstoken.Trim(item[1:])
	switch strings.ToLower(item[0].Text) {
	case "@media":
		if r.media.Applies(prelude) {
			return around
		}
	case "@supports":
		if csscondition.Supports(prelude) {
			return around
		}
	case "@layer":
		if path, ok := csscascade.LayerOfBlock(prelude); ok {
			around.layer = r.found.layers.In(around.layer, path)
			return around
		}
	case "@property":
		if len(prelude) == 1 {
			return block{content: csstoken.OfTokens, initial: prelude[0]}
		}
	}
	return nothing
}

// endItem ends a declaration or a statement.
func (r *reader) endItem() {
	item, around := csstoken.Trim(r.item), r.top()
	r.item = r.item[:0]
	if len(item) == 0 || len(item) == csstoken.MaxItem {
		return
	}
	switch around.content {
	case csstoken.OfRules:
		r.found.layers.Note(around.layer, item)
	case csstoken.OfDeclarations:
		if !inherited(item[0]) || around.match.Matches == kleene.Unknown && item[0].Kind != css.CustomPropertyNameToken {
			return
		}
		if around.match.Matches == kleene.Unknown {
			r.found.uncertain[item[0].Text] = len(r.found.uncertain) < maxVariables || r.found.uncertain[item[0].Text]
			return
		}
		value, important := csstoken.SplitImportant(csstoken.Trim(valueOf(item)))
		r.found.add(item[0], rankedValue{value: value, important: important, inline: r.inline, layer: around.layer, specificity: around.match.Specificity})
	case csstoken.OfTokens:
		if strings.EqualFold(item[0].Text, "initial-value") {
			r.found.add(around.initial, rankedValue{value: csstoken.Trim(valueOf(item)), initial: true})
		}
	}
}
