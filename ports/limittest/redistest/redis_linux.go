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

// Server is a redis-server on a loopback port of its own, which ends with the test.
type Server struct {
	// Addr is its host:port.
	Addr string

	arguments []string
	process   *exec.Cmd
	output    *bytes.Buffer
}

// patience is long enough for a slow machine; a server that takes as long has failed.
const patience = 30 * time.Second

// Start starts a server without persistence. More arguments are redis-server's own; with --tls-port, %p in them is the
// port.
func Start(t testing.TB, arguments ...string) *Server {
	t.Helper()
	folder := t.TempDir()
	for range 5 { // the free port may be taken before the server binds it
		s := &Server{Addr: machine.FreeAddress(t)}
		_, port, err := net.SplitHostPort(s.Addr)
		require.NoError(t, err)
		s.arguments = []string{"--bind", "127.0.0.1", "--save", "", "--dir", folder, "--port", port}
		for _, argument := range arguments {
			s.arguments = append(s.arguments, strings.ReplaceAll(argument, "%p", port))
		}
		if s.start(t) {
			t.Cleanup(func() { s.Stop(t) })
			return s
		}
	}
	t.Fatal("redis-server found no free port")
	return nil
}

// URL is a value for rate_limit.redis_url.
func (s *Server) URL() string { return "redis://" + s.Addr }

// start returns false if the port is taken.
func (s *Server) start(t testing.TB) bool {
	t.Helper()
	s.output = &bytes.Buffer{}
	s.process = exec.Command(machine.Program(t, "redis-server"), s.arguments...)
	s.process.Stdout, s.process.Stderr = s.output, s.output
	s.process.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	require.NoError(t, s.process.Start())
	ended := make(chan error, 1)
	process := s.process
	go func() { ended <- process.Wait() }()
	for began := time.Now(); time.Since(began) < patience; time.Sleep(5 * time.Millisecond) {
		select {
		case err := <-ended:
			require.Contains(t, s.output.String(), "Address already in use", "%v", err)
			return false
		default:
		}
		if c, err := net.Dial("tcp", s.Addr); err == nil {
			c.Close()
			return true
		}
	}
	t.Fatalf("redis-server did not start: %s", s.output)
	return false
}

// Stop kills the server, as a crash would. A second call does nothing.
func (s *Server) Stop(t testing.TB) {
	t.Helper()
	_ = s.process.Process.Signal(syscall.SIGCONT)
	_ = s.process.Process.Kill()
	require.Eventually(t, func() bool {
		c, err := net.Dial("tcp", s.Addr)
		if err == nil {
			c.Close()
		}
		return err != nil
	}, patience, 5*time.Millisecond)
}

// Restart starts the server anew after Stop, on the same port and empty.
func (s *Server) Restart(t testing.TB) {
	t.Helper()
	require.True(t, s.start(t), "the port of a stopped server is taken")
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
	defer c.Close()
	reply, err := c.Do(command, arguments...)
	require.NoError(t, err)
	if text, isText := reply.([]byte); isText {
		return string(text)
	}
	return fmt.Sprint(reply)
}
