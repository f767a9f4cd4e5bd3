// Command field measures PDF/UA-1 of the service beside other systems that make it: WeasyPrint and openhtmltopdf, in processes that are kept,
// one for each core, with the same documents. "make field" runs it from the top of the tree, after it has fetched them.
package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"syscall"
	"text/tabwriter"
	"time"

	"platen/integration/bench/measure"
	"platen/integration/program"
	"platen/integration/standards/documents"
)

// system is one that makes PDFs.
type system struct {
	name  string
	print func(ctx context.Context, html string) ([]byte, error)
	pids  []int // of its processes, whose children count too
	close func() error
}

func main() {
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer cancel()
	bin := flag.String("platen", "bin/platen", "the built `program`")
	jars := flag.String("jars", "", "the `folder` with openhtmltopdf and what it needs")
	python := flag.String("python", "", "a `Python` with the newest WeasyPrint")
	rounds := flag.Int("rounds", 2, "measure everything so `often`")
	stretch := flag.Duration("stretch", 2*time.Second, "for so `long` each time")
	short := flag.Bool("short", false, "only the document of one page")
	out := flag.String("out", "", "keep a PDF of each system in this `folder`")
	flag.Parse()
	if err := run(ctx, *bin, *jars, *python, *out, *short, measure.Schedule{Rounds: *rounds, Stretch: *stretch}); err != nil {
		fmt.Fprintln(os.Stderr, "field:", err)
		cancel()
		os.Exit(1) //nolint:gocritic // cancel has been called
	}
}

func run(ctx context.Context, bin, jars, python, out string, short bool, schedule measure.Schedule) (err error) {
	const folder = "integration/standards/field/"
	var systems []*system
	defer func() {
		for _, s := range systems {
			err = errors.Join(err, s.close())
		}
	}()
	platen, err := serve(bin)
	if err != nil {
		return err
	}
	systems = append(systems, platen)
	for _, other := range []struct {
		name    string
		command []string
	}{
		{"WeasyPrint, Debian's", []string{"/usr/bin/python3", "-s", folder + "print.py"}},
		{"WeasyPrint, the newest", []string{python, folder + "print.py"}},
		{"openhtmltopdf", []string{"java", "-cp", filepath.Join(jars, "*"), folder + "Print.java"}},
	} {
		if other.command[0] == "" {
			continue
		}
		s, err := keep(other.name, other.command)
		if err != nil {
			return fmt.Errorf("%s: %w", other.name, err)
		}
		systems = append(systems, s)
	}
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "%d cores\nsystem\tdocument\tclients\tPDF/s\tCPU s a PDF\tp50 ms\tp99 ms\tKB\tPlaten's p50 to it\n", runtime.NumCPU())
	for _, d := range []struct {
		name string
		rows int
	}{{"1 page", 8}, {"6 pages", 330}} {
		if short && d.rows > 8 {
			continue
		}
		for _, clients := range []int{1, 20} {
			if err := compare(ctx, table, schedule, systems, d.name, d.rows, clients, out); err != nil {
				return err
			}
		}
	}
	return table.Flush()
}

// compare measures a document with a number of clients, on all systems in turns.
func compare(ctx context.Context, table *tabwriter.Writer, schedule measure.Schedule, systems []*system, name string, rows, clients int,
	out string) error {
	html := documents.Table(rows)
	contenders := make([]*measure.Contender, len(systems))
	used, made, size := make([]float64, len(systems)), make([]int, len(systems)), make([]int, len(systems))
	for i, s := range systems {
		pdf, err := s.print(ctx, html)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		if err := hasRows(ctx, pdf, rows); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		size[i] = len(pdf)
		if out != "" {
			if err := os.WriteFile(filepath.Join(out, fmt.Sprintf("%d-%s.pdf", i, name)), pdf, 0o600); err != nil {
				return err
			}
		}
		contenders[i] = &measure.Contender{Name: s.name, Clients: clients, Print: func(ctx context.Context, _ int) (time.Duration, error) {
			began := time.Now()
			_, err := s.print(ctx, html)
			return time.Since(began), err
		}}
	}
	for i, c := range contenders {
		if _, err := measure.Run(ctx, c.Print, runtime.NumCPU(), schedule.Stretch); err != nil { // compilers compile, caches fill
			return fmt.Errorf("%s: %w", c.Name, err)
		}
		c.Beside = func(context.Context) func() {
			before := processorTime(systems[i].pids)
			return func() { used[i] += processorTime(systems[i].pids) - before }
		}
		print := c.Print
		c.Print = func(ctx context.Context, client int) (time.Duration, error) {
			wait, err := print(ctx, client)
			counting.Lock()
			made[i]++
			counting.Unlock()
			return wait, err
		}
	}
	if err := measure.Compare(ctx, schedule, contenders...); err != nil {
		return err
	}
	for i, c := range contenders {
		fmt.Fprintf(table, "%s\t%s\t%d\t%.3g\t%.3g\t%.3g\t%.3g\t%.1f\t%.2f\n", c.Name, name, clients, c.Median(measure.Rate),
			used[i]/float64(made[i]-clients), c.Median(measure.P50), c.Median(measure.P99), float64(size[i])/1000, contenders[0].Ratio(c, measure.P50))
	}
	return nil
}

// hasRows checks that a PDF has the text of all rows of documents.Table: one whose fonts are not found has none.
func hasRows(ctx context.Context, pdf []byte, rows int) error {
	command := exec.CommandContext(ctx, "pdftotext", "-", "-")
	command.Stdin = bytes.NewReader(pdf)
	text, err := command.Output()
	if found := bytes.Count(text, []byte("of the catalogue")); err == nil && found != rows {
		err = fmt.Errorf("the PDF has the text of %d rows, not %d", found, rows)
	}
	return err
}

// serve starts the service, which claims PDF/UA-1 of each document.
func serve(bin string) (*system, error) {
	key := rand.Text()
	service, err := program.Serve(bin, "PLATEN_ENGINE=chrome", "PLATEN_PDF_STANDARDS=ua-1", "PLATEN_AUTH_KEYS=field="+key)
	if err != nil {
		return nil, err
	}
	print := func(ctx context.Context, html string) ([]byte, error) {
		body, err := json.Marshal(map[string]string{"html": html})
		if err != nil {
			return nil, err
		}
		answer, err := service.Post(ctx, key, body)
		if err == nil && (answer.Status != http.StatusOK || answer.Header.Get("Platen-Standards") != "ua-1") {
			err = fmt.Errorf("%d, %s: %s", answer.Status, answer.Header.Get("Platen-Standards"), bytes.TrimSpace(answer.Body[:min(len(answer.Body), 200)]))
		}
		return answer.Body, err
	}
	return &system{"Platen", print, []int{service.PID()}, service.Discard}, nil
}
