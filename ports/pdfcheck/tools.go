package pdfcheck

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
)

// packages are the Debian packages of the tools.
var packages = map[string]string{
	"pdfinfo": "poppler-utils", "pdftotext": "poppler-utils", "pdftoppm": "poppler-utils", "qpdf": "qpdf",
}

// run gives the standard output of a tool that reads the file.
func (f *File) run(tool string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(f.t.Context(), tool, args...)
	var log bytes.Buffer
	cmd.Stderr = &log
	out, err := cmd.Output()
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return nil, fmt.Errorf("%s is missing: install the Debian package %s", tool, packages[tool])
	case err != nil:
		return out, fmt.Errorf("%s: %w: %s", tool, err, bytes.TrimSpace(log.Bytes()))
	}
	return out, nil
}
