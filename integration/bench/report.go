package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"text/tabwriter"

	"platen/integration/bench/measure"
)

// number is one measured value.
type number struct {
	engine, name, unit string
	value              float64
	// floor is the number that it is compared with, and against describes it; empty: none.
	floor, ratio float64
	against      string
	promise      promise
}

// promise is a bound on a number: on its ratio to the floor if there is one, otherwise on its value. The zero value is none.
type promise struct {
	sign  string
	bound float64
}

func atMost(bound float64) promise  { return promise{"≤", bound} }
func atLeast(bound float64) promise { return promise{"≥", bound} }

// verdict is "kept" or "MISSED", or empty without a promise.
func (n number) verdict() string {
	judged := n.value
	if n.against != "" {
		judged = n.ratio
	}
	switch {
	case n.promise.sign == "":
		return ""
	case n.promise.sign == "≤" && judged <= n.promise.bound, n.promise.sign == "≥" && judged >= n.promise.bound:
		return "kept"
	default:
		return "MISSED" // NaN too
	}
}

// add reports numbers.
func (l *lab) add(numbers ...number) {
	for _, n := range numbers {
		n.engine = l.engine
		l.numbers = append(l.numbers, n)
	}
}

// against reports a metric of one contender with another one as its floor, and with its twin.
func (l *lab) against(what string, metric measure.Metric, c, floor *measure.Contender, promised promise) {
	n := number{name: what + ": " + metric.Name, unit: metric.Unit, value: c.Median(metric)}
	n.floor, n.ratio, n.against, n.promise = floor.Median(metric), c.Ratio(floor, metric), floor.Name, promised
	l.add(n)
	if c.Twin != nil {
		n.floor, n.ratio, n.against, n.promise = c.Twin.Median(metric), c.Ratio(c.Twin, metric), "the other build", promise{}
		l.add(n)
	}
}

// quotient reports a value with another one as its floor.
func (l *lab) quotient(name, unit string, value, floor float64, against string, promised promise) {
	l.add(number{name: name, unit: unit, value: value, floor: floor, ratio: value / floor, against: against, promise: promised})
}

// report writes the programs and a table of all numbers.
func (l *lab) report(ctx context.Context) {
	for _, command := range [][]string{{l.program, "version"}, {l.other, "version"}, {"chromium-headless-shell", "--version"},
		{"wkhtmltopdf", "--version"}, {"weasyprint", "--version"}} {
		if version, err := exec.CommandContext(ctx, command[0], command[1:]...).Output(); err == nil {
			fmt.Println(strings.SplitN(string(version), "\n", 2)[0])
		}
	}
	load, _ := os.ReadFile("/proc/loadavg")
	fmt.Printf("%d cores, load %s\n", runtime.NumCPU(), load)
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "engine\tnumber\tmeasured\tfloor\tratio\tpromise\t\tcompared with")
	count := map[string]int{}
	for _, n := range l.numbers {
		floor, ratio, promised := "", "", ""
		if n.against != "" {
			floor, ratio = amount(n.floor, n.unit), fmt.Sprintf("%.2f", n.ratio)
		}
		if n.promise.sign != "" {
			promised = fmt.Sprintf("%s %g", n.promise.sign, n.promise.bound)
		}
		count[n.verdict()]++
		fmt.Fprintln(table, strings.Join([]string{n.engine, n.name, amount(n.value, n.unit), floor, ratio, promised, n.verdict(), n.against},
			"\t"))
	}
	_ = table.Flush()
	fmt.Printf("\nA ratio is the median over pairs of blocks measured next to each other, value and floor are medians over all blocks.\n"+
		"%d promises kept, %d missed.\n", count["kept"], count["MISSED"])
}

// amount is a value with its unit, in about three digits.
func amount(x float64, unit string) string {
	digits := 0
	switch {
	case x < 10:
		digits = 2
	case x < 100:
		digits = 1
	}
	return fmt.Sprintf("%.*f %s", digits, x, unit)
}
