package verdict

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"platen/domain/comparison"
)

// FromShadow makes a report of shadow results, at least one. It has those of the latest engine of the service and the
// latest second one; left is the number of the others. The engines' versions are the latest.
func FromShadow(results []comparison.Shadow) (summary comparison.Summary, left int) {
	engines := results[len(results)-1].Engines
	report := comparison.Report{Schema: comparison.Schema, Reference: engines[0].Name, Engines: engines, Documents: []comparison.Document{}}
	sample := &comparison.Sample{LeftOut: map[string]int{}}
	var compared, leftOut []comparison.Render
	for _, r := range results {
		if r.Engines[0].Name != engines[0].Name || r.Engines[1].Name != engines[1].Name {
			left++
			continue
		}
		sample.Requests++
		if r.LeftOut != "" {
			sample.LeftOut[r.LeftOut]++
			leftOut = append(leftOut, r.Renders[engines[0].Name])
			continue
		}
		compared = append(compared, r.Renders[engines[0].Name])
		document := r.Document
		document.Comparisons = nil
		for _, c := range r.Comparisons {
			c.Reasons = numberReasons(r.Document, engines[0].Name, c)
			document.Comparisons = append(document.Comparisons, c)
		}
		report.Documents = append(report.Documents, document)
	}
	sample.ComparedMedian, sample.LeftOutMedian = medians(compared), medians(leftOut)
	report.Sample = sample
	return comparison.Summary{Report: report, Headline: sampleSentence(*sample) + " " + Headline(report)}, left
}

func medians(renders []comparison.Render) (m comparison.Medians) {
	if len(renders) == 0 {
		return m
	}
	var pages []int
	var times []float64
	for _, r := range renders {
		pages, times = append(pages, r.Pages), append(times, r.P50)
	}
	slices.Sort(pages)
	slices.Sort(times)
	return comparison.Medians{Pages: pages[len(pages)/2], Time: times[len(times)/2]}
}

// sampleSentence says how far the documents of a report stand for the sample.
func sampleSentence(s comparison.Sample) string {
	told := plural(s.Requests, "request was", "requests were") + " sampled"
	left := 0
	var reasons []string
	for _, reason := range slices.Sorted(maps.Keys(s.LeftOut)) {
		left += s.LeftOut[reason]
		reasons = append(reasons, fmt.Sprintf("%d %s", s.LeftOut[reason], reason))
	}
	if left == 0 {
		return told + ", none left out."
	}
	of := func(m comparison.Medians) string {
		return fmt.Sprintf("%s and %.0f ms", plural(m.Pages, "page", "pages"), m.Time)
	}
	told += fmt.Sprintf(", %d left out (%s), of %s at the median", left, strings.Join(reasons, ", "), of(s.LeftOutMedian))
	if left < s.Requests {
		told += "; the compared ones have " + of(s.ComparedMedian)
	}
	return told + "."
}

// numberReasons says in words what the numbers of a comparison say, where the documents themselves are not known.
func numberReasons(d comparison.Document, reference string, c comparison.Comparison) []string {
	told := []string{}
	for _, engine := range []string{reference, c.Engine} {
		if failure := d.Renders[engine].Error; failure != nil {
			told = append(told, engine+" gave no PDF: "+*failure)
		}
	}
	if len(told) > 0 || c.Verdict == comparison.Identical {
		return told
	}
	if a, b := d.Renders[reference].Pages, d.Renders[c.Engine].Pages; a != b {
		told = append(told, fmt.Sprintf("%s instead of %d", plural(b, "page", "pages"), a))
	}
	if n := c.Words.Missing; n > 0 {
		told = append(told, plural(n, "word is", "words are")+" missing")
	}
	if n := c.Words.Extra; n > 0 {
		told = append(told, plural(n, "word is", "words are")+" there in addition")
	}
	if n := c.Words.Moved; n > 0 {
		told = append(told, fmt.Sprintf("%s moved by up to %.1f mm", plural(n, "word", "words"), c.Words.MaxShift))
	}
	most := comparison.Page{}
	for _, p := range c.Pages {
		if p.ChangedPixels > most.ChangedPixels {
			most = p
		}
	}
	if most.ChangedPixels > leastChanged {
		told = append(told, fmt.Sprintf("%.2g %% of page %d are drawn differently", 100*most.ChangedPixels, most.Page))
	}
	return told
}
