// Package harness starts the program as a process, for tests that use it over HTTP. The program is the test binary itself, started
// again: so it is always the code under test, with the race detector if the tests have it.
package harness

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/engines"
	"platen/app/command"
	"platen/integration/program"
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
type Service struct{ *program.Service }

// Answer is a whole HTTP answer.
type Answer = program.Answer

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
// worker takes more processor time than most documents. Documents have the time that a busy machine needs for them.
func Settings(temp string) []string {
	return []string{
		"PLATEN_HTTP_ADDR=127.0.0.1:0", "PLATEN_ADMIN_ADDR=127.0.0.1:0", "PLATEN_AUTH_KEYS=tests=" + Key,
		"PLATEN_RATE_LIMIT_REQUESTS=0", "PLATEN_RENDER_CONCURRENCY=1", "PLATEN_RENDER_TIMEOUT=10m", "TMPDIR=" + temp,
	}
}

// StartProcess is Start for a command that becomes the service, or passes output and signals between it and this process.
func StartProcess(t testing.TB, command *exec.Cmd, temp string) *Service {
	t.Helper()
	service, err := program.Start(command, temp)
	if err != nil {
		machine.Started(t, err)
		t.Fatalf("the service did not start: %v", err)
	}
	s := &Service{service}
	t.Cleanup(func() { s.Stop(t) })
	return s
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
	case <-s.Ended():
	default:
		require.NoError(t, s.Terminate(t), "the service's exit: %s", s.Log())
	}
}

// Terminate is Stop for a service that may end with an error, an *exec.ExitError.
func (s *Service) Terminate(t testing.TB) error {
	t.Helper()
	exit, err := s.Service.Terminate()
	require.NoError(t, err)
	return exit
}

// Kill sends SIGKILL to the service and waits until it has ended.
func (s *Service) Kill(t testing.TB) {
	t.Helper()
	require.NoError(t, s.Signal(syscall.SIGKILL))
	<-s.Ended()
}

// Processes are all descendants of the service that live now, or are zombies.
func (s *Service) Processes() []machine.Process {
	tree := machine.Tree(s.PID())
	return tree[min(1, len(tree)):]
}

// Post sends a JSON body with the key of the tests.
func (s *Service) Post(ctx context.Context, body []byte) (Answer, error) {
	answer, err := s.Service.Post(ctx, Key, body)
	if err != nil {
		return Answer{}, err
	}
	return answer, check(answer, nil)
}

// PDF posts a body and returns the PDF; any answer but a 200 fails the test.
func (s *Service) PDF(t testing.TB, body []byte) Answer {
	t.Helper()
	answer, err := s.Post(t.Context(), body)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, answer.Status, "%s", answer.Body)
	require.Equal(t, "application/pdf", answer.Header.Get("Content-Type"))
	return answer
}
