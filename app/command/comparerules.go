package command

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"sync/atomic"

	"platen/app/compare"
	"platen/domain/comparison"
)

// compareRules are the file of --rules.
type compareRules struct {
	Documents []documentRule `yaml:"documents"`
}

// documentRule is for the documents whose names it matches.
type documentRule struct {
	// Match is a pattern of path.Match.
	Match    string            `yaml:"match"`
	MaxScore *float64          `yaml:"max_score"`
	Ignore   []compare.Ignored `yaml:"ignore"`
}

// readRules reads and checks the file; an empty path has no rules.
func readRules(file string) (rules compareRules, err error) {
	if file == "" {
		return rules, nil
	}
	if err := readYAML("rules", file, &rules); err != nil {
		return rules, err
	}
	if len(rules.Documents) == 0 {
		return rules, fmt.Errorf("--rules %s: it has no documents: write documents: [{match: …}]", file)
	}
	for i, rule := range rules.Documents {
		if err := rule.check(); err != nil {
			return rules, fmt.Errorf("--rules %s: documents[%d]: %w", file, i, err)
		}
		for k := range rule.Ignore {
			rule.Ignore[k].Found = new(atomic.Bool)
		}
	}
	return rules, nil
}

func (r documentRule) check() error {
	if _, err := path.Match(r.Match, ""); err != nil || r.Match == "" {
		return fmt.Errorf("match: %q is no pattern: write names of documents, with * for any characters", r.Match)
	}
	if r.MaxScore != nil && !isScore(*r.MaxScore) {
		return fmt.Errorf("max_score: %g is not between 0 and 100", *r.MaxScore)
	}
	for i, ignored := range r.Ignore {
		if err := checkIgnored(ignored); err != nil {
			return fmt.Errorf("ignore[%d]: %w", i, err)
		}
	}
	return nil
}

func checkIgnored(r compare.Ignored) error {
	switch {
	case (r.Text == nil) == (r.Area == nil), r.Text != nil && r.Page != nil:
		return errors.New("write either text, or area with or without page")
	case r.Text != nil:
		return nil
	case len(r.Area) != 4:
		return fmt.Errorf("area: write left, top, width and height, as in [10mm, 20mm, 50mm, 1cm]; these are %d lengths", len(r.Area))
	case min(r.Area[0], r.Area[1]) < 0 || min(r.Area[2], r.Area[3]) <= 0:
		return errors.New("area: left and top are at least 0, width and height above")
	case r.Page != nil && *r.Page < 1:
		return fmt.Errorf("page: %d is not at least 1", *r.Page)
	}
	return nil
}

// matches reports whether the rule is for a document. A pattern without a slash is for the file's name, whatever its folders.
func (r documentRule) matches(document string) bool {
	whole, _ := path.Match(r.Match, document)
	base, _ := path.Match(r.Match, path.Base(document))
	return whole || base
}

// of returns the rules for a document.
func (rules compareRules) of(document string) (found []documentRule) {
	for _, r := range rules.Documents {
		if r.matches(document) {
			found = append(found, r)
		}
	}
	return found
}

// unused names what has had no effect on the documents of a comparison that is finished. If nothing was rendered, nothing was ignored.
func (rules compareRules) unused(documents []comparison.Document, rendered bool) (unused []string) {
	for i, r := range rules.Documents {
		if !slices.ContainsFunc(documents, func(d comparison.Document) bool { return r.matches(d.Name) }) {
			unused = append(unused, fmt.Sprintf("documents[%d]: no document matches %q", i, r.Match))
			continue
		}
		for k, ignored := range r.Ignore {
			if rendered && !ignored.Found.Load() {
				unused = append(unused, fmt.Sprintf("documents[%d].ignore[%d] matches nothing in the documents of %q", i, k, r.Match))
			}
		}
	}
	return unused
}

// maxScore returns the limit of the last rule for a document that has one; otherwise the general one.
func (rules compareRules) maxScore(general float64) func(document string) float64 {
	return func(document string) float64 {
		limit := general
		for _, r := range rules.of(document) {
			if r.MaxScore != nil {
				limit = *r.MaxScore
			}
		}
		return limit
	}
}

// ignoreOf returns what all rules for a document ignore.
func (rules compareRules) ignoreOf(document string) (all []compare.Ignored) {
	for _, r := range rules.of(document) {
		all = append(all, r.Ignore...)
	}
	return all
}
