package verdict

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"platen/domain/comparison"
)

// sameTime is the share by which times may differ and still count as the same, so that memory decides.
const sameTime = 0.1

// Choices says in a sentence for each document which engine loses nothing and costs least. lacks returns the features that a document
// uses and an engine lacks. Where the reference loses something itself, a difference from it is no loss.
func Choices(report comparison.Report, lacks func(document, engine string) []string) (sentences []string) {
	for _, d := range report.Documents {
		losses := map[string]string{}
		for _, engine := range report.Engines { // the reference first
			name, compared := engine.Name, engine.Name != report.Reference && losses[report.Reference] == ""
			losses[name] = lossOf(d, name, lacks(d.Name, name), compared)
		}
		sentences = append(sentences, choice(report, d, losses))
	}
	return sentences
}

// lossOf says what an engine loses of a document; empty if nothing.
func lossOf(d comparison.Document, engine string, lacks []string, compared bool) string {
	render := d.Renders[engine]
	least := render.FailedResources
	for _, other := range d.Renders {
		if other.Error == nil {
			least = min(least, other.FailedResources)
		}
	}
	i := slices.IndexFunc(d.Comparisons, func(c comparison.Comparison) bool { return c.Engine == engine })
	switch {
	case render.Error != nil:
		return "makes no PDF"
	case len(lacks) > 0:
		return "lacks " + some(lacks)
	case render.FailedResources > least:
		return fmt.Sprintf("does not load %s", plural(render.FailedResources-least, "resource", "resources"))
	case compared && i >= 0 && d.Comparisons[i].Verdict == comparison.Broken:
		return "loses or changes something: " + strings.Join(d.Comparisons[i].Reasons[:min(1, len(d.Comparisons[i].Reasons))], "")
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
			told[0] += fmt.Sprintf(", but look at it: it is %s, score %.0f", c.Verdict, c.Score)
		}
	}
	for _, e := range report.Engines {
		if losses[e.Name] != "" {
			told = append(told, e.Name+" "+losses[e.Name])
		} else if e.Name != name {
			told = append(told, fmt.Sprintf("%s loses nothing either and takes %s", e.Name, cost(d.Renders[e.Name])))
		}
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
