// Package disarmed gives tests an engine without one of the service's defences, to prove that an attack is effective: without the
// defence it must succeed.
//
// The service is not changed. Its setting of the engine's program, such as NAME.bin, names a program between it and the real engine, which
// changes the service's commands.
// The tests of an engine's adapter are that program: their TestMain calls [Main].
package disarmed

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

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

const (
	// asEngine makes the test binary of an adapter the program in between.
	asEngine = "DISARMED"
	// without lists the removed defences.
	without = "DISARMED_WITHOUT"
)

// programs are the test binaries of adapters, by the names of engines. They are built once in a process.
var programs sync.Map

// program builds the test binary of an engine's adapter, in the folder of the module's programs.
func program(engine string) (path string, err error) {
	once, _ := programs.LoadOrStore(engine, sync.OnceValues(func() (string, error) {
		module, err := exec.Command("go", "env", "GOMOD").Output()
		if err != nil {
			return "", fmt.Errorf("find the module: %w", err)
		}
		path := filepath.Join(filepath.Dir(string(module)), "bin", "disarmed-"+engine)
		// As the Makefile builds tests: the linter vets them, and no debugger reads them.
		build := exec.Command("go", "test", "-c", "-vet=off", "-ldflags=-s -w", "-o", path, "platen/adapters/"+engine)
		if out, err := build.CombinedOutput(); err != nil {
			return "", fmt.Errorf("build the tests of adapters/%s: %w\n%s", engine, err, out)
		}
		return path, nil
	}))
	return once.(func() (string, error))()
}

// Engine returns a program for the setting of an engine's program, with which a service uses it without some defences. It ends with the
// test.
func Engine(t testing.TB, engine string, off ...Defence) (path string) {
	t.Helper()
	binary, err := program(engine)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, d := range off {
		list = append(list, string(d))
	}
	// Engines get none of the service's environment.
	script := fmt.Sprintf("#!/bin/sh\n%s=1 %s='%s' exec '%s' \"$@\"\n", asEngine, without, strings.Join(list, ","), binary)
	path = filepath.Join(t.TempDir(), engine)
	if err := os.WriteFile(path, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

// Main runs the program in between and exits, if this process is that program; otherwise it does nothing. The TestMain of an adapter
// calls it first, with a function that runs the engine with the service's arguments.
func Main(run func(off Defences, args []string) error) {
	if os.Getenv(asEngine) == "" {
		return
	}
	if err := run(parse(os.Getenv(without)), os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "disarmed:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

// Defences are the removed defences.
type Defences struct {
	// Off has those without a parameter.
	Off map[Defence]bool
	// Proxy is a host:port instead of the service's proxy; empty: that.
	Proxy string
}

func parse(list string) Defences {
	d := Defences{Off: map[Defence]bool{}}
	for name := range strings.SplitSeq(list, ",") {
		if proxy, is := strings.CutPrefix(name, "egress="); is {
			d.Proxy = proxy
		}
		d.Off[Defence(name)] = true
	}
	return d
}

// Document takes the removed defences out of a document.
func (d Defences) Document(document string) string {
	if d.Off[Navigation] {
		document = neutralised.ReplaceAllString(document, "h$1")
	}
	if d.Off[Files] {
		document = strings.Replace(document, htmldoc.BaseElement(htmldoc.RelativeBase), "", 1)
	}
	return document
}

// neutralised finds the meta elements that the service has neutralised.
var neutralised = regexp.MustCompile(`(?i)&#104;(ttp-equiv)`)
