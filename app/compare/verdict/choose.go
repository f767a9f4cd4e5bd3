package verdict

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"platen/app/compare/words"
	"platen/domain/comparison"
)

// sameTime is the share by which times may differ and still count as the same, so that memory decides.
const sameTime = 0.1

// Choices says in a sentence for each document which engine loses nothing and costs least. lacks returns the features that a document
// uses and an engine lacks. Where the reference loses something itself, a difference from it is no loss.
func Choices(report comparison.Report, lacks func(document, engine string) []string) (sentences []string) {
	for _, d := range report.Documents {
		losses := map[string]string{}
		for _, engine := range report.Engines {
			losses[engine.Name] = lossOf(d, engine.Name, lacks(d.Name, engine.Name))
		}
		compared := slices.DeleteFunc(slices.Clone(d.Comparisons), func(c comparison.Comparison) bool {
			return losses[c.Engine] != "" || c.Verdict != comparison.Broken
		})
		addFewerWords(losses, report, compared)
		if losses[report.Reference] == "" {
			for _, c := range compared {
				losses[c.Engine] = "loses or changes something: " + strings.Join(c.Reasons[:min(1, len(c.Reasons))], "")
			}
		}
		sentences = append(sentences, choice(report, d, losses))
	}
	return sentences
}

// addFewerWords says which engines show fewer words than another one, if one shows more than the reference.
func addFewerWords(losses map[string]string, report comparison.Report, compared []comparison.Comparison) {
	more := map[string]int{} // than the reference
	most := report.Reference
	for _, c := range compared {
		more[c.Engine] = c.Words.Extra - c.Words.Missing
		if more[c.Engine] > more[most] {
			most = c.Engine
		}
	}
	for _, e := range report.Engines {
		if fewer := more[most] - more[e.Name]; most != report.Reference && fewer > 0 && losses[e.Name] == "" {
			losses[e.Name] = fmt.Sprintf("shows %s fewer than %s", plural(fewer, "word", "words"), most)
		}
	}
}

// lossOf says what an engine loses of a document, whatever the others show; empty if nothing.
func lossOf(d comparison.Document, engine string, lacks []string) string {
	render := d.Renders[engine]
	least := render.FailedResources
	for _, other := range d.Renders {
		if other.Error == nil {
			least = min(least, other.FailedResources)
		}
	}
	switch {
	case render.Error != nil:
		return "makes no PDF"
	case len(lacks) > 0:
		return "lacks " + some(lacks)
	case render.FailedResources > least:
		return fmt.Sprintf("does not load %s", plural(render.FailedResources-least, "resource", "resources"))
	}
	return ""
}

// choice names the engine that loses nothing and costs least, and says why it is none of the others.
func choice(report comparison.Report, d comparison.Document, losses map[string]string) string {
	name := cheapest(report, d, losses)
	var told []string
	if name == "" {
		told = append(told, "no engine prints all of it")
	} else {
		told = append(told, fmt.Sprintf("%s, which loses nothing and takes %s", name, cost(d.Renders[name])))
	}
	for _, c := range d.Comparisons {
		if c.Engine == name && c.Verdict != comparison.Identical && c.Verdict != comparison.Similar {
			told[0] += fmt.Sprintf(", but look at it: beside %s it is %s, score %.0f", report.Reference, c.Verdict, c.Score)
		}
	}
	for _, e := range report.Engines {
		if losses[e.Name] != "" {
			told = append(told, e.Name+" "+losses[e.Name])
		} else if e.Name != name {
			told = append(told, fmt.Sprintf("%s loses nothing either and takes %s", e.Name, cost(d.Renders[e.Name])))
		}
	}
	if n := len(d.Unseen); n > 0 {
		count := plural(n, "word", "words")
		if n == words.MostUnseen {
			count += " or more"
		}
		told = append(told, fmt.Sprintf("no engine shows %s of its HTML, “%s”: hidden by its styles, or cut off",
			count, shorten(strings.Join(d.Unseen, " "))))
	}
	return d.Name + ": " + strings.Join(told, "; ") + "."
}

// cheapest is the fastest engine of those that lose nothing, or of those that are as fast the one with the least memory; empty if there is
// none. A finished PDF, whose cost is not known, comes last.
func cheapest(report comparison.Report, d comparison.Document, losses map[string]string) (name string) {
	time := func(engine string) float64 { return cmp.Or(d.Renders[engine].P50, math.Inf(1)) }
	fastest := math.Inf(1)
	for _, e := range report.Engines {
		if losses[e.Name] == "" {
			fastest = min(fastest, time(e.Name))
		}
	}
	for _, e := range report.Engines {
		if losses[e.Name] != "" || time(e.Name) > fastest*(1+sameTime) {
			continue
		}
		if best := d.Renders[name].Memory; name == "" || d.Renders[e.Name].Memory < best && d.Renders[e.Name].Memory > 0 {
			name = e.Name
		}
	}
	return name
}

// cost says what a render took.
func cost(r comparison.Render) string {
	if r.P50 == 0 {
		return "a time that is not known"
	}
	text := fmt.Sprintf("%.0f ms", r.P50)
	if r.Memory > 0 {
		text += fmt.Sprintf(" and %d MiB", r.Memory>>20)
	}
	return text
}
