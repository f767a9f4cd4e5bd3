// Package disarmed gives tests an engine with one of the service's defences taken away, to prove that an attack
// is more than a word: it must do its harm there.
//
// The service stays as it is. Its setting chrome.bin or wkhtmltopdf.bin names a program that stands between it
// and the real engine, and changes what the service orders: a script that starts the test binary again, which a
// TestMain with [Main] makes that program.
package disarmed

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Defence is what can be taken away.
type Defence string

// The defences.
const (
	// Scripts: they run.
	Scripts Defence = "scripts"
	// Navigation: a document may go elsewhere.
	Navigation Defence = "navigation"
	// Files: the document is one itself, and may read others.
	Files Defence = "files"
	// Cleaning: an engine keeps what one document leaves, for the next.
	Cleaning Defence = "cleaning"
)

// Egress has the engine use another proxy than the service's guard, at a host:port.
func Egress(proxy string) Defence { return Defence("egress=" + proxy) }

// The variables that make a test binary the program in between.
const (
	asEngine = "DISARMED_ENGINE"
	without  = "DISARMED_WITHOUT"
)

// Engine gives the setting that has a service use an engine, chrome or wkhtmltopdf, without some defences, and
// ends with the test.
func Engine(t testing.TB, engine string, off ...Defence) (setting string) {
	t.Helper()
	binary, err := os.Executable()
	require.NoError(t, err)
	var list []string
	for _, d := range off {
		list = append(list, string(d))
	}
	// Engines get no environment of the service's.
	script := fmt.Sprintf("#!/bin/sh\n%s=%s %s='%s' exec '%s' \"$@\"\n", asEngine, engine, without, strings.Join(list, ","), binary)
	path := filepath.Join(t.TempDir(), engine)
	require.NoError(t, os.WriteFile(path, []byte(script), 0o700))
	return fmt.Sprintf("PLATEN_%s_BIN=%s", strings.ToUpper(engine), path)
}

// Main ends the program where it is to be the one in between; otherwise it does nothing. It is called first in
// TestMain.
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

// defences are those that are off.
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

// undo gives a document the meta elements back that the service has defused.
func undo(document string) string { return defused.ReplaceAllString(document, "h$1") }

var defused = regexp.MustCompile(`(?i)&#104;(ttp-equiv)`)
