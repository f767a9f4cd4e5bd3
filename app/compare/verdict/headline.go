package verdict

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"platen/domain/comparison"
)

// Headline says in a sentence for each engine what a decider needs: how many documents say the same, which do not, and what
// the engine costs against the reference.
func Headline(report comparison.Report) string {
	var sentences []string
	for _, engine := range report.Engines[1:] {
		told := append(outcomes(report, engine.Name), costs(report, engine.Name)...)
		sentences = append(sentences, strings.Join(told, "; ")+".")
	}
	return strings.Join(sentences, " ")
}

// outcomes say what became of the documents on an engine.
func outcomes(report comparison.Report, engine string) []string {
	counts := map[comparison.Verdict]int{}
	var broken, failed, alone []string
	for _, d := range worstFirst(report.Documents, engine) {
		for _, c := range d.Comparisons {
			if c.Engine != engine {
				continue
			}
			counts[c.Verdict]++
			switch {
			case d.Renders[engine].Error != nil:
				failed = append(failed, d.Name)
			case c.Verdict == comparison.New:
			case d.Renders[report.Reference].Error != nil:
				alone = append(alone, d.Name)
			case c.Verdict == comparison.Broken:
				broken = append(broken, d.Name)
			}
		}
	}
	told := []string{fmt.Sprintf("%s against %s: %s", engine, report.Reference, agreement(counts, len(report.Documents)))}
	if len(broken) > 0 {
		told = append(told, fmt.Sprintf("%s lost or changed: %s", plural(len(broken), "has something", "have something"), some(broken)))
	}
	if len(failed) > 0 {
		told = append(told, fmt.Sprintf("%s gave no PDF for %d: %s", engine, len(failed), some(failed)))
	}
	if len(alone) > 0 {
		told = append(told, fmt.Sprintf("%s gave no PDF for %d: %s", report.Reference, len(alone), some(alone)))
	}
	return told
}

// costs say what an engine takes more or less of than the reference.
func costs(report comparison.Report, engine string) (told []string) {
	var taken []string
	for _, cost := range []struct {
		name string
		of   func(comparison.Render) float64
	}{
		{"time", func(r comparison.Render) float64 { return r.P50 }},
		{"memory", func(r comparison.Render) float64 { return float64(r.Memory) }},
	} {
		if ratio := medianRatio(report, engine, cost.of); ratio > 0 {
			taken = append(taken, ratioText(ratio)+" × the "+cost.name)
		}
	}
	if len(taken) > 0 {
		told = append(told, engine+" takes "+strings.Join(taken, " and "))
	}
	if ratio := medianRatio(report, engine, func(r comparison.Render) float64 { return float64(r.Bytes) }); changedByHalf(ratio) {
		told = append(told, "its PDFs are "+ratioText(ratio)+" × as large")
	}
	return told
}

// worstFirst sorts documents by their score on an engine.
func worstFirst(documents []comparison.Document, engine string) []comparison.Document {
	score := func(d comparison.Document) float64 {
		i := slices.IndexFunc(d.Comparisons, func(c comparison.Comparison) bool { return c.Engine == engine })
		if i < 0 {
			return 0
		}
		return d.Comparisons[i].Score
	}
	return slices.SortedStableFunc(slices.Values(documents), func(a, b comparison.Document) int { return cmp.Compare(score(b), score(a)) })
}

// agreement says how many documents say the same, how many of them look the same, and how many are new.
func agreement(counts map[comparison.Verdict]int, documents int) string {
	if documents == 0 {
		return "no document was compared"
	}
	if n := counts[comparison.New]; n > 0 {
		told := fmt.Sprintf("%d %s new", n, verb(n, "is", "are"))
		if n < documents {
			counts[comparison.New] = 0
			told = agreement(counts, documents-n) + "; " + told
		}
		return told
	}
	look := counts[comparison.Identical] + counts[comparison.Similar]
	say := look + counts[comparison.Different]
	told := fmt.Sprintf("%d of %s %s the same", say, plural(documents, "document", "documents"), verb(say, "says", "say"))
	switch {
	case say == 0:
		return told
	case look == say:
		return told + fmt.Sprintf(" and %s the same", verb(look, "looks", "look"))
	}
	return told + fmt.Sprintf(", %d of them %s the same too", look, verb(look, "looks", "look"))
}

// verb chooses the form of a verb for a number of things.
func verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// changedByHalf reports whether a known ratio is one that a person asks about.
func changedByHalf(ratio float64) bool { return ratio >= 1.5 || ratio > 0 && ratio <= 0.5 }

func ratioText(ratio float64) string {
	if ratio >= 10 {
		return fmt.Sprintf("%.0f", ratio)
	}
	return fmt.Sprintf("%.2g", ratio)
}

// medianRatio is the median of the documents' ratios of a cost; 0 where that is not known.
func medianRatio(report comparison.Report, engine string, cost func(comparison.Render) float64) float64 {
	var ratios []float64
	for _, d := range report.Documents {
		a, b := cost(d.Renders[report.Reference]), cost(d.Renders[engine])
		if a > 0 && b > 0 {
			ratios = append(ratios, b/a)
		}
	}
	if len(ratios) == 0 {
		return 0
	}
	slices.Sort(ratios)
	return math.Max(ratios[len(ratios)/2], 0.01)
}
