package weasyprint

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// remedy says what to do where there is no WeasyPrint.
const remedy = "install its Debian packages (apt-get install --no-install-recommends weasyprint python3-munkres), " +
	"or set weasyprint.python to a Python that has it"

// Find finds the Python that has WeasyPrint. The error says what to do.
func (c Config) Find() (path string, err error) {
	if c.Python != "" {
		if path, err = exec.LookPath(c.Python); err != nil {
			return "", fmt.Errorf("weasyprint.python: no program %q: name a Python that is installed, or leave the key empty to look on PATH",
				c.Python)
		}
		return path, nil
	}
	if command, err := exec.LookPath("weasyprint"); err == nil {
		if path, err = exec.LookPath(interpreter(command)); err == nil {
			return path, nil
		}
	}
	if path, err = exec.LookPath("python3"); err != nil {
		return "", errors.New("weasyprint is not installed: " + remedy)
	}
	return path, nil
}

// interpreter is the Python in the first line of a script, as in "#!/usr/bin/python3" or "#!/usr/bin/env python3"; "" if there is none.
func interpreter(script string) string {
	file, err := os.Open(script)
	if err != nil {
		return ""
	}
	defer file.Close()
	line, _ := bufio.NewReader(file).ReadString('\n')
	line, found := strings.CutPrefix(line, "#!")
	for word := range strings.FieldsSeq(line) {
		if found && strings.HasPrefix(filepath.Base(word), "python") {
			return word
		}
	}
	return ""
}
