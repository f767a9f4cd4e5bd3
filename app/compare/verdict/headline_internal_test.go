package verdict

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain/comparison"
)

// judged is a document with the verdict on b against a, of which the named engines gave no PDF.
func judged(name string, verdict comparison.Verdict, failed ...string) comparison.Document {
	d := comparison.Document{Name: name, Renders: map[string]comparison.Render{}, Comparisons: []comparison.Comparison{{Engine: "b", Verdict: verdict}}}
	message := "out of ink"
	for _, engine := range failed {
		d.Renders[engine] = comparison.Render{Error: &message}
	}
	return d
}

func scored(d comparison.Document, score float64) comparison.Document {
	d.Comparisons[0].Score = score
	return d
}

// sized is a document whose PDFs have so many bytes.
func sized(d comparison.Document, a, b int) comparison.Document {
	d.Renders["a"], d.Renders["b"] = comparison.Render{Bytes: a}, comparison.Render{Bytes: b}
	return d
}

func TestHeadline(t *testing.T) {
	for _, test := range []struct {
		want      string
		documents []comparison.Document
	}{
		{"b against a: 1 of 1 document says the same and looks the same.", []comparison.Document{judged("x", comparison.Similar)}},
		{"b against a: 2 of 3 documents say the same, 1 of them looks the same too; 1 has something lost or changed: z.",
			[]comparison.Document{judged("x", comparison.Identical), judged("y", comparison.Different), judged("z", comparison.Broken)}},
		{"b against a: 0 of 3 documents say the same; b gave no PDF for 2: x, z; a gave no PDF for 1: y.",
			[]comparison.Document{judged("x", comparison.Broken, "b"), judged("y", comparison.Broken, "a"), judged("z", comparison.Broken, "a", "b")}},
		{"b against a: 0 of 2 documents say the same; 2 have something lost or changed: worse, bad.",
			[]comparison.Document{scored(judged("bad", comparison.Broken), 60), scored(judged("worse", comparison.Broken), 99)}},
		{"b against a: 1 of 1 document says the same and looks the same; 2 are new.",
			[]comparison.Document{judged("x", comparison.New, "a"), judged("y", comparison.New, "a"), judged("z", comparison.Similar)}},
		{"b against a: 1 is new.", []comparison.Document{judged("x", comparison.New, "a")}},
		{"b against a: 1 of 1 document says the same and looks the same; its PDFs are 1.5 × as large.",
			[]comparison.Document{sized(judged("x", comparison.Similar), 100, 150)}},
		{"b against a: 1 of 1 document says the same and looks the same.", []comparison.Document{sized(judged("x", comparison.Similar), 100, 149)}},
		{"b against a: 1 of 1 document says the same and looks the same; its PDFs are 0.5 × as large.",
			[]comparison.Document{sized(judged("x", comparison.Similar), 100, 50)}},
	} {
		report := comparison.Report{Reference: "a", Engines: []comparison.Engine{{Name: "a"}, {Name: "b"}}, Documents: test.documents}
		require.Equal(t, test.want, Headline(report))
	}
}
