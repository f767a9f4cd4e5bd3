// Package program starts the built program as a process, for the programs that measure it: the bench and the soak. Tests use package
// harness.
package program

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"syscall"
	"time"
)

// Service is a running service.
type Service struct {
	// URL is the address of the operation, and Admin http://host:port of the admin listener.
	URL, Admin string
	// Began is when the process was started.
	Began time.Time

	folder  string // holds its temporary folder and its log
	command *exec.Cmd
	client  *http.Client
}

// Key is the key that every service accepts, unless the settings say otherwise.
const Key = "secret"

// startTimeout bounds a start.
const startTimeout = time.Minute

// Serve starts the program at bin with settings of its own, as in "PLATEN_RENDER_QUEUE=8". Of this process's environment it gets PATH
// and HOME only.
func Serve(ctx context.Context, bin, engine string, settings ...string) (*Service, error) {
	folder, err := os.MkdirTemp("", "platen-program-")
	if err != nil {
		return nil, err
	}
	s := &Service{folder: folder, client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}}
	if err := s.start(ctx, bin, engine, settings); err != nil {
		_ = s.Stop() // which fails as well, for the same reason
		return nil, fmt.Errorf("the service did not start: %w", err)
	}
	return s, nil
}

func (s *Service) start(ctx context.Context, bin, engine string, settings []string) error {
	if err := os.Mkdir(s.Temp(), 0o700); err != nil {
		return err
	}
	// The log is a file, so that it costs this process nothing.
	log, err := os.Create(s.logFile())
	if err != nil {
		return err
	}
	defer log.Close()
	s.command = exec.Command(bin, "serve") // Stop ends it
	s.command.Env = append([]string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME"), "TMPDIR=" + s.Temp(),
		"PLATEN_ENGINE=" + engine, "PLATEN_HTTP_ADDR=127.0.0.1:0", "PLATEN_ADMIN_ADDR=127.0.0.1:0",
		"PLATEN_AUTH_KEYS=bench=" + Key, "PLATEN_RATE_LIMIT_REQUESTS=0",
	}, settings...)
	s.command.Stderr = log
	s.command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	out, err := s.command.StdoutPipe()
	if err != nil {
		return err
	}
	s.Began = time.Now()
	if err := s.command.Start(); err != nil {
		return fmt.Errorf("%w (make build makes it)", err)
	}
	return s.awaitLine(ctx, out)
}

// Temp is the service's temporary folder.
func (s *Service) Temp() string { return filepath.Join(s.folder, "tmp") }

// logFile is the name of the service's log. Stop removes it.
func (s *Service) logFile() string { return filepath.Join(s.folder, "log") }

// PID is the service's process id.
func (s *Service) PID() int { return s.command.Process.Pid }

// Signal sends the service a signal.
func (s *Service) Signal(signal os.Signal) error { return s.command.Process.Signal(signal) }

// logEnd is the end of the log.
func (s *Service) logEnd() string {
	log, _ := os.ReadFile(s.logFile())
	return string(log[max(0, len(log)-2000):])
}

// awaitLine waits for the line with which the service reports that it is ready, and its addresses.
func (s *Service) awaitLine(ctx context.Context, out io.Reader) error {
	lines := make(chan string, 1)
	go func() {
		line, _ := bufio.NewReader(out).ReadString('\n')
		lines <- line
	}()
	select {
	case line := <-lines:
		urls := regexp.MustCompile(`http://[\d.]+:\d+`).FindAllString(line, -1)
		if len(urls) < 2 {
			return fmt.Errorf("it said %q and logged:\n%s", line, s.logEnd())
		}
		s.URL, s.Admin = urls[0]+"/api/pdf/external", urls[1]
		return nil
	case <-time.After(startTimeout):
		return fmt.Errorf("no line in %s", startTimeout)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Stop ends the service as an operator would, and by force if it does not end. A second call does nothing.
func (s *Service) Stop() error {
	defer os.RemoveAll(s.folder)
	if s.command == nil || s.command.Process == nil || s.command.ProcessState != nil {
		return nil
	}
	s.client.CloseIdleConnections()
	_ = s.command.Process.Signal(syscall.SIGTERM)
	force := time.AfterFunc(startTimeout, func() { _ = syscall.Kill(-s.PID(), syscall.SIGKILL) })
	defer force.Stop()
	if err := s.command.Wait(); err != nil {
		return fmt.Errorf("the service's end: %w\n%s", err, s.logEnd())
	}
	return nil
}

// Answer is a whole HTTP answer.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// Post sends a request with a key and reads the whole answer, whatever its status.
func (s *Service) Post(ctx context.Context, key string, body []byte) (Answer, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL, bytes.NewReader(body))
	if err != nil {
		return Answer{}, err
	}
	request.Header.Set("Authorization", "Bearer "+key)
	request.Header.Set("Content-Type", "application/json")
	response, err := s.client.Do(request)
	if err != nil {
		return Answer{}, err
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	return Answer{Status: response.StatusCode, Header: response.Header, Body: content}, err
}
