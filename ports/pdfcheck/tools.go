package pdfcheck

import (
	"bytes"
	"fmt"
	"os/exec"

	"platen/ports/machine"
)

// run returns the standard output of a tool that reads the file.
func (f *File) run(tool string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(f.t.Context(), machine.Program(f.t, tool), args...)
	var log bytes.Buffer
	cmd.Stderr = &log
	out, err := cmd.Output()
	if err != nil {
		return out, fmt.Errorf("%s: %w: %s", tool, err, bytes.TrimSpace(log.Bytes()))
	}
	return out, nil
}
