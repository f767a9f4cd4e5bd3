package wkhtmltopdf

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"platen/adapters/internal/workers"
	"platen/domain"
)

// Find finds the configured program and asks it for its version, as in "0.12.6 (unpatched qt)" of a distribution, or "0.12.6 (with patched
// qt)" of wkhtmltopdf's site, which is built with its own Qt. The error says what to do.
func (c Config) Find(ctx context.Context) (path, version string, err error) {
	path, err = exec.LookPath(cmp.Or(c.Bin, "wkhtmltopdf"))
	if err != nil && c.Bin != "" {
		return "", "", fmt.Errorf("wkhtmltopdf.bin: no program %q: name one that is installed, or leave the key empty to look on PATH", c.Bin)
	}
	if err != nil {
		return "", "", errors.New("wkhtmltopdf is not installed: install the Debian package wkhtmltopdf " +
			"(apt-get install wkhtmltopdf), or set wkhtmltopdf.bin")
	}
	command := exec.CommandContext(ctx, path, "--version")
	command.Env = environment(os.TempDir(), "", false)
	answer, err := command.Output()
	if exit, is := errors.AsType[*exec.ExitError](err); is {
		answer = exit.Stderr // such as a missing library
	}
	said, _, _ := strings.Cut(strings.TrimSpace(string(answer)), "\n")
	version, named := strings.CutPrefix(said, "wkhtmltopdf ")
	switch {
	case ctx.Err() != nil:
		return "", "", fmt.Errorf("wkhtmltopdf: ask for its version: %w", ctx.Err())
	case err != nil:
		return "", "", fmt.Errorf("wkhtmltopdf: %s --version: %w, %.200q: %s", path, err, said, remedy)
	case !named:
		return "", "", fmt.Errorf("wkhtmltopdf: %s is another program, --version answers %.80q: %s", path, said, remedy)
	case !strings.Contains(version, "patched qt"):
		version += " (unpatched qt)"
	}
	return path, version, nil
}

// userAgent is the User-Agent of the requests of Debian's build, which names the machine. Package rendertest checks it.
func userAgent() string {
	system := "Linux x86_64"
	var name unix.Utsname
	if unix.Uname(&name) == nil {
		system = unix.ByteSliceToString(name.Sysname[:]) + " " + unix.ByteSliceToString(name.Machine[:])
	}
	return "Mozilla/5.0 (Unknown; " + system + ") AppleWebKit/602.1 (KHTML, like Gecko) wkhtmltopdf Version/10.0 Safari/602.1"
}

// remedy says what to do about a program that is not the right one or does not work.
const remedy = "install the Debian package wkhtmltopdf (apt-get install --reinstall wkhtmltopdf), and leave wkhtmltopdf.bin empty"

// testPage is what a new process prints first, and an idle one from time to time. It warms up fonts and code, and shows
// by the rectangle of a link whether lengths are right.
var testPage = domain.PrintJob{
	HTML: `<!DOCTYPE html><body style="margin:0;font:12px sans-serif">` +
		`<a href="http://test.invalid/" style="display:block;width:100mm;height:100mm">Test 0123456789</a>`,
	Paper:   domain.A4,
	Margins: domain.UniformMargins(10 * domain.Millimetre),
}

// Test prints the test page. The error says what is wrong with the installation.
func (p *process) Test(ctx context.Context) error {
	pdf, _, err := p.print(ctx, testPage)
	var failure *domain.Error
	switch {
	case err == nil:
		err = checkTestPage(pdf)
	case workers.Exhausted(err): // the program is not to blame
	case errors.As(err, &failure) && failure.Err != nil:
		err = fmt.Errorf("%w: %s", failure.Err, remedy) // the operator may see the cause
	case ctx.Err() == nil:
		err = fmt.Errorf("%w: %s", err, remedy)
	}
	if err != nil {
		return fmt.Errorf("wkhtmltopdf: the test page of %s, version %s: %w", p.engine.path, p.engine.version, err)
	}
	return nil
}

var linkRect = regexp.MustCompile(`/Rect \[([\d.]+) +([\d.]+) +([\d.]+) +([\d.]+) *\]`)

// checkTestPage says what is wrong with the installation if the test page is not as expected.
func checkTestPage(pdf []byte) error {
	if !bytes.Contains(pdf, []byte("/FontDescriptor")) {
		return errors.New("it has no font: install the Debian package fonts-liberation")
	}
	rect := linkRect.FindSubmatch(pdf)
	if rect == nil {
		return errors.New("it has no link: this is not Debian's build, with unpatched Qt 5: " + remedy)
	}
	var edges [4]float64
	for i := range edges {
		// The pattern admits digits and points only; what is not a number measures 0.
		edges[i], _ = strconv.ParseFloat(string(rect[i+1]), 64)
	}
	width, height := domain.Length(edges[2]-edges[0]), domain.Length(edges[3]-edges[1])
	if math.Abs(width.Millimetres()-100) > 1 || math.Abs(height.Millimetres()-100) > 1 {
		return fmt.Errorf("a box of 100 mm measures %.1f by %.1f mm: this is not Debian's build, with unpatched Qt 5: %s",
			width.Millimetres(), height.Millimetres(), remedy)
	}
	return nil
}
