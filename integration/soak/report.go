package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"platen/integration/bench/measure"
	"platen/integration/program"
	"platen/ports/machine"
)

// sample is the state of the service and its engine at one moment.
type sample struct {
	memory      float64 // of the whole process tree, in MiB
	service     float64 // the same for the service alone
	descriptors float64 // open in the service itself
	zombies     []machine.Process
}

func takeSample(s *program.Service) (now sample) {
	for i, p := range machine.Tree(s.PID()) {
		mebibytes := float64(machine.Memory(p)) / (1 << 20)
		if now.memory += mebibytes; i == 0 {
			now.service = mebibytes
		}
		if p.Zombie {
			now.zombies = append(now.zombies, p)
		}
	}
	open, _ := os.ReadDir(fmt.Sprintf("/proc/%d/fd", s.PID()))
	now.descriptors = float64(len(open))
	return now
}

// The numbers of a sample.
func memoryOf(s sample) float64      { return s.memory }
func serviceOf(s sample) float64     { return s.service }
func descriptorsOf(s sample) float64 { return s.descriptors }

// inMinute is the number of samples in a minute.
const inMinute = int(time.Minute / sampleEvery)

// second is the mean of a number over the second minute of the load, and last over the last one.
func (o *outcome) second(of func(sample) float64) float64 {
	return mean(o.load[min(inMinute, len(o.load)):min(2*inMinute, len(o.load))], of)
}
func (o *outcome) last(of func(sample) float64) float64 {
	return mean(o.load[max(0, len(o.load)-inMinute):], of)
}

func mean(samples []sample, of func(sample) float64) (sum float64) {
	for _, s := range samples {
		sum += of(s)
	}
	return sum / float64(len(samples))
}

// zombies counts processes that were zombies in two successive samples. In one sample any process can be: it is a zombie
// until its parent waits for it.
func (o *outcome) zombies() float64 {
	stayed := map[int]bool{}
	for i := 1; i < len(o.load); i++ {
		for _, p := range o.load[i].zombies {
			if slices.ContainsFunc(o.load[i-1].zombies, p.Is) {
				stayed[p.PID] = true
			}
		}
	}
	return float64(len(stayed))
}

// promise is a number with its limit.
type promise struct {
	name         string
	value, limit float64
}

// wrong counts wrong answers; a client without any answer counts as one.
func (o *outcome) wrong() (n float64) {
	for _, c := range o.clients {
		n += float64(len(c.wrong))
		if len(c.waits) == 0 {
			n++
		}
	}
	return n
}

// wrongShown is how many wrong answers of each client are printed.
const wrongShown = 10

// report prints the table. It returns an error if a promise is not kept.
func report(s scenario, found *outcome) error {
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "client\tanswers\twrong\tp50 in ms\tp95\tmax")
	var wrong strings.Builder
	for _, c := range found.clients {
		fmt.Fprintf(table, "%s\t%d\t%d\t%.0f\t%.0f\t%.0f\n", c.name, len(c.waits), len(c.wrong),
			measure.Percentile(c.waits, 50), measure.Percentile(c.waits, 95), measure.Percentile(c.waits, 100))
		for _, line := range c.wrong[:min(len(c.wrong), wrongShown)] {
			fmt.Fprintf(&wrong, "wrong, %s: %s\n", c.name, line)
		}
	}
	fmt.Fprintln(table, "memory in MiB\tat rest\tsecond minute\tlast minute\tend")
	for name, of := range map[string]func(sample) float64{"service and engine": memoryOf, "service alone": serviceOf} {
		fmt.Fprintf(table, "%s\t%.0f\t%.0f\t%.0f\t%.0f\n", name, of(found.atRest), found.second(of), found.last(of), of(found.afterRest))
	}
	missed := 0
	fmt.Fprintln(table, "promise\tvalue\tat most\tkept")
	for _, p := range s.promises(found) {
		kept := p.value <= p.limit // not NaN
		if !kept {
			missed++
		}
		fmt.Fprintf(table, "%s\t%.3g\t%g\t%t\n", p.name, p.value, p.limit, kept)
	}
	_ = table.Flush()
	fmt.Print(wrong.String())
	if missed > 0 {
		return fmt.Errorf("%d promises are not kept", missed)
	}
	return nil
}
