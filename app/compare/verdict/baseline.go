package verdict

import (
	"fmt"
	"slices"
	"strings"

	"platen/domain/comparison"
)

// noise is by how much a score may rise without being worse: times and anti-aliasing vary.
const noise = 0.5

// Failures says which documents are not good enough: those that score above their limit (below 0: none), and those that are
// worse than in an earlier report (an empty one: none). Documents and engines that the earlier report does not know, or had as new, are
// not held against it.
func Failures(report comparison.Report, limitOf func(document string) float64, baseline comparison.Report) (found FailureList) {
	for _, d := range report.Documents {
		for _, c := range d.Comparisons {
			var told []string
			if limit := limitOf(d.Name); limit >= 0 && c.Score > limit {
				told = append(told, fmt.Sprintf("scores %.1f (%s), more than %g", c.Score, c.Verdict, limit))
			}
			if was := lookUp(baseline, d.Name, c.Engine); was != nil && worse(*was, c) {
				told = append(told, fmt.Sprintf("scores %.1f (%s), and scored %.1f (%s) in the baseline", c.Score, c.Verdict, was.Score, was.Verdict))
			}
			if told != nil {
				found = append(found, Failure{d.Name, c.Engine, strings.Join(told, "; ")})
			}
		}
	}
	return found
}

// Known reports whether an earlier report has the comparison of a document with an engine.
func Known(baseline comparison.Report, document, engine string) bool {
	return lookUp(baseline, document, engine) != nil
}

// Failure is a document that is not good enough.
type Failure struct{ Document, Engine, Message string }

// FailureList has at most one for each comparison.
type FailureList []Failure

// Of returns the message for a comparison; empty: it is good enough.
func (l FailureList) Of(document, engine string) string {
	for _, f := range l {
		if f.Document == document && f.Engine == engine {
			return f.Message
		}
	}
	return ""
}

func lookUp(baseline comparison.Report, document, engine string) *comparison.Comparison {
	for _, d := range baseline.Documents {
		for _, c := range d.Comparisons {
			if d.Name == document && c.Engine == engine {
				return &c
			}
		}
	}
	return nil
}

func worse(was, is comparison.Comparison) bool {
	if was.Verdict == comparison.New {
		return false
	}
	order := comparison.Verdicts()
	return is.Score > was.Score+noise || slices.Index(order, is.Verdict) > slices.Index(order, was.Verdict)
}
