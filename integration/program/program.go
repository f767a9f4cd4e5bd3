// Package program starts the service as a process and talks to it over HTTP. Package harness does so for tests; the bench, the soak and
// the demo run the built program.
package program

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
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
	// URL is http://host:port of the public listener, and Admin that of the admin listener; empty if that is off.
	URL, Admin string
	// Temp is its temporary folder.
	Temp string

	process *exec.Cmd
	log     *os.File // a file without a name: that costs this process nothing
	ended   chan struct{}
	exit    error
}

// Operation is the path of the API's operation.
const Operation = "/api/pdf/external"

// startTimeout is long enough for a slow machine.
const startTimeout = time.Minute

// Serve starts the built program with settings of its own, as in "PLATEN_RENDER_QUEUE=8". Discard ends it.
func Serve(bin string, settings ...string) (*Service, error) {
	temp, err := os.MkdirTemp("", "platen-program-")
	if err != nil {
		return nil, err
	}
	command := exec.Command(bin, "serve")
	command.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME"), "TMPDIR=" + temp,
		"PLATEN_HTTP_ADDR=127.0.0.1:0", "PLATEN_ADMIN_ADDR=127.0.0.1:0", "PLATEN_RATE_LIMIT_REQUESTS=0"}, settings...)
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	s, err := Start(command, temp)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("the service did not start: %w", err), os.RemoveAll(temp))
	}
	return s, nil
}

// Start starts a command that becomes the service, or passes output and signals between it and this process, and waits until it serves.
// If it does not, the process has ended, and the error is its log.
func Start(command *exec.Cmd, temp string) (*Service, error) {
	log, err := os.CreateTemp("", "platen-log-")
	if err != nil {
		return nil, err
	}
	if err := os.Remove(log.Name()); err != nil {
		return nil, err
	}
	s := &Service{Temp: temp, process: command, log: log, ended: make(chan struct{})}
	command.Stderr = log
	out, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, err
	}
	ready := make(chan string, 1)
	go func() {
		reader := bufio.NewReader(out)
		line, _ := reader.ReadString('\n')
		ready <- line
		_, _ = io.Copy(io.Discard, reader)
		s.exit = command.Wait()
		close(s.ended)
	}()
	select {
	case line := <-ready:
		urls := append(regexp.MustCompile(`http://[\d.:]+`).FindAllString(line, -1), "")
		if urls[0] == "" {
			<-s.ended
			return nil, errors.New(s.Log())
		}
		s.URL, s.Admin = urls[0], urls[1]
		return s, nil
	case <-time.After(startTimeout):
		_ = command.Process.Kill()
		return nil, fmt.Errorf("not in %s: %s", startTimeout, s.Log())
	}
}

// PID is the service's process id.
func (s *Service) PID() int { return s.process.Process.Pid }

// Log is the service's log so far.
func (s *Service) Log() string {
	log, _ := io.ReadAll(io.NewSectionReader(s.log, 0, math.MaxInt64))
	return string(log)
}

// Signal sends the service a signal.
func (s *Service) Signal(signal os.Signal) error { return s.process.Process.Signal(signal) }

// Ended is closed when the service has ended.
func (s *Service) Ended() <-chan struct{} { return s.ended }

// Terminate ends the service as an operator would. The first result is how it ended: nil, or an *exec.ExitError. The second is an error
// if the service does not end, or leaves files.
func (s *Service) Terminate() (exit, err error) {
	// A service that has been signalled may have ended, before its exit is known here.
	if err := s.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return nil, err
	}
	select {
	case <-s.ended:
	case <-time.After(startTimeout):
		_ = s.process.Process.Kill()
		return nil, fmt.Errorf("the service did not stop: %s", s.Log())
	}
	left, err := filepath.Glob(filepath.Join(s.Temp, "*"))
	if err == nil && len(left) > 0 {
		err = fmt.Errorf("the service left %v in its temporary folder", left)
	}
	return s.exit, err
}

// Discard ends the service and removes its temporary folder. An error of the service has its log.
func (s *Service) Discard() error {
	exit, err := s.Terminate()
	if err = errors.Join(exit, err); err != nil {
		err = fmt.Errorf("%w: %s", err, s.Log())
	}
	return errors.Join(err, os.RemoveAll(s.Temp))
}

// client keeps a connection for each of many clients.
var client = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}

// Answer is a whole HTTP answer.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// Post sends a JSON body with a key, and reads the whole answer, whatever its status.
func (s *Service) Post(ctx context.Context, key string, body []byte) (Answer, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL+Operation, bytes.NewReader(body))
	if err != nil {
		return Answer{}, err
	}
	request.Header.Set("Authorization", "Bearer "+key)
	request.Header.Set("Content-Type", "application/json")
	return send(request)
}

// Get reads the whole answer at an address, whatever its status.
func Get(ctx context.Context, url string) (Answer, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
	if err != nil {
		return Answer{}, err
	}
	return send(request)
}

func send(request *http.Request) (Answer, error) {
	response, err := client.Do(request)
	if err != nil {
		return Answer{}, err
	}
	return Read(response)
}

// Read reads the whole answer, and closes it.
func Read(response *http.Response) (Answer, error) {
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	return Answer{response.StatusCode, response.Header, content}, err
}
