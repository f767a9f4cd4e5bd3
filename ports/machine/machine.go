// Package machine gives tests what they need of the machine: programs that it has installed, and free ports.
package machine

import (
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
)

// packages are the Debian packages of the programs whose package has another name.
var packages = map[string]string{
	"fc-match": "fontconfig", "fc-scan": "fontconfig", "java": "default-jdk-headless", "node": "nodejs",
	"pdffonts": "poppler-utils", "pdfinfo": "poppler-utils", "pdftoppm": "poppler-utils", "pdftotext": "poppler-utils",
	"php": "php-cli", "promtool": "prometheus", "systemd-analyze": "systemd",
}

// Program returns the path of a program that a test starts. On a machine without it, the test is skipped, and fails in CI.
func Program(t testing.TB, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		debian, other := packages[name]
		if !other {
			debian = name
		}
		missing(t, name, debian)
	}
	return path
}

// advice is the end of an error about a program that is not installed.
var advice = regexp.MustCompile(`apt-get install ([a-z0-9-]+)`)

// Started ends the test if something did not start because a program is not installed: its error then says what to install. The test is
// skipped, and fails in CI. On no error, and on any other, Started does nothing.
func Started(t testing.TB, err error) {
	t.Helper()
	if err == nil {
		return
	}
	if found := advice.FindStringSubmatch(err.Error()); found != nil {
		missing(t, found[1], found[1])
	}
}

// Root ends a test that only root can run, as where a program is missing.
func Root(t testing.TB) {
	t.Helper()
	if os.Geteuid() != 0 {
		end(t, "only root can run this test")
	}
}

// Path ends a test that needs a file, by a pattern of filepath.Glob: a chroot and many containers lack some that a machine has.
func Path(t testing.TB, pattern string) {
	t.Helper()
	if found, _ := filepath.Glob(pattern); len(found) == 0 {
		end(t, "there is no "+pattern+", as in a chroot or a container: run this test on the machine itself")
	}
}

// missing ends a test that needs a program.
func missing(t testing.TB, program, debian string) {
	t.Helper()
	end(t, fmt.Sprintf("%s is not installed: install the Debian package %s, or run make setup", program, debian))
}

// end ends a test that this machine cannot run: it is skipped with the message, and in CI, which has CI in its environment, fails.
func end(t testing.TB, message string) {
	t.Helper()
	if ci := os.Getenv("CI"); ci != "" && ci != "false" {
		t.Fatal(message)
	}
	t.Skip(message)
}

// FreeAddress is a loopback address with a port on which nothing listens. It stays free until a test listens there: the system assigns
// the ports of outgoing connections, and of listeners on port 0, from 32768 on.
func FreeAddress(t testing.TB) string {
	t.Helper()
	for range 1000 {
		listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", 12000+rand.IntN(20000)))
		if err == nil {
			defer listener.Close()
			return listener.Addr().String()
		}
	}
	t.Fatal("there is no free port")
	return ""
}
