// Package harness starts the program as a process, for tests that use it over HTTP. The program is the test binary itself, started
// again: so it is always the code under test, with the race detector if the tests have it.
package harness

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/adapters/engines"
	"platen/app/command"
	"platen/ports/machine"
)

// beProgram makes a test binary run the program.
const beProgram = "BE_THE_PROGRAM"

// Main is the TestMain of a package that uses this one. The program has the engines of the registry, and those in more.
func Main(m *testing.M, more ...engines.Kind) {
	if os.Getenv(beProgram) != "" {
		os.Exit(command.Run(append(engines.All(), more...)))
	}
	// Tests wait for services more than they compute: unless the command line says otherwise, two run at once on each CPU.
	_ = flag.Set("test.parallel", strconv.Itoa(2*runtime.GOMAXPROCS(0)))
	code := m.Run()
	if err := shared.stop(); err != nil {
		fmt.Fprintln(os.Stderr, "a service that tests shared:", err)
		code = 1
	}
	os.Exit(code)
}

// Key is the key of the client "tests", which every service accepts.
const Key = "a-key-for-tests"

// Service is a running service.
type Service struct {
	// URL is http://host:port of the public listener, and Admin that of the admin listener.
	URL, Admin string
	// Temp is its temporary folder.
	Temp string

	process *exec.Cmd
	log     *lockedBuffer
	ended   chan struct{}
	exit    error
}

// startTimeout is long enough for a slow machine.
const startTimeout = time.Minute

// Start starts a service with settings of its own, as in "PLATEN_ENGINE=chrome", and ends it with the test. The test fails if the
// service leaves anything behind.
func Start(t testing.TB, settings ...string) *Service {
	t.Helper()
	return StartCommand(t, []string{"serve"}, settings...)
}

// StartCommand is Start for another command that serves, with its arguments.
func StartCommand(t testing.TB, arguments []string, settings ...string) *Service {
	t.Helper()
	temp := t.TempDir()
	return StartProcess(t, Command(t, append(Settings(temp), settings...), arguments...), temp)
}

// Settings are those of every service, with its temporary folder. A service has one worker, since few tests need more, and starting a
// worker takes more processor time than most documents.
func Settings(temp string) []string {
	return []string{
		"PLATEN_HTTP_ADDR=127.0.0.1:0", "PLATEN_ADMIN_ADDR=127.0.0.1:0", "PLATEN_AUTH_KEYS=tests=" + Key,
		"PLATEN_RATE_LIMIT_REQUESTS=0", "PLATEN_RENDER_CONCURRENCY=1", "TMPDIR=" + temp,
	}
}

// StartProcess is Start for a command that becomes the service, or passes output and signals between it and this process.
func StartProcess(t testing.TB, command *exec.Cmd, temp string) *Service {
	t.Helper()
	s, err := run(command, temp)
	t.Cleanup(func() { s.Stop(t) })
	if err != nil {
		machine.Started(t, err)
		t.Fatalf("the service did not start: %v", err)
	}
	return s
}

// run starts a command and waits until it serves. If it does not, the service may still have to be stopped; its error is its log.
func run(command *exec.Cmd, temp string) (*Service, error) {
	s := &Service{Temp: temp, process: command, log: &lockedBuffer{}, ended: make(chan struct{})}
	s.process.Stderr = s.log
	out, err := s.process.StdoutPipe()
	if err == nil {
		err = s.process.Start()
	}
	if err != nil {
		close(s.ended)
		return s, err
	}
	ready := make(chan string, 1)
	go func() {
		reader := bufio.NewReader(out)
		line, _ := reader.ReadString('\n')
		ready <- line
		_, _ = io.Copy(io.Discard, reader)
		s.exit = s.process.Wait()
		close(s.ended)
	}()
	select {
	case line := <-ready:
		urls := regexp.MustCompile(`http://[\d.:]+`).FindAllString(line, -1)
		if len(urls) == 0 {
			<-s.ended
			return s, errors.New(s.Log())
		}
		s.URL = urls[0]
		if len(urls) > 1 {
			s.Admin = urls[1]
		}
		return s, nil
	case <-time.After(startTimeout):
		return s, fmt.Errorf("not in %s: %s", startTimeout, s.log)
	}
}

// Command is the program with only the given environment, and PATH, to be started by the caller.
func Command(t testing.TB, environment []string, arguments ...string) *exec.Cmd {
	t.Helper()
	program, err := os.Executable()
	require.NoError(t, err)
	command := exec.Command(program, arguments...)
	command.Env = append([]string{beProgram + "=1", "PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME")}, environment...)
	// The program ends with the test, even if the test is killed.
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	return command
}

// Stop ends the service as an operator would, and checks that it left nothing. Later calls do nothing.
func (s *Service) Stop(t testing.TB) {
	t.Helper()
	select {
	case <-s.ended:
	default:
		require.NoError(t, s.Terminate(t), "the service's exit: %s", s.log)
	}
}

// Terminate is Stop for a service that may end with an error. It gives the error, an *exec.ExitError.
func (s *Service) Terminate(t testing.TB) error {
	t.Helper()
	require.NoError(t, s.terminate())
	return s.exit
}

// terminate ends the service. It is an error if the service does not end, or leaves files.
func (s *Service) terminate() error {
	// A service that a test has signalled may have ended, before its exit is known here.
	if err := s.process.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	select {
	case <-s.ended:
	case <-time.After(startTimeout):
		_ = s.process.Process.Kill()
		return fmt.Errorf("the service did not stop: %s", s.log)
	}
	left, err := os.ReadDir(s.Temp)
	if err == nil && len(left) > 0 {
		err = fmt.Errorf("the service left %v in its temporary folder", left)
	}
	return err
}

// Signal sends the service a signal.
func (s *Service) Signal(signal syscall.Signal) error { return s.process.Process.Signal(signal) }

// Kill sends SIGKILL to the service and waits until it has ended.
func (s *Service) Kill(t testing.TB) {
	t.Helper()
	require.NoError(t, s.process.Process.Kill())
	<-s.ended
}

// Pid is the service's process id.
func (s *Service) Pid() int { return s.process.Process.Pid }

// Log is the service's log so far.
func (s *Service) Log() string { return s.log.String() }

// Answer is a whole HTTP answer.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// Post sends a JSON body with the key of the tests.
func (s *Service) Post(ctx context.Context, body []byte) (Answer, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL+operation, bytes.NewReader(body))
	if err != nil {
		return Answer{}, err
	}
	request.Header.Set("Authorization", "Bearer "+Key)
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return Answer{}, err
	}
	return Read(response)
}

// PDF posts a body and gives the PDF; any answer but a 200 fails the test.
func (s *Service) PDF(t testing.TB, body []byte) Answer {
	t.Helper()
	answer, err := s.Post(t.Context(), body)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, answer.Status, "%s", answer.Body)
	require.Equal(t, "application/pdf", answer.Header.Get("Content-Type"))
	return answer
}

// lockedBuffer is a buffer that a process writes to while a test reads it.
type lockedBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}
