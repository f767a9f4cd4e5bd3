// Package pdfcheck has small checks of PDFs for tests. They can be combined:
//
//	pdfcheck.In(t, pdf,
//		pdfcheck.Pages(2),
//		pdfcheck.Paper(domain.A4),
//		pdfcheck.TextOn(2, "Total: 385.00"))
//
// It reads PDFs with poppler (pdftotext, pdftoppm, pdfinfo) and qpdf. These share no code with the programs under test: the engines,
// the service's stamper and its reader. A missing tool fails the check with the name of its Debian package.
package pdfcheck

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"platen/domain"
	"platen/ports/machine"
)

// Check is a property that a PDF must have. Its error says what the PDF has instead.
type Check func(*File) error

// In reports every check that the PDF fails, and the PDF's text.
func In(t testing.TB, pdf []byte, checks ...Check) {
	t.Helper()
	f := opened(t, pdf)
	failed := false
	for _, check := range checks {
		if err := check(f); err != nil {
			failed = true
			t.Errorf("the PDF: %v", err)
		}
	}
	if failed {
		text, _ := f.Text()
		t.Logf("the PDF has %d bytes and this text:\n%s", len(pdf), cut(text))
	}
}

// All combines several checks; it stops at the first that fails.
func All(checks ...Check) Check {
	return func(f *File) error {
		for _, check := range checks {
			if err := check(f); err != nil {
				return err
			}
		}
		return nil
	}
}

// File is a PDF in a file that tools can read. Their output is kept. Not for concurrent use.
type File struct {
	content []byte
	path    string
	t       testing.TB

	texts   []string
	words   [][]Word
	sizes   []domain.Size
	objects *Objects

	pictures   map[drawing]*Picture
	resolution int
}

// Open writes a PDF to a file, which is removed when the test ends.
func Open(t testing.TB, pdf []byte) *File {
	t.Helper()
	path := filepath.Join(t.TempDir(), "document.pdf")
	if err := os.WriteFile(path, pdf, 0o600); err != nil {
		t.Fatalf("keep the PDF for the check: %v", err)
	}
	return &File{content: pdf, path: path, t: t, pictures: map[drawing]*Picture{}, resolution: fine}
}

// Content is the PDF. It must not be changed.
func (f *File) Content() []byte { return f.content }

// last are the files of In, by their tests.
var last sync.Map

// opened is the file of the last call of In if that was for the same PDF, with what was read of it then.
func opened(t testing.TB, pdf []byte) *File {
	t.Helper()
	before, known := last.Load(t)
	if f, _ := before.(*File); known && bytes.Equal(f.content, pdf) {
		return f
	}
	f := Open(t, pdf)
	if last.Store(t, f); !known {
		t.Cleanup(func() { last.Delete(t) })
	}
	return f
}

// cut bounds the output of a failed test.
func cut(text string) string {
	const most = 2000
	if len(text) > most {
		return text[:most] + " …"
	}
	return text
}

// run returns the standard output of a command line, in which PDF is the file's path.
func (f *File) run(line string) ([]byte, error) {
	var log bytes.Buffer
	process := f.process(line)
	process.Stderr = &log
	out, err := process.Output()
	if err != nil {
		return out, fmt.Errorf("%s: %w: %s", line, err, bytes.TrimSpace(log.Bytes()))
	}
	return out, nil
}

// process is that of a command line, which is not started yet.
func (f *File) process(line string) *exec.Cmd {
	words := strings.Fields(line)
	if at := slices.Index(words, "PDF"); at >= 0 {
		words[at] = f.path
	}
	return exec.CommandContext(f.t.Context(), machine.Program(f.t, words[0]), words[1:]...)
}
