package comparereport

import (
	"bytes"
	"cmp"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"platen/domain/comparison"
)

// The summary is bounded, since servers bound comments: GitHub at 65,536 characters.
const (
	maxMarkdown       = 60_000
	maxRows           = 30
	maxReasons        = 3
	maxTextLength     = 1000
	markdownThumbnail = 110 // pixels
)

// Markdown makes a summary for a pull request: the headline, and a table of the documents that are not identical, the worst first.
// The pictures are those of the report, whose folder is at an address, which may be relative. Failed documents and engines are marked.
func Markdown(summary comparison.Summary, folder string, failed func(document, engine string) bool) []byte {
	var page, table bytes.Buffer
	fmt.Fprintf(&page, "### %s\n\n", markdownText(summary.Headline))
	folder = strings.TrimSuffix(folder, "/")
	rows, all := notIdentical(summary)
	for _, sentence := range changedParts(summary.Report) {
		fmt.Fprintf(&page, "%s\n\n", markdownText(sentence))
	}
	shown, failures := 0, 0
	for i, r := range rows {
		isFailed := failed(r.document, r.Engine)
		if isFailed {
			failures++
		}
		if line := r.markdown(folder, isFailed); shown == i && i < maxRows && page.Len()+table.Len()+len(line) < maxMarkdown {
			table.WriteString(line)
			shown++
		}
	}
	if failures > 0 {
		fmt.Fprintf(&page, "**Not good enough: %d of %d.**\n\n", failures, all)
	}
	if table.Len() > 0 {
		fmt.Fprintf(&page, "| Worst page | Document | Verdict | What differs |\n|---|---|---|---|\n%s\n", table.Bytes())
	}
	if left := len(rows) - shown; left > 0 {
		fmt.Fprintf(&page, "And %d more.\n", left)
	}
	fmt.Fprintf(&page, "%d of %d identical. <a href=\"%s\">The whole report</a>\n", all-len(rows), all,
		html.EscapeString(folder+"/"+indexFile))
	return page.Bytes()
}

// fingerprintPart is a part of a fingerprint, with its digest.
var fingerprintPart = regexp.MustCompile(`(\w+)="(\w+)"`)

// changedParts says for each engine which parts of the fingerprint differ from the reference's, if both are known.
func changedParts(report comparison.Report) (sentences []string) {
	for _, e := range report.Engines {
		for _, d := range report.Documents {
			reference := d.Renders[report.Reference].Fingerprint
			var changed, same []string
			for _, part := range fingerprintPart.FindAllStringSubmatch(d.Renders[e.Name].Fingerprint, -1) {
				switch {
				case strings.Contains(reference, part[0]):
					same = append(same, part[1])
				case strings.Contains(reference, part[1]+`="`):
					changed = append(changed, part[1])
				}
			}
			if len(changed) > 0 {
				sentences = append(sentences, fmt.Sprintf("%s against %s: the fingerprint differs in %s, not in %s.", e.Name, report.Reference,
					strings.Join(changed, ", "), cmp.Or(strings.Join(same, ", "), "anything else")))
				break
			}
		}
	}
	return sentences
}

// markdownRow is a comparison, with what the report has of it.
type markdownRow struct {
	comparison.Comparison
	document, reference string
}

// notIdentical returns what there is to look at, the worst first, and the number of all comparisons.
func notIdentical(summary comparison.Summary) (rows []markdownRow, all int) {
	for _, d := range summary.Report.Documents {
		for _, c := range d.Comparisons {
			if all++; c.Verdict != comparison.Identical {
				rows = append(rows, markdownRow{c, d.Name, summary.Report.Reference})
			}
		}
	}
	slices.SortStableFunc(rows, func(a, b markdownRow) int { return cmp.Compare(b.Score, a.Score) })
	return rows, all
}

func (r markdownRow) markdown(folder string, failed bool) string {
	var told []string
	for _, reason := range r.Reasons[:min(len(r.Reasons), maxReasons)] {
		told = append(told, markdownText(reason))
	}
	if n := len(r.Reasons) - maxReasons; n > 0 {
		told = append(told, fmt.Sprintf("and %d more", n))
	}
	mark := ""
	if failed {
		mark = "❌ "
	}
	return fmt.Sprintf("| %s | **%s**<br>%s | %s%s<br>%.1f | %s |\n", r.pictures(folder), markdownText(r.document), markdownText(r.Engine),
		mark, r.Verdict, r.Score, strings.Join(told, "<br>"))
}

// pictures shows the page that differs most, of both engines.
func (r markdownRow) pictures(folder string) string {
	if len(r.Rows) == 0 {
		return ""
	}
	worst := slices.MaxFunc(r.Rows, func(a, b comparison.Row) int { return cmp.Compare(a.Score, b.Score) })
	var shown []string
	add := func(engine string, number int) {
		if number > 0 {
			source := html.EscapeString(folder + "/" + address(PictureName(r.document, engine, number, comparison.DrawnPage)))
			shown = append(shown, fmt.Sprintf(`<a href="%s"><img src="%s" width="%d" alt="page %d of %s"></a>`, source, source, markdownThumbnail,
				number, html.EscapeString(engine)))
		}
	}
	add(r.reference, worst.Reference)
	if !worst.Same {
		add(r.Engine, worst.Candidate)
	}
	return strings.Join(shown, " ")
}

// markdownText writes a text so that nothing in it is Markdown or HTML, and nobody is mentioned.
func markdownText(text string) string {
	if runes := []rune(text); len(runes) > maxTextLength {
		text = string(runes[:maxTextLength]) + "…"
	}
	var written strings.Builder
	for i, r := range text {
		switch {
		case r == ':' && strings.HasPrefix(text[i:], ": "):
			written.WriteRune(r)
		case unicode.IsControl(r):
			written.WriteByte(' ')
		case r == '@', r == '#', r == '!':
			fmt.Fprintf(&written, "&#%d;\u200b", r)
		case r < unicode.MaxASCII && unicode.In(r, unicode.Punct, unicode.Symbol) && !strings.ContainsRune(".,;%()/-", r):
			fmt.Fprintf(&written, "&#%d;", r)
		default:
			written.WriteRune(r)
		}
	}
	return written.String()
}
