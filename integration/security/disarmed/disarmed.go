// Package disarmed gives tests an engine without one of the service's defences, to prove that an attack is effective: without the
// defence it must succeed.
//
// The service is not changed. Its setting chrome.bin or wkhtmltopdf.bin names a program between it and the real engine, which changes
// the service's commands: a script that starts the test binary again, which a TestMain with [Main] makes that program.
package disarmed

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain/htmldoc"
)

// Defence is a defence that can be removed.
type Defence string

// The defences.
const (
	// Scripts: scripts run.
	Scripts Defence = "scripts"
	// Navigation: a document may navigate.
	Navigation Defence = "navigation"
	// Files: the document is a file, and may read other files.
	Files Defence = "files"
	// Cleaning: an engine is not reset between documents.
	Cleaning Defence = "cleaning"
)

// Egress makes the engine use another proxy than the service's, at a host:port.
func Egress(proxy string) Defence { return Defence("egress=" + proxy) }

// The variables that make a test binary the program in between.
const (
	asEngine = "DISARMED_ENGINE"
	without  = "DISARMED_WITHOUT"
)

// Engine returns the setting with which a service uses an engine, chrome or wkhtmltopdf, without some defences. It ends with the test.
func Engine(t testing.TB, engine string, off ...Defence) (setting string) {
	t.Helper()
	binary, err := os.Executable()
	require.NoError(t, err)
	var list []string
	for _, d := range off {
		list = append(list, string(d))
	}
	// Engines get none of the service's environment.
	script := fmt.Sprintf("#!/bin/sh\n%s=%s %s='%s' exec '%s' \"$@\"\n", asEngine, engine, without, strings.Join(list, ","), binary)
	path := filepath.Join(t.TempDir(), engine)
	require.NoError(t, os.WriteFile(path, []byte(script), 0o700))
	return fmt.Sprintf("PLATEN_%s_BIN=%s", strings.ToUpper(engine), path)
}

// Main runs the program in between and exits, if this process is that program; otherwise it does nothing. Call it first in TestMain.
func Main() {
	engine := os.Getenv(asEngine)
	if engine == "" {
		return
	}
	off := parse(os.Getenv(without))
	run := map[string]func(defences, []string) error{"chrome": chrome, "wkhtmltopdf": wkhtmltopdf}[engine]
	if err := run(off, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "disarmed:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

// defences are the removed defences.
type defences struct {
	off   map[Defence]bool
	proxy string // instead of the service's; empty: that
}

func parse(list string) defences {
	d := defences{off: map[Defence]bool{}}
	for name := range strings.SplitSeq(list, ",") {
		if proxy, is := strings.CutPrefix(name, "egress="); is {
			d.proxy = proxy
		}
		d.off[Defence(name)] = true
	}
	return d
}

// undo restores the meta elements that the service has neutralised.
func undo(document string) string { return defused.ReplaceAllString(document, "h$1") }

// withoutBase removes the base element that keeps relative addresses from being files.
func withoutBase(document string) string {
	return strings.Replace(document, htmldoc.BaseElement(htmldoc.RelativeBase), "", 1)
}

var defused = regexp.MustCompile(`(?i)&#104;(ttp-equiv)`)
