package report

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"
)

// Report is one run of the benchmark.
type Report struct {
	Began   time.Time     `json:"began"`
	Took    time.Duration `json:"tookNanoseconds"`
	Quick   bool          `json:"quick"`
	Machine Machine       `json:"machine"`
	Numbers []Number      `json:"numbers"`
}

// Add appends numbers.
func (r *Report) Add(numbers ...Number) { r.Numbers = append(r.Numbers, numbers...) }

// Count counts the numbers with a verdict.
func (r *Report) Count(v Verdict) int {
	count := 0
	for _, n := range r.Numbers {
		if n.Verdict() == v {
			count++
		}
	}
	return count
}

// WriteJSON writes the whole report.
func (r *Report) WriteJSON(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(r)
}

// WriteText writes the machine, a table of all numbers, and a summary of the promises.
func (r *Report) WriteText(w io.Writer) error {
	var b strings.Builder
	r.Machine.write(&b)
	b.WriteString("\n")
	r.writeTable(&b)
	b.WriteString("\nA ratio is the median over pairs of blocks measured next to each other, value and floor are medians over all blocks.\n")
	if r.Quick {
		b.WriteString("This was a quick run: few samples, so read it as a hint.\n")
	}
	r.writeSummary(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

func (r *Report) writeTable(w io.Writer) {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "engine\tnumber\tmeasured\tfloor\tratio\tpromise\t\tcompared with")
	for _, n := range r.Numbers {
		fmt.Fprintln(table, strings.Join(row(n), "\t"))
	}
	_ = table.Flush() // w is a strings.Builder
}

func row(n Number) []string {
	measured, floor, ratio := amount(n.Value, n.Unit), "", ""
	if n.Against != "" {
		floor, ratio = amount(n.Floor, n.Unit), fmt.Sprintf("%.2f", n.Ratio)
	}
	remark := n.Against
	if n.Note != "" {
		remark = strings.TrimPrefix(remark+"; "+n.Note, "; ")
	}
	return []string{n.Engine, n.Name, measured, floor, ratio, n.promise(), string(n.Verdict()), remark}
}

func (r *Report) writeSummary(w io.Writer) {
	fmt.Fprintf(w, "\n%d promises kept, %d missed, in %s.\n",
		r.Count(Kept), r.Count(Missed), r.Took.Round(time.Second))
	for _, n := range r.Numbers {
		if n.Verdict() == Missed {
			fmt.Fprintf(w, "  missed: %s, %s: %.3g, promised %s\n", n.Engine, n.Name, n.judged(), n.promise())
		}
	}
}
