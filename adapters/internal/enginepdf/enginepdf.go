// Package enginepdf prints with the engines themselves, without their adapters, for tests of adapters that read or change the PDFs that
// engines write.
package enginepdf

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"platen/ports/machine"
)

// Engines are the engines that print here, by their names.
var Engines = map[string]func(t testing.TB, html string) []byte{"chrome": Chrome, "wkhtmltopdf": Wkhtmltopdf}

// Wkhtmltopdf prints HTML with the command of that name, without margins.
func Wkhtmltopdf(t testing.TB, html string) []byte {
	t.Helper()
	in := write(t, html)
	out := filepath.Join(filepath.Dir(in), "out.pdf")
	command := exec.CommandContext(t.Context(), machine.Program(t, "wkhtmltopdf"),
		"-q", "--disable-javascript", "--javascript-delay", "0", "-T", "0", "-R", "0", "-B", "0", "-L", "0", in, out)
	command.Env = append(os.Environ(), "QT_QPA_PLATFORM=offscreen", "XDG_RUNTIME_DIR="+filepath.Dir(in))
	if log, err := command.CombinedOutput(); err != nil {
		t.Fatalf("print with wkhtmltopdf: %v\n%s", err, log)
	}
	pdf, err := os.ReadFile(out)
	if err != nil {
		t.Fatalf("read the PDF: %v", err)
	}
	return pdf
}

// write writes HTML to a file of the test's own.
func write(t testing.TB, html string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "in.html")
	if err := os.WriteFile(path, []byte(html), 0o600); err != nil {
		t.Fatalf("write the HTML: %v", err)
	}
	return path
}
