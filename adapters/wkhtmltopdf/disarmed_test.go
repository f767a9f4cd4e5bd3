package wkhtmltopdf_test

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"

	"platen/ports/rendertest/disarmed"
)

// disarm runs the engine between two pipes and changes the service's lines.
func disarm(d disarmed.Defences, args []string) error {
	path, err := exec.LookPath("wkhtmltopdf")
	if err != nil {
		return err
	}
	if !slices.Contains(args, "--read-args-from-stdin") {
		return syscall.Exec(path, append([]string{path}, args...), os.Environ())
	}
	command := exec.Command(path, args...)
	command.Stdout, command.Stderr = os.Stdout, os.Stderr
	orders, err := command.StdinPipe()
	if err != nil {
		return err
	}
	if err := command.Start(); err != nil {
		return err
	}
	lines := bufio.NewReader(os.Stdin)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			break
		}
		if line, err = disarmedLine(d, line); err != nil {
			return err
		}
		if _, err := io.WriteString(orders, line); err != nil {
			break
		}
	}
	orders.Close()
	return command.Wait()
}

var (
	proxyOf    = regexp.MustCompile(`"--proxy" "[^"]*"`)
	documentOf = regexp.MustCompile(`"(?:/proc/self/cwd/)?([0-9]+\.html)"`)
)

// disarmedLine changes one command.
func disarmedLine(d disarmed.Defences, line string) (string, error) {
	if d.Off[disarmed.Scripts] {
		line = strings.Replace(line, `"--disable-javascript"`, `"--enable-javascript"`, 1)
	}
	if d.Off[disarmed.Files] {
		line = strings.Replace(line, `"--disable-local-file-access"`, `"--enable-local-file-access"`, 1)
	}
	if d.Proxy != "" {
		line = proxyOf.ReplaceAllString(line, `"--proxy" "http://`+d.Proxy+`"`)
	}
	if d.Off[disarmed.Cleaning] {
		// Beside the folder of the process, which the service removes.
		kept := filepath.Dir(working())
		line = `"--cookie-jar" "` + filepath.Join(kept, "cookies") + `" ` +
			strings.Replace(line, `"--disable-javascript"`, `"--disable-javascript" "--cache-dir" "`+filepath.Join(kept, "cache")+`"`, 1)
	}
	if d.Off[disarmed.Navigation] {
		line = strings.Replace(line, `"--javascript-delay" "0"`, `"--javascript-delay" "300"`, 1)
	}
	return line, disarmDocument(d, documentOf.FindStringSubmatch(line))
}

func working() string {
	// The service has just started this program there.
	folder, _ := os.Getwd()
	return folder
}

// disarmDocument edits the file of a document.
func disarmDocument(d disarmed.Defences, file []string) error {
	if file == nil {
		return nil
	}
	content, err := os.ReadFile(file[1])
	if err != nil {
		return err
	}
	return os.WriteFile(file[1], []byte(d.Document(string(content))), 0o600)
}
