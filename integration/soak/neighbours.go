package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// keysFile is the service's file of keys.
type keysFile struct {
	path  string
	extra bool
}

// The clients' keys.
const (
	smallKey   = "the-key-of-the-small-documents"
	hostileKey = "the-key-of-the-hostile-documents"
)

func newKeysFile(path string) (*keysFile, error) {
	k := &keysFile{path: path}
	return k, k.change()
}

// change adds a client or removes it again, as an operator's tool does: it writes a new file and renames it.
func (k *keysFile) change() error {
	k.extra = !k.extra
	var b strings.Builder
	add := func(name, key string) {
		fmt.Fprintf(&b, "- {name: %s, sha256: \"%x\"}\n", name, sha256.Sum256([]byte(key)))
	}
	add("small", smallKey)
	add("hostile", hostileKey)
	if k.extra {
		add("extra", "the-key-of-nobody")
	}
	if err := os.WriteFile(k.path+".new", []byte(b.String()), 0o600); err != nil {
		return err
	}
	return os.Rename(k.path+".new", k.path)
}

// redis is a redis-server on a loopback port of its own.
type redis struct {
	port    string
	process *exec.Cmd
}

func startRedis(ctx context.Context) (*redis, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	r := &redis{port: strconv.Itoa(listener.Addr().(*net.TCPAddr).Port)}
	_ = listener.Close()
	return r, r.start(ctx)
}

func (r *redis) url() string { return "redis://127.0.0.1:" + r.port }

// start starts the server and waits until it answers.
func (r *redis) start(ctx context.Context) error {
	r.process = exec.Command("redis-server", "--port", r.port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no")
	r.process.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := r.process.Start(); err != nil {
		return fmt.Errorf("%w (Debian's package redis-server)", err)
	}
	for range 200 {
		connection, err := net.Dial("tcp", "127.0.0.1:"+r.port)
		if err == nil {
			return connection.Close()
		}
		if err := pause(ctx, 50*time.Millisecond); err != nil {
			return err
		}
	}
	return fmt.Errorf("redis-server does not answer")
}

func (r *redis) stop() {
	_ = r.process.Process.Kill()
	_ = r.process.Wait()
}

func (r *redis) restart() error {
	r.stop()
	return r.start(context.Background())
}

// silentServer accepts connections and never answers.
type silentServer struct{ listener net.Listener }

func startSilentServer() (*silentServer, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	go func() {
		for {
			if _, err := listener.Accept(); err != nil {
				return
			}
		}
	}()
	return &silentServer{listener}, nil
}

func (s *silentServer) address() string { return s.listener.Addr().String() }
func (s *silentServer) close()          { _ = s.listener.Close() }
