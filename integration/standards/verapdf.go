package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"

	"platen/domain"
)

// veraPDF is the checker of the PDF Association's members for PDF/A and PDF/UA (https://verapdf.org).
type veraPDF struct{ jar string }

// flavours are its names of the standards.
var flavours = map[domain.Standard]string{domain.UA1: "ua1", domain.A2B: "2b", domain.A3B: "3b"}

// verdict is what it says of a file.
type verdict struct {
	file string
	pass bool
	// rules are the clauses and tests that the file fails, as in 7.1-3.
	rules []string
}

func (v veraPDF) version(ctx context.Context) (string, error) {
	out, err := exec.CommandContext(ctx, "java", "-jar", v.jar, "--version").Output()
	if err != nil {
		return "", fmt.Errorf("veraPDF: %w", err)
	}
	first, _, _ := strings.Cut(string(out), "\n")
	return first, nil
}

// verdicts judges the PDFs in a folder.
func (v veraPDF) verdicts(ctx context.Context, standard domain.Standard, folder string) ([]verdict, error) {
	command := exec.CommandContext(ctx, "java", "-jar", v.jar, "--flavour", flavours[standard], "--format", "text", "-v", "-r", folder)
	out, err := command.Output()
	if failed := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &failed) || failed.ExitCode() != 1) { // 1: a file fails
		return nil, fmt.Errorf("veraPDF: %w", err)
	}
	var all []verdict
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		switch {
		case len(fields) == 3 && (fields[0] == "PASS" || fields[0] == "FAIL"):
			all = append(all, verdict{file: fields[1], pass: fields[0] == "PASS"})
		case len(fields) == 2 && fields[0] == "FAIL" && len(all) > 0:
			last := &all[len(all)-1]
			last.rules = append(last.rules, fields[1])
		}
	}
	return all, nil
}
