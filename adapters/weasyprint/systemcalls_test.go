package weasyprint_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"platen/ports/machine"
)

// TestSystemCallNumbers compares the filter of each architecture with golang.org/x/sys/unix, whose files are made from the headers of Linux.
func TestSystemCallNumbers(t *testing.T) {
	var filters map[string][3]json.RawMessage
	out, err := exec.Command(machine.Program(t, "python3"), "-c", "import json\n"+confineScript+"\nprint(json.dumps(SYSTEM_CALLS))").Output()
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(out, &filters))
	headers, err := exec.Command(machine.Program(t, "go"), "list", "-f", "{{.Dir}}", "golang.org/x/sys/unix").Output()
	require.NoError(t, err)
	for machine, want := range map[string]struct {
		file         string
		audit, calls int
	}{"x86_64": {"amd64", unix.AUDIT_ARCH_X86_64, 23}, "aarch64": {"arm64", unix.AUDIT_ARCH_AARCH64, 21}} {
		numbers, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(headers)), "zsysnum_linux_"+want.file+".go"))
		require.NoError(t, err)
		require.JSONEq(t, fmt.Sprint(want.audit), string(filters[machine][0]), machine)
		calls := map[string]int{}
		for _, part := range []json.RawMessage{filters[machine][1], filters[machine][2]} {
			require.NoError(t, json.Unmarshal(part, &calls))
		}
		require.Len(t, calls, want.calls, machine)
		for name, number := range calls {
			require.Regexp(t, regexp.MustCompile(fmt.Sprintf(`\bSYS_%s\s+= %d\n`, strings.ToUpper(name), number)), string(numbers), machine)
		}
		delete(filters, machine)
	}
	require.Empty(t, filters, "the numbers of these architectures are not compared")
}
