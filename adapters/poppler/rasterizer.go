// Package poppler is the ports.Rasterizer over poppler's command line tools: pdftoppm draws pages, pdftotext -bbox gives words with
// their boxes, pdffonts and pdfinfo give fonts and links. Comparisons of engines use it.
//
// The tools read the PDF from an anonymous file in memory, so that nothing is left on disk. Time, memory and output of each process
// are bounded, and it may write no file, since the PDFs may be hostile.
package poppler

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"platen/domain"
	"platen/ports"
)

var _ ports.Rasterizer = (*Rasterizer)(nil)

// Rasterizer starts poppler's tools, some for each call.
type Rasterizer struct{ config Config }

// New makes a Rasterizer. Installed reports whether its tools exist.
func New(config Config) *Rasterizer { return &Rasterizer{config} }

// Read runs pdftotext, pdffonts and pdfinfo in parallel. Only a failure of pdftotext is an error: a PDF without readable fonts or
// links still has words.
func (r *Rasterizer) Read(ctx context.Context, pdf []byte) (domain.Reading, error) {
	if len(pdf) == 0 {
		return domain.Reading{}, errors.New("the PDF is empty")
	}
	var reading domain.Reading
	var fonts, links []byte
	group, running := errgroup.WithContext(ctx)
	group.Go(func() error {
		text, err := r.output(running, pdf, "pdftotext", "-bbox", "-raw", pdfPath, "-")
		if err != nil {
			return err
		}
		reading, err = parseWords(text)
		return err
	})
	for name, extra := range map[string]*[]byte{"pdffonts": &fonts, "pdfinfo -url": &links} {
		command := append(strings.Fields(name), pdfPath)
		group.Go(func() error {
			*extra, _ = r.output(running, pdf, command[0], command[1:]...)
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return domain.Reading{}, fmt.Errorf("read the PDF: %w", err)
	}
	reading.Fonts = parseFonts(string(fonts))
	addLinks(reading.Pages, string(links))
	return reading, nil
}

// subsetPrefix is the length of "ABCDEF+" (ISO 32000-1, 9.6.4).
const subsetPrefix = 7

// parseFonts parses pdffonts' table: two lines of head, then the name in the first column.
func parseFonts(table string) []string {
	var names []string
	for i, line := range strings.Split(table, "\n") {
		name, _, _ := strings.Cut(line, " ")
		if i < 2 || name == "" {
			continue
		}
		if len(name) > subsetPrefix && name[subsetPrefix-1] == '+' {
			name = name[subsetPrefix:]
		}
		names = append(names, name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// addLinks parses pdfinfo's table of page, type and address.
func addLinks(pages []domain.ReadPage, table string) {
	for _, line := range strings.Split(table, "\n") {
		fields := strings.Fields(line)
		if len(fields) < 3 || fields[1] != "Annotation" {
			continue
		}
		if page := number(fields[0]); page >= 1 && page <= len(pages) {
			pages[page-1].Links = append(pages[page-1].Links, strings.Join(fields[2:], " "))
		}
	}
}
