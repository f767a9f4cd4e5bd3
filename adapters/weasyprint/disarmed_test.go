package weasyprint_test

import (
	_ "embed" // of the script
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"

	"platen/ports/rendertest/disarmed"
)

//go:embed testdata/disarm.py
var disarmScript string

// disarm runs Python with the worker's script without the defences. Scripts and navigation have none: the engine knows
// neither.
func disarm(d disarmed.Defences, args []string) error {
	python, err := exec.LookPath("python3")
	if err != nil {
		return err
	}
	args = slices.Clone(args)
	script := &args[len(args)-1]
	without, err := json.Marshal(map[string]any{
		"files": d.Off[disarmed.Files], "cleaning": d.Off[disarmed.Cleaning], "proxy": d.Proxy,
	})
	if err != nil {
		return err
	}
	main := "\nrun()\n"
	*script = strings.TrimSuffix(*script, main) + fmt.Sprintf("\n%s\ndisarm(json.loads(%q))%s", disarmScript, without, main)
	return syscall.Exec(python, append([]string{python}, args...), os.Environ())
}
