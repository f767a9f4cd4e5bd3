// Package redistest starts a real redis-server for a test.
package redistest

import (
	"bytes"
	"fmt"
	"net"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gomodule/redigo/redis"
	"github.com/stretchr/testify/require"

	"platen/ports/machine"
)

// Server is a redis-server.
type Server struct {
	// Addr is its host:port.
	Addr string

	arguments []string
	process   *exec.Cmd
	ended     chan struct{}
	output    bytes.Buffer
}

// patience is long enough for a slow machine; a server that takes as long has failed.
const patience = 30 * time.Second

// Start starts a server on a loopback port of its own, which ends with the test. The arguments are those of Open.
func Start(t testing.TB, arguments ...string) *Server {
	t.Helper()
	machine.Program(t, "redis-server")
	folder := t.TempDir()
	for range 5 { // the free port may be taken before the server binds it
		s, err := Open(machine.FreeAddress(t), folder, arguments...)
		if err == nil {
			t.Cleanup(s.Kill)
			return s
		}
		require.ErrorContains(t, err, "Address already in use")
	}
	t.Fatal("redis-server found no free port")
	return nil
}

// Open starts a server without persistence. More arguments are redis-server's own; with --tls-port, %p in them is the port. Kill ends it.
func Open(addr, folder string, arguments ...string) (*Server, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	s := &Server{Addr: addr, arguments: []string{"--bind", host, "--save", "", "--dir", folder, "--port", port}}
	for _, argument := range arguments {
		s.arguments = append(s.arguments, strings.ReplaceAll(argument, "%p", port))
	}
	return s, s.Run()
}

// URL is a value for rate_limit.redis_url.
func (s *Server) URL() string { return "redis://" + s.Addr }

// Run starts the server anew after Kill, on the same port and empty, and waits until it can be reached.
func (s *Server) Run() error {
	s.output.Reset()
	s.process, s.ended = exec.Command("redis-server", s.arguments...), make(chan struct{})
	s.process.Stdout, s.process.Stderr = &s.output, &s.output
	s.process.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := s.process.Start(); err != nil {
		return err
	}
	go func(process *exec.Cmd, ended chan struct{}) {
		_ = process.Wait() // its output says why
		close(ended)
	}(s.process, s.ended)
	for began := time.Now(); time.Since(began) < patience; time.Sleep(5 * time.Millisecond) {
		select {
		case <-s.ended:
			return fmt.Errorf("redis-server ended: %s", &s.output)
		default:
		}
		if c, err := net.Dial("tcp", s.Addr); err == nil {
			return c.Close()
		}
	}
	s.Kill()
	return fmt.Errorf("redis-server does not answer: %s", &s.output)
}

// Kill kills the server, as a crash would, and waits for its end. A second call does nothing.
func (s *Server) Kill() {
	_ = s.process.Process.Kill()
	<-s.ended
}

// Pause makes the server hang: it accepts connections and does not answer. Resume ends that.
func (s *Server) Pause(t testing.TB) {
	t.Helper()
	require.NoError(t, s.process.Process.Signal(syscall.SIGSTOP))
}

// Resume makes a paused server answer again.
func (s *Server) Resume(t testing.TB) {
	t.Helper()
	require.NoError(t, s.process.Process.Signal(syscall.SIGCONT))
}

// Ask sends one command and returns the reply, for tests of what the server received.
func (s *Server) Ask(t testing.TB, command string, arguments ...any) string {
	t.Helper()
	c, err := redis.Dial("tcp", s.Addr, redis.DialReadTimeout(patience), redis.DialWriteTimeout(patience))
	require.NoError(t, err)
	defer func() { _ = c.Close() }()
	reply, err := c.Do(command, arguments...)
	require.NoError(t, err)
	if text, isText := reply.([]byte); isText {
		return string(text)
	}
	return fmt.Sprint(reply)
}
