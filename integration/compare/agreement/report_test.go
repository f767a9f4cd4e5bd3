package agreement_test

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"
)

// agreement is how many verdicts of some pairs a person signs, as a share.
func agreement(pairs []measured) float64 {
	signed := 0
	for _, m := range pairs {
		if m.agrees() {
			signed++
		}
	}
	return float64(signed) / float64(len(pairs))
}

// spearman is the rank correlation of the scores with the ranks of the labels; equal values share the mean of their places.
func spearman(pairs []measured) float64 {
	score := ranks(pairs, func(m measured) float64 { return m.score })
	label := ranks(pairs, func(m measured) float64 { return m.Rank })
	mean := float64(len(pairs)-1) / 2
	var both, scores, labels float64
	for i := range pairs {
		s, l := score[i]-mean, label[i]-mean
		both, scores, labels = both+s*l, scores+s*s, labels+l*l
	}
	return both / math.Sqrt(scores*labels)
}

// ranks are the places of the pairs' values, from 0.
func ranks(pairs []measured, value func(measured) float64) []float64 {
	places := make([]float64, len(pairs))
	for i, one := range pairs {
		for j, other := range pairs {
			if value(other) < value(one) {
				places[i]++
			} else if j != i && value(other) == value(one) {
				places[i] += 0.5
			}
		}
	}
	return places
}

// where returns the pairs that match.
func where(pairs []measured, matches func(measured) bool) []measured {
	return slices.DeleteFunc(slices.Clone(pairs), func(m measured) bool { return !matches(m) })
}

// distinct are the values of the pairs, sorted.
func distinct(pairs []measured, value func(measured) string) (values []string) {
	for _, m := range pairs {
		values = append(values, value(m))
	}
	slices.Sort(values)
	return slices.Compact(values)
}

// print writes the figures by half and kind, and then each pair on which the program and the label differ.
func (r result) print(out io.Writer) {
	table := tabwriter.NewWriter(out, 0, 8, 2, ' ', tabwriter.AlignRight)
	line := func(name string, pairs []measured) {
		fmt.Fprintf(table, "%s\t%d\t%.1f %%\t%.2f\t%d\t%d\t\n", name, len(pairs), 100*agreement(pairs), spearman(pairs),
			len(where(pairs, measured.misnamed)), len(where(pairs, measured.underrated)))
	}
	fmt.Fprintln(table, "\tpairs\tagreement\trank correlation\tfirst reason wrong\tbroken, below 50\t")
	half := func(m measured) string { return m.half }
	kind := func(m measured) string { return m.kind }
	for _, name := range distinct(r.pairs, half) {
		line(name, where(r.pairs, func(m measured) bool { return m.half == name }))
	}
	line("all", r.pairs)
	for _, name := range distinct(r.pairs, kind) {
		line(name, where(r.pairs, func(m measured) bool { return m.kind == name }))
	}
	_ = table.Flush()
	fmt.Fprintf(out, "rendering took %.1f s, comparing %.1f s: %.1f times as long\n\n", r.render.Seconds(), r.compare.Seconds(),
		r.compare.Seconds()/r.render.Seconds())
	for _, m := range r.pairs {
		if !m.agrees() || m.misnamed() || m.underrated() {
			fmt.Fprintf(out, "%s (%s): %s %.1f, a person says %s, rank %g\n  first reason: %s\n  %s\n", m.Name, m.half, m.verdict, m.score,
				strings.Join(m.Verdict, " or "), m.Rank, m.first, m.Why)
		}
	}
}

// underrated reports whether the document says something else, and the score is below 50.
func (m measured) underrated() bool {
	return len(m.Verdict) == 1 && m.Verdict[0] == "broken" && m.score < 50
}
