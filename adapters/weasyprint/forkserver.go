package weasyprint

import (
	"context"
	"embed"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"

	"platen/adapters/internal/genericfonts"
	"platen/adapters/internal/osprocess"
)

//go:embed *.py
var files embed.FS

// program makes one program of the arguments that follow it. Linux has no argument of more than 128 KiB.
const program = "import sys; exec(''.join(sys.argv[1:]))"

// scripts returns the parts of the program of the fork server: all scripts in their order. It looks for no garbage but between documents,
// since loading and printing leave little: see doc.go.
func scripts() []string {
	parts := []string{"import gc\ngc.disable()\n"}
	for _, name := range []string{
		"confine", "colours", "fonts", "corrections", "flexible", "floats", "stylesheets", "values", "drawings", "glyphs", "worker",
	} {
		text, _ := files.ReadFile(name + ".py") // it is embedded
		parts = append(parts, string(text))
	}
	parts[len(parts)-1] += "\nrun()\n"
	return parts
}

// forkServer is a Python that has loaded WeasyPrint, and printed a page. The processes are its forks: one takes milliseconds to start,
// where Python and its modules take half a second of the processor. It reads no document.
type forkServer struct {
	python string
	group  *osprocess.Group
	stderr osprocess.Tail // its own and its forks'

	mu      sync.Mutex
	control *net.UnixConn
}

// runningServer returns the fork server. It starts one if there is none, or if it has ended.
func (e *Engine) runningServer() (_ *forkServer, err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.server != nil {
		select {
		case <-e.server.group.Ended():
			e.server.close()
		default:
			return e.server, nil
		}
	}
	e.server, err = e.startServer()
	return e.server, err
}

func (e *Engine) startServer() (*forkServer, error) {
	s := &forkServer{python: e.python}
	own, other, err := socketPair()
	if err != nil {
		return nil, err
	}
	defer other.Close()
	s.control = own
	//nolint:noctx // it outlives the start, and is killed as a group
	command := exec.Command(e.python, append([]string{"-s", "-c", program}, scripts()...)...)
	command.Dir = e.folder
	command.Env = environment(e.folder)
	command.Stdin, command.Stdout, command.Stderr = other, &s.stderr, &s.stderr
	// A grandchild that left the group could hold standard error open.
	command.WaitDelay = time.Second
	if s.group, err = osprocess.Start(command); err != nil {
		return nil, errors.Join(err, own.Close())
	}
	return s, nil
}

// fork starts a process, and connects it. While the fork server still starts, it waits. ctx ends the fork server.
func (s *forkServer) fork(ctx context.Context, with settings) (_ *osprocess.Fork, _ net.Conn, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer context.AfterFunc(ctx, s.kill)()
	watched, cancel := context.WithCancel(ctx)
	defer cancel()
	go s.watch(watched)

	own, other, err := socketPair()
	if err != nil {
		return nil, nil, err
	}
	defer other.Close()
	life, held, err := os.Pipe()
	if err != nil {
		return nil, nil, errors.Join(err, own.Close())
	}
	defer held.Close()
	message, err := json.Marshal(with)
	if err == nil {
		_, _, err = s.control.WriteMsgUnix(message, syscall.UnixRights(int(other.Fd()), int(held.Fd())), nil)
	}
	var number [4]byte
	if err == nil {
		_, err = io.ReadFull(s.control, number[:])
	}
	if err != nil {
		return nil, nil, errors.Join(s.ended(err), own.Close(), life.Close())
	}
	return osprocess.NewFork(int(binary.BigEndian.Uint32(number[:])), life), own, nil
}

// watch kills a fork server that a signal has stopped.
func (s *forkServer) watch(ctx context.Context) {
	status := func() (osprocess.Status, error) { return osprocess.StatusOf(s.group.Pid()) }
	if osprocess.Watch(ctx, status, 0) != nil {
		s.kill()
	}
}

// ended is the error of a fork server that does not answer.
func (s *forkServer) ended(cause error) error {
	s.kill()
	if err := s.group.Wait(); strings.Contains(s.stderr.String(), "No module named 'weasyprint'") {
		return fmt.Errorf("%s has no WeasyPrint: %s", s.python, remedy)
	} else if err != nil {
		cause = err
	}
	return fmt.Errorf("%s: %w: %s", s.python, cause, s.stderr.String())
}

func (s *forkServer) kill() { _ = s.group.Kill() }

// close ends the fork server and all its forks.
func (s *forkServer) close() {
	s.kill()
	<-s.group.Ended()
	_ = s.control.Close()
}

// socketPair returns a connection and the file of its other end.
func socketPair() (own *net.UnixConn, other *os.File, err error) {
	syscall.ForkLock.RLock()
	ends, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err == nil {
		syscall.CloseOnExec(ends[0])
		syscall.CloseOnExec(ends[1])
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return nil, nil, os.NewSyscallError("socketpair", err)
	}
	file, other := os.NewFile(uintptr(ends[0]), "own end"), os.NewFile(uintptr(ends[1]), "other end")
	defer file.Close()
	connection, err := net.FileConn(file)
	if err != nil {
		return nil, nil, errors.Join(err, other.Close())
	}
	return connection.(*net.UnixConn), other, nil
}

// environment is the whole environment of a fork server and its forks. It holds nothing of the service's own.
func environment(folder string) []string {
	return []string{
		"PATH=/usr/local/bin:/usr/bin:/bin",
		"LANG=C.UTF-8", "LC_ALL=C.UTF-8", "TZ=UTC",
		"HOME=" + folder, "TMPDIR=" + folder, "XDG_CACHE_HOME=" + folder, "XDG_CONFIG_HOME=" + folder, "XDG_DATA_HOME=" + folder,
		"PYTHONDONTWRITEBYTECODE=1", "PYTHONUTF8=1",
		// What Python writes in the order of its hash tables is the same in each process.
		"PYTHONHASHSEED=0", "SOURCE_DATE_EPOCH=0",
		genericfonts.Variable(folder),
	}
}
