package accessibility

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"platen/domain"
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
	if err != nil {
		return nil, err
	}
	places := make([]Place, len(found))
	for i, f := range found {
		places[i] = Place{f, settings.Lines(request, f.Offsets)}
	}
	return places, nil
}

// Uphold takes back the claim of UA1 if the author of a request has to mend something; a strict request gets an InvalidRequest that names all
// of it, with its lines. templates is the request before it was filled.
func Uphold(ctx context.Context, c *domain.Conformance, settings template.Settings, templates, filled domain.Request) error {
	if !c.Claimed.Accessible {
		return nil
	}
	found, err := Check(ctx, filled.HTML)
	if err != nil {
		return err
	}
	if len(found) > 0 && filled.Strict {
		return refusal(ctx, settings, templates)
	}
	for _, f := range found {
		c.Fail(domain.UA1, f.String())
	}
	return nil
}

// refusal is the error of a strict request.
func refusal(ctx context.Context, settings template.Settings, templates domain.Request) error {
	places, err := Request(ctx, settings, templates)
	if err != nil {
		return err
	}
	all := make([]string, len(places))
	for i, place := range places {
		all[i] = place.String()
	}
	return domain.Invalidf("the document cannot keep %s until its author mends it: %s", domain.UA1, strings.Join(all, "; "))
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
