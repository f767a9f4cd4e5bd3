package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"

	"platen/integration/bench/measure"
	"platen/integration/bench/report"
)

// lab is what every experiment uses.
type lab struct {
	program  string
	quick    bool
	progress io.Writer
	report   *report.Report
}

// experiment measures numbers that belong together.
type experiment struct {
	name, about string
	// run measures an engine.
	run func(ctx context.Context, l *lab, engine string) error
}

// light is the schedule for documents that take milliseconds, heavy for those that take seconds.
func (l *lab) light() measure.Schedule {
	if l.quick {
		return measure.Schedule{Rounds: 3, Stretch: 700 * time.Millisecond}
	}
	return measure.Schedule{Rounds: 7, Stretch: 2 * time.Second}
}

func (l *lab) heavy() measure.Schedule {
	if l.quick {
		return measure.Schedule{Rounds: 2, Stretch: time.Second}
	}
	return measure.Schedule{Rounds: 5, Stretch: 4 * time.Second}
}

// spaced is the schedule for clients that pause between documents.
func (l *lab) spaced() measure.Schedule {
	if l.quick {
		return measure.Schedule{Rounds: 3, Stretch: 3 * time.Second}
	}
	return measure.Schedule{Rounds: 7, Stretch: 8 * time.Second}
}

// compare is measure.Compare with a progress bar.
func (l *lab) compare(ctx context.Context, what string, schedule measure.Schedule, contenders ...*measure.Contender) error {
	bar := l.bar(what, schedule.Rounds*len(contenders))
	defer func() { _ = bar.Exit() }()
	return measure.Compare(ctx, schedule, contenders, func() { _ = bar.Add(1) })
}

// bar shows progress: as a bar on a terminal, as one line elsewhere.
func (l *lab) bar(what string, steps int) *progressbar.ProgressBar {
	terminal := isTerminal(l.progress)
	if !terminal {
		fmt.Fprintln(l.progress, what)
	}
	return progressbar.NewOptions(steps,
		progressbar.OptionSetWriter(l.progress), progressbar.OptionSetVisibility(terminal),
		progressbar.OptionSetDescription(fmt.Sprintf("%-40s", what)), progressbar.OptionSetWidth(24),
		progressbar.OptionShowCount(), progressbar.OptionClearOnFinish(), progressbar.OptionSetPredictTime(true),
	)
}

func isTerminal(w io.Writer) bool {
	file, is := w.(*os.File)
	if !is {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// add reports numbers of an engine.
func (l *lab) add(engine string, numbers ...report.Number) {
	for i := range numbers {
		numbers[i].Engine = engine
	}
	l.report.Add(numbers...)
}

// against makes the number of one contender with another one as its floor.
func against(name string, unit report.Unit, of measure.Metric, c, floor *measure.Contender, promise *report.Promise) report.Number {
	return report.Number{
		Name: name, Unit: unit, Value: c.Median(of), Floor: floor.Median(of), Against: floor.Name,
		Ratio: c.Ratio(floor, of), Promise: promise,
	}
}
