package accessibility

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"platen/domain"
	"platen/domain/htmldoc"
	"platen/domain/template"
)

// Place is where the author of a request has to mend a finding.
type Place struct {
	Finding
	// Lines are those of the request's HTML where the rule is broken, counted from 1, one for each of the finding's Offsets.
	Lines []int
}

// Request returns what the author of a request has to mend: the findings of its filled HTML, with the lines of the template. The errors are
// those of Fill and of ctx.
func Request(ctx context.Context, settings template.Settings, request domain.Request) ([]Place, error) {
	filled, _, err := settings.Fill(request)
	if err != nil {
		return nil, err
	}
	found, err := Check(ctx, filled.HTML)
	places := make([]Place, len(found))
	for i, f := range found {
		places[i] = Place{f, settings.Lines(request, f.Offsets)}
	}
	return places, err
}

// MarkUnmet takes back the claim of UA1 if the author of a filled request has to mend something.
func MarkUnmet(ctx context.Context, c *domain.Conformance, filled domain.Request) error {
	if !c.Claimed.Has(domain.UA1) {
		return nil
	}
	found, err := Check(ctx, filled.HTML)
	for _, f := range found {
		c.Fail(domain.UA1, f.String())
	}
	return err
}

// StrictError returns the InvalidRequest of a strict request whose document does not keep UA1, though the engine can make it; nil: it is
// kept, or not asked for. The error names all reasons, and the lines of those that are in the HTML. The request is not filled.
func StrictError(ctx context.Context, settings template.Settings, request domain.Request, c domain.Conformance) error {
	reasons := slices.Clone(c.Reasons(domain.UA1))
	if !request.Strict || len(reasons) == 0 {
		return nil
	}
	places, err := Request(ctx, settings, request)
	if err != nil {
		return err
	}
	for _, place := range places {
		if i := slices.Index(reasons, place.Finding.String()); i >= 0 {
			reasons[i] = place.String()
		}
	}
	return domain.Invalidf("the document cannot keep %s until its author mends it: %s", domain.UA1, strings.Join(reasons, "; "))
}

// String names a finding and its lines, as in "3 pictures without alt (lines 4, 7, …)".
func (p Place) String() string {
	const mostShown = 20
	var lines []string
	for _, line := range slices.Compact(slices.Clone(p.Lines)) {
		if lines = append(lines, strconv.Itoa(line)); len(lines) == mostShown {
			lines = append(lines, "…")
			break
		}
	}
	word := "line"
	if len(lines) > 1 {
		word = "lines"
	}
	return fmt.Sprintf("%s (%s %s)", p.Finding, word, strings.Join(lines, ", "))
}

// LinesOf returns the lines of the request's HTML that show texts of its document, counted from 1, one for each; 0: its HTML does not show
// the text, as where a header does. The error is that of Fill.
func LinesOf(settings template.Settings, request domain.Request, texts []domain.FaintText) ([]int, error) {
	filled, _, err := settings.Fill(request)
	if err != nil {
		return nil, err
	}
	byOffset := map[int][]int{} // the texts
	shown, from := lettersOf(context.Background(), filled.HTML), 0
	for i, text := range texts {
		words := strings.Fields(strings.TrimSuffix(text.Text, "…"))
		begins := strings.Join(words[:min(len(words), 5)], "")
		at := strings.Index(shown.text[from:], begins) + from // a text that is repeated is rather the next one
		if at < from {
			at = strings.Index(shown.text, begins)
		}
		if at >= 0 && begins != "" {
			offset := shown.offset(at)
			byOffset[offset] = append(byOffset[offset], i)
			from = at + len(begins)
		}
	}
	offsets := slices.Sorted(maps.Keys(byOffset))
	lines := make([]int, len(texts))
	for i, line := range settings.Lines(request, offsets) {
		for _, text := range byOffset[offsets[i]] {
			lines[text] = line
		}
	}
	return lines, nil
}

// letters are the texts of a document without blanks.
type letters struct {
	text string
	// starts are the positions in text where a piece of it begins, which is from one line of a text between tags; offsets are those of the
	// pieces in the document.
	starts, offsets []int
}

// lettersOf returns the letters of a document, without those that are no part of its pages.
func lettersOf(ctx context.Context, document string) (l letters) {
	var text strings.Builder
	root, _ := htmldoc.Tree(ctx, document) // as far as the context lets it be read
	for e := range root.All() {
		if !e.IsText() || slices.Contains([]string{"title", "style", "script"}, e.Parent.Name) {
			continue
		}
		at := e.Begin
		for line := range strings.Lines(document[at:e.End]) {
			l.starts, l.offsets = append(l.starts, text.Len()), append(l.offsets, at)
			text.WriteString(strings.Join(strings.Fields(html.UnescapeString(line)), ""))
			at += len(line)
		}
	}
	l.text = text.String()
	return l
}

// offset returns where the piece with the letter at a position begins in the document.
func (l letters) offset(at int) int {
	next, _ := slices.BinarySearch(l.starts, at+1)
	return l.offsets[next-1]
}
