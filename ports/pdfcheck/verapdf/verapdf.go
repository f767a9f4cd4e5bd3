// Package verapdf lets veraPDF judge PDFs: the checker of the PDF Association's members for PDF/A and PDF/UA (https://verapdf.org), a program
// in Java. Its start takes seconds, so it judges many at once.
package verapdf

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"

	"platen/domain"
)

// Judge is the path of veraPDF's jar.
type Judge string

// flavours are veraPDF's names of the standards.
var flavours = map[domain.Standard]string{domain.UA1: "ua1", domain.A2B: "2b", domain.A3B: "3b"}

// Verdict is what veraPDF says of a file.
type Verdict struct {
	File string
	Pass bool
	// Rules are the clauses and tests that the file fails, as in 7.1-3.
	Rules []string
}

// command is one of veraPDF's. Without the optimising compiler, it takes half of the time for a hundred pages.
func (j Judge) command(ctx context.Context, arguments ...string) *exec.Cmd {
	flags := []string{"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar", string(j)}
	return exec.CommandContext(ctx, "java", append(flags, arguments...)...)
}

// Version returns the name and the version.
func (j Judge) Version(ctx context.Context) (string, error) {
	out, err := j.command(ctx, "--version").Output()
	if err != nil {
		return "", fmt.Errorf("veraPDF: %w", err)
	}
	first, _, _ := strings.Cut(string(out), "\n")
	return first, nil
}

// Verdicts judges the PDFs in a folder by a standard.
func (j Judge) Verdicts(ctx context.Context, standard domain.Standard, folder string) ([]Verdict, error) {
	out, err := j.command(ctx, "--flavour", flavours[standard], "--format", "text", "-v", "-r", folder).Output()
	if failed := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &failed) || failed.ExitCode() != 1) { // 1: a file fails
		return nil, fmt.Errorf("veraPDF: %w", err)
	}
	var all []Verdict
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		switch {
		case len(fields) == 3 && (fields[0] == "PASS" || fields[0] == "FAIL"):
			all = append(all, Verdict{File: fields[1], Pass: fields[0] == "PASS"})
		case len(fields) == 2 && fields[0] == "FAIL" && len(all) > 0:
			last := &all[len(all)-1]
			last.Rules = append(last.Rules, fields[1])
		}
	}
	return all, nil
}
