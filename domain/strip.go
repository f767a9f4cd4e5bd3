package domain

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// bodyElement is the element in place of a copy's body.
const bodyElement = "platen-body"

// MaxStrip bounds the text of a strip: what is more, an engine would not lay out in any time that a client
// waits.
const MaxStrip = 64 * MiB

// framework are the styles of the elements that a strip is made of. The selectors are as specific and the
// declarations as important as no header's are, so that its styles reach its copies and not what holds them.
// The root and the body pass on what is inherited, and are no boxes of their own. The property "all" would say
// it in a word, but takes the page breaks away in wkhtmltopdf.
//
// A transform makes a copy's box the one that its fixed elements are fixed to, on both engines.
const framework = `html` + above + `,body` + above + `,` + boxes + `{
display:block!important;position:static!important;float:none!important;width:auto!important;min-width:0!important;
max-width:none!important;height:auto!important;min-height:0!important;max-height:none!important;margin:0!important;
padding:0!important;border:0!important;overflow:visible!important;transform:none!important;columns:auto!important}
` + boxes + `{position:relative!important;overflow:hidden!important;background:none!important;
box-shadow:none!important;outline:0!important;opacity:1!important;filter:none!important}
platen-sheet` + above + `{page-break-inside:avoid!important;page-break-after:always!important}
platen-sheet:last-child` + above + `{page-break-after:auto!important}
platen-copy` + above + `{-webkit-transform:translate(0)!important;transform:translate(0)!important;
contain:layout paint style!important}
` + mark + above + `{height:1px!important;font-size:1px!important;line-height:1px!important}
` + mark + above + `::before,` + mark + above + `::after{display:none!important}
`

// boxes selects the elements that hold copies, and those at their ends.
const boxes = `platen-sheet` + above + `,platen-copy` + above + `,` + mark + above

// above raises a selector's specificity.
const above = `:not(#_):not(#_)`

// mark selects the links to EndMark.
const mark = `a[href="` + EndMark + `"]`

// Strip makes the sheet of copies for the pages first to last of a document of total pages: one page of paper
// for each, without margins, the copy at its top and EndMark after it. A copy taller than the paper is cut,
// and has no EndMark on its page. The error is an InvalidRequest: so many copies are too much.
func (r *HeaderFooter) Strip(paper Size, first, last, total int) (PrintJob, error) {
	size := 0
	for _, p := range r.copy {
		size += len(p.text) + 8
	}
	if count := last - first + 1; count > 0 && size > int(MaxStrip)/count {
		return PrintJob{}, Invalidf("%s, of %d KiB, is too large to stand on %d pages", r.field, size>>10, count)
	}
	var b strings.Builder
	b.Grow((size+128)*max(0, last-first+1) + len(r.head) + len(r.images) + 4096)
	b.WriteString("<!DOCTYPE html><html" + r.root + "><head><meta charset=utf-8>")
	b.WriteString("<style>" + bodyElement + "{display:block}</style>")
	r.writeFramework(&b, paper)
	b.WriteString(r.head)
	b.WriteString("</head><body>")
	for page := first; page <= last; page++ {
		b.WriteString("<platen-sheet><platen-copy>")
		r.writeCopy(&b, page, total)
		b.WriteString(`</platen-copy><a href="` + EndMark + `">&nbsp;</a></platen-sheet>`)
	}
	b.WriteString("</body></html>")

	return PrintJob{HTML: neutralizeRefresh(b.String()), Paper: paper}, nil
}

// writeFramework writes the style block of the framework, for paper of that size. It stands before the styles
// of the header: see [Assembly.PrintJob] for what that does to page rules. A box of exactly the paper's
// height could spill onto another page where engines round.
func (r *HeaderFooter) writeFramework(b *strings.Builder, paper Size) {
	b.WriteString("<style>" + framework + r.images)
	fmt.Fprintf(b, "platen-sheet%s{max-height:%.3fpt!important}\n", above, paper.Height-2*Point)
	if r.counters != "" {
		b.WriteString("platen-copy" + above + "{counter-reset:")
		writeContained(b, r.counters)
		b.WriteString("!important}\n")
	}
	fmt.Fprintf(b, "@page{size:%.3fpt %.3fpt!important;margin:0!important}</style>", paper.Width, paper.Height)
}

// attributes writes an element's attributes as HTML.
func attributes(n *html.Node) string {
	var b strings.Builder
	for _, a := range n.Attr {
		if a.Namespace == "" && !strings.ContainsAny(a.Key, blanks+"\"'<>/=\x00") {
			b.WriteString(" " + a.Key + `="` + html.EscapeString(a.Val) + `"`)
		}
	}
	return b.String()
}

func joinNames(names map[string]bool) string {
	return strings.Join(slices.Sorted(maps.Keys(names)), " ")
}
