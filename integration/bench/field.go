package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/prometheus/procfs"

	"platen/integration/bench/measure"
	"platen/ports/machine"
)

// field measures PDF/UA-1 of the service beside other systems that make it, in processes that are kept, one for each core. "make field"
// fetches those that Debian does not have.
func field(ctx context.Context, l *lab) error {
	s, err := l.serve("PLATEN_PDF_STANDARDS=ua-1")
	if err != nil {
		return err
	}
	const scripts = "integration/bench/field/"
	others := map[string]*kept{}
	for name, command := range map[string][]string{
		"WeasyPrint, Debian's":   {"/usr/bin/python3", "-s", scripts + "print.py"},
		"WeasyPrint, the newest": {filepath.Join(l.others, "python/bin/python"), scripts + "print.py"},
		"openhtmltopdf":          {"java", "-cp", filepath.Join(l.others, "jars/*"), scripts + "Print.java"},
	} {
		if l.others == "" && name != "WeasyPrint, Debian's" {
			continue
		}
		if others[name], err = l.keep(runtime.NumCPU(), command...); err != nil {
			return err
		}
	}
	for _, d := range []document{onePage, ninePages} {
		for _, clients := range []int{1, 20} {
			if err := l.besideOthers(ctx, s, others, d, clients); err != nil {
				return err
			}
		}
	}
	return nil
}

// besideOthers measures a document with a number of clients, on the service and on all others in turns.
func (l *lab) besideOthers(ctx context.Context, s *service, others map[string]*kept, d document, clients int) error {
	answer, err := s.builds[0].Post(ctx, benchKey, d.request())
	if claimed := answer.Header.Get("Platen-Standards"); err == nil && claimed != "ua-1" {
		err = fmt.Errorf("%s: Platen-Standards: %s", d.name, claimed)
	}
	if err != nil {
		return err
	}
	ours, spent := counted(s.contender("Platen", clients, same(d)), s.builds[0].PID())
	all := []*measure.Contender{ours}
	spentBy, pdfs := map[*measure.Contender]func() float64{}, map[*measure.Contender][]byte{}
	for name, k := range others {
		pdf, err := k.print([]byte(d.filled()))
		if err = errors.Join(err, hasRows(ctx, pdf, bytes.Count([]byte(d.html), []byte(rowText)))); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		other := &measure.Contender{Name: name, Clients: clients, Print: k.printing(d, d.filled())}
		if _, err := measure.Run(ctx, other.Print, runtime.NumCPU(), 2*time.Second); err != nil { // compilers compile, caches fill
			return fmt.Errorf("%s: %w", name, err)
		}
		other, spentBy[other] = counted(other, k.pids...)
		all, pdfs[other] = append(all, other), pdf
	}
	if err := measure.Compare(ctx, l.light(), all...); err != nil {
		return err
	}
	what := fmt.Sprintf("%s, ua-1, %d clients", d.name, clients)
	for _, other := range all[1:] {
		for _, metric := range []measure.Metric{measure.P50, measure.P99, measure.Rate} {
			l.against(what, metric, ours, other, promise{})
		}
		l.quotient(what+": processor", "ms", spent(), spentBy[other](), other.Name, promise{})
		l.quotient(what+": size", "KB", kilobytes(answer.Body), kilobytes(pdfs[other]), other.Name, promise{})
	}
	return nil
}

// counted counts the PDFs of a contender, and the processor time of its processes while it is measured. The function returns the
// milliseconds for each PDF.
func counted(c *measure.Contender, pids ...int) (_ *measure.Contender, each func() float64) {
	var made atomic.Int64
	seconds, print := 0.0, c.Print
	c.Print = func(ctx context.Context, client int) (time.Duration, error) {
		wait, err := print(ctx, client)
		made.Add(1)
		return wait, err
	}
	c.Beside = func(context.Context) func() {
		before := processorTime(pids)
		return func() { seconds += processorTime(pids) - before }
	}
	return c, func() float64 { return 1000 * seconds / float64(made.Load()-int64(c.Clients)) } // those that were not measured
}

// processorTime is the seconds that processes and their descendants have used, those that have ended included.
func processorTime(pids []int) (seconds float64) {
	for _, root := range pids {
		for _, p := range machine.Tree(root) {
			if process, err := procfs.NewProc(p.PID); err == nil { // else it has ended
				stat, _ := process.Stat()
				seconds += stat.CPUTime() + float64(stat.CUTime+stat.CSTime)/100 // ticks a second, on all of Linux
			}
		}
	}
	return seconds
}

// hasRows checks that a PDF has the text of all rows of a table: one whose fonts are not found has none.
func hasRows(ctx context.Context, pdf []byte, rows int) error {
	command := exec.CommandContext(ctx, "pdftotext", "-", "-")
	command.Stdin = bytes.NewReader(pdf)
	text, err := command.Output()
	if found := bytes.Count(text, []byte(rowText)); err == nil && found != rows {
		err = fmt.Errorf("the PDF has the text of %d rows, not %d", found, rows)
	}
	return err
}
