// Package enginepdf prints with the bare commands of the engines, for tests of adapters that read or change the PDFs that
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

// Chrome prints HTML with the command chromium-headless-shell, tagged and with bookmarks, without Chrome's headers.
func Chrome(t testing.TB, html string) []byte {
	t.Helper()
	return run(t, html, "chromium-headless-shell", func(dir, in, out string) []string {
		return []string{"--no-sandbox", "--user-data-dir=" + filepath.Join(dir, "profile"),
			"--no-pdf-header-footer", "--generate-pdf-document-outline", "--print-to-pdf=" + out, in}
	})
}

// Wkhtmltopdf prints HTML with the command of that name, without margins.
func Wkhtmltopdf(t testing.TB, html string) []byte {
	t.Helper()
	return run(t, html, "wkhtmltopdf", func(_, in, out string) []string {
		return []string{"-q", "--disable-javascript", "--javascript-delay", "0", "-T", "0", "-R", "0", "-B", "0", "-L", "0", in, out}
	})
}

// run writes the HTML to a file, runs the command with those arguments and reads its output.
func run(t testing.TB, html, command string, args func(dir, in, out string) []string) []byte {
	t.Helper()
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.html"), filepath.Join(dir, "out.pdf")
	if err := os.WriteFile(in, []byte(html), 0o600); err != nil {
		t.Fatalf("write the HTML: %v", err)
	}
	cmd := exec.CommandContext(t.Context(), machine.Program(t, command), args(dir, in, out)...)
	cmd.Env = append(os.Environ(), "QT_QPA_PLATFORM=offscreen", "XDG_RUNTIME_DIR="+dir, "HOME="+dir)
	if log, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("print with %s: %v\n%s", command, err, log)
	}
	pdf, err := os.ReadFile(out)
	if err != nil {
		t.Fatalf("read the PDF: %v", err)
	}
	return pdf
}
