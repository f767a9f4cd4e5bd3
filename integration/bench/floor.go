package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"time"

	"platen/integration/bench/measure"
)

// floor is the engine without a service: the least time that any service on it needs.
type floor interface {
	name() string
	// clients are the numbers of concurrent documents for the floor.
	clients() []int
	// print prints a document with the engine alone.
	print(document) measure.Print
	// pid is the root of the processes that stay; 0 if none stays.
	pid() int
	close()
}

// newFloor starts the floor of an engine.
func newFloor(ctx context.Context, engine string) (floor, error) {
	return baselineOf(engine).newFloor(ctx)
}

// coldCommand is wkhtmltopdf as a shell script calls it: a process for each document.
type coldCommand struct{ path string }

func newColdCommand() (*coldCommand, error) {
	path, err := exec.LookPath("wkhtmltopdf")
	if err != nil {
		return nil, fmt.Errorf("the floor: %w", err)
	}
	return &coldCommand{path}, nil
}

func (c *coldCommand) name() string   { return "cold command" }
func (c *coldCommand) clients() []int { return []int{1, 2, 4} }
func (c *coldCommand) pid() int       { return 0 }
func (c *coldCommand) close()         {}

func (c *coldCommand) print(d document) measure.Print {
	html := []byte(d.filled())
	return func(ctx context.Context, _ int) (time.Duration, error) {
		began := time.Now()
		command := exec.CommandContext(ctx, c.path, "-q", "--disable-javascript", "-", "-")
		command.Env = append(command.Environ(), "QT_QPA_PLATFORM=offscreen")
		command.Stdin = bytes.NewReader(html)
		var pdf bytes.Buffer
		command.Stdout, command.Stderr = &pdf, io.Discard
		err := command.Run()
		wait := time.Since(began)
		// It exits with 1 after a failed resource, although the PDF is whole.
		if failed := (*exec.ExitError)(nil); errors.As(err, &failed) && failed.ExitCode() == 1 {
			err = nil
		}
		return wait, errors.Join(err, d.check(pdf.Bytes()))
	}
}

// most is the greatest number of clients for the floor.
func most(f floor) int { return slices.Max(f.clients()) }
