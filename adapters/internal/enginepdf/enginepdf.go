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

// Chrome prints HTML with chromium-headless-shell, tagged and with bookmarks. The paper is that of the document's @page rules, or US
// Letter.
func Chrome(t testing.TB, html string) []byte {
	t.Helper()
	return run(t, html, func(in, out string) []string {
		return []string{"chromium-headless-shell", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", "--generate-pdf-document-outline",
			"--print-to-pdf=" + out, "file://" + in}
	})
}

// Wkhtmltopdf prints HTML with the command of that name, without margins.
func Wkhtmltopdf(t testing.TB, html string) []byte {
	t.Helper()
	return run(t, html, func(in, out string) []string {
		return []string{"wkhtmltopdf", "-q", "--disable-javascript", "--javascript-delay", "0", "-T", "0", "-R", "0", "-B", "0", "-L", "0", in, out}
	})
}

// run runs the command that prints one file to another, in a folder of the test's own.
func run(t testing.TB, html string, line func(in, out string) []string) []byte {
	t.Helper()
	folder := t.TempDir()
	in, out := filepath.Join(folder, "in.html"), filepath.Join(folder, "out.pdf")
	if err := os.WriteFile(in, []byte(html), 0o600); err != nil {
		t.Fatalf("write the HTML: %v", err)
	}
	words := line(in, out)
	command := exec.CommandContext(t.Context(), machine.Program(t, words[0]), words[1:]...)
	command.Env = append(os.Environ(), "QT_QPA_PLATFORM=offscreen", "XDG_RUNTIME_DIR="+folder)
	if log, err := command.CombinedOutput(); err != nil {
		t.Fatalf("print with %s: %v\n%s", words[0], err, log)
	}
	pdf, err := os.ReadFile(out)
	if err != nil {
		t.Fatalf("read the PDF: %v", err)
	}
	return pdf
}
