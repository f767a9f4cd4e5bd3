// Package program gives comparisons the PDFs of any renderer that is a command: one that reads an HTML file and writes a PDF file.
package program

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mattn/go-shellwords"

	"platen/adapters/internal/osprocess"
	"platen/domain"
	"platen/ports"
)

var _ ports.Source = (*Source)(nil)

// The placeholders of a command for the two files.
const (
	htmlFile = "{html}"
	pdfFile  = "{pdf}"
)

// Config describes a command.
type Config struct {
	// Command is the program and its arguments, as for a shell: divided by blanks, with quotes around what holds some. In them {html}
	// is the file to read and {pdf} the file to write. It is not run by a shell.
	Command string
	// Timeout bounds one document.
	Timeout time.Duration
	// MaxPDF bounds each file that the program writes.
	MaxPDF domain.ByteSize
}

// Source runs the command for each document. Safe for concurrent use.
type Source struct {
	config    Config
	arguments []string
}

// New makes a Source. An error means that the command cannot be run.
func New(config Config) (*Source, error) {
	parser := shellwords.NewParser()
	arguments, err := parser.Parse(config.Command)
	switch {
	case err != nil:
		return nil, fmt.Errorf("the command %q: %w", config.Command, err)
	case parser.Position >= 0:
		return nil, fmt.Errorf("the command %q: it is run without a shell: quote %q, or write sh -c '…'", config.Command,
			config.Command[parser.Position:])
	case len(arguments) == 0:
		return nil, errors.New("name a program and its arguments")
	}
	for _, file := range []string{htmlFile, pdfFile} {
		if !slices.ContainsFunc(arguments[1:], func(a string) bool { return strings.Contains(a, file) }) {
			return nil, fmt.Errorf("the command %q: write %s and %s where it gets the names of the files", config.Command, htmlFile, pdfFile)
		}
	}
	if arguments[0], err = exec.LookPath(arguments[0]); err != nil {
		return nil, err
	}
	return &Source{config, arguments}, nil
}

// PDF runs the command on the html of the request, which must be filled and have its css in it. Header and footer are left out.
func (s *Source) PDF(ctx context.Context, sample ports.Sample) (document domain.Document, err error) {
	folder, err := os.MkdirTemp("", "platen-program-")
	if err != nil {
		return document, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	page, result := filepath.Join(folder, "request.html"), filepath.Join(folder, "result.pdf")
	if err := os.WriteFile(page, []byte(sample.Request.HTML), 0o600); err != nil {
		return document, err
	}
	if err := s.run(ctx, strings.NewReplacer(htmlFile, page, pdfFile, result)); err != nil {
		return document, err
	}
	info, err := os.Lstat(result)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return document, fmt.Errorf("%s ended well and wrote no PDF", s.name())
	case err != nil:
		return document, err
	case !info.Mode().IsRegular() || info.Size() > int64(s.config.MaxPDF):
		return document, fmt.Errorf("%s wrote no regular file of at most %s", s.name(), s.config.MaxPDF)
	}
	document.PDF, err = os.ReadFile(result)
	document.Engine = "program"
	return document, err
}

func (s *Source) name() string { return filepath.Base(s.arguments[0]) }

// run runs the command to its end, or to the end of its time. Whatever it has started and left in its process group ends with it.
func (s *Source) run(ctx context.Context, files *strings.Replacer) error {
	ctx, cancel := context.WithTimeout(ctx, s.config.Timeout)
	defer cancel()
	// A limit that is set when the program runs would not hold for what it has started by then.
	const blockSize = 512
	//nolint:noctx // it is killed as a group
	command := exec.Command("/bin/sh", "-c", `ulimit -f "$0" && exec "$@"`, strconv.Itoa(1+int(s.config.MaxPDF)/blockSize), s.arguments[0])
	for _, a := range s.arguments[1:] {
		command.Args = append(command.Args, files.Replace(a))
	}
	output := &osprocess.Tail{}
	command.Stdout, command.Stderr, command.WaitDelay = output, output, time.Second
	command.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "PLATEN_") }) // keys among them
	group, err := osprocess.Start(command)
	if err != nil {
		return fmt.Errorf("start %s: %w", s.name(), err)
	}
	stop := context.AfterFunc(ctx, func() { _ = group.Kill() })
	defer stop()
	err = group.Wait()
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return fmt.Errorf("%s took longer than %s%s", s.name(), s.config.Timeout, quoted(output))
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return fmt.Errorf("%s failed: %w%s", s.name(), err, quoted(output))
	}
	return nil
}

// quoted is the end of a program's output for a message; empty if it wrote nothing.
func quoted(output *osprocess.Tail) string {
	const most = 500 // bytes
	text := output.String()
	text = strings.ToValidUTF8(text[max(0, len(text)-most):], "")
	return strings.TrimSuffix(": "+text, ": ")
}
