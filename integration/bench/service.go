package main

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

	"platen/integration/bench/measure"
)

// service is the built program, serving.
type service struct {
	url, admin string
	folder     string // holds its temporary folder and its log
	command    *exec.Cmd
	client     *http.Client
	began      time.Time
}

const key = "secret"

// startTimeout is what a start may take before it counts as failed.
const startTimeout = time.Minute

// serve starts the program with settings of its own and nothing of this process's environment but PATH and HOME.
func serve(ctx context.Context, program, engine string, settings ...string) (*service, error) {
	folder, err := os.MkdirTemp("", "platen-bench-")
	if err != nil {
		return nil, err
	}
	s := &service{folder: folder, client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}}
	if err := s.start(ctx, program, engine, settings); err != nil {
		_ = s.stop() // which fails as well, for the same reason
		return nil, fmt.Errorf("the service did not start: %w", err)
	}
	return s, nil
}

func (s *service) start(ctx context.Context, program, engine string, settings []string) error {
	if err := os.Mkdir(s.temp(), 0o700); err != nil {
		return err
	}
	// A file, for then it costs this process nothing to have it written.
	log, err := os.Create(s.logFile())
	if err != nil {
		return err
	}
	defer log.Close()
	s.command = exec.Command(program, "serve") // stop ends it, gently
	s.command.Env = append([]string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME"), "TMPDIR=" + s.temp(),
		"PLATEN_ENGINE=" + engine, "PLATEN_HTTP_ADDR=127.0.0.1:0", "PLATEN_ADMIN_ADDR=127.0.0.1:0",
		"PLATEN_AUTH_KEYS=bench=" + key, "PLATEN_RATE_LIMIT_REQUESTS=0",
	}, settings...)
	s.command.Stderr = log
	s.command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	out, err := s.command.StdoutPipe()
	if err != nil {
		return err
	}
	s.began = time.Now()
	if err := s.command.Start(); err != nil {
		return fmt.Errorf("%w (make build makes it)", err)
	}
	return s.awaitLine(ctx, out)
}

func (s *service) temp() string    { return filepath.Join(s.folder, "tmp") }
func (s *service) logFile() string { return filepath.Join(s.folder, "log") }

// lastWords are what the service logged at its end.
func (s *service) lastWords() string {
	log, _ := os.ReadFile(s.logFile())
	return string(log[max(0, len(log)-2000):])
}

// awaitLine waits for the one line that tells that the service is ready, and where it is.
func (s *service) awaitLine(ctx context.Context, out io.Reader) error {
	lines := make(chan string, 1)
	go func() {
		line, _ := bufio.NewReader(out).ReadString('\n')
		lines <- line
	}()
	select {
	case line := <-lines:
		urls := regexp.MustCompile(`http://[\d.]+:\d+`).FindAllString(line, -1)
		if len(urls) < 2 {
			return fmt.Errorf("it said %q and logged:\n%s", line, s.lastWords())
		}
		s.url, s.admin = urls[0]+"/api/pdf/external", urls[1]
		return nil
	case <-time.After(startTimeout):
		return fmt.Errorf("nothing in %s", startTimeout)
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *service) pid() int { return s.command.Process.Pid }

// stop ends the service as an operator would, and by force where that does not help. A second call does nothing.
func (s *service) stop() error {
	defer os.RemoveAll(s.folder)
	if s.command == nil || s.command.Process == nil || s.command.ProcessState != nil {
		return nil
	}
	s.client.CloseIdleConnections()
	_ = s.command.Process.Signal(syscall.SIGTERM)
	force := time.AfterFunc(startTimeout, func() { _ = syscall.Kill(-s.pid(), syscall.SIGKILL) })
	defer force.Stop()
	if err := s.command.Wait(); err != nil {
		return fmt.Errorf("the service's end: %w\n%s", err, s.lastWords())
	}
	return nil
}

// print prints a document over HTTP.
func (s *service) print(d document) measure.Print {
	body := d.request()
	return func(ctx context.Context, _ int) (time.Duration, error) {
		began := time.Now()
		pdf, err := s.post(ctx, body)
		wait := time.Since(began)
		if err != nil {
			return 0, fmt.Errorf("%s: %w", d.name, err)
		}
		return wait, d.check(pdf)
	}
}

// post sends a request and reads the whole answer.
func (s *service) post(ctx context.Context, body []byte) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+key)
	request.Header.Set("Content-Type", "application/json")
	answer, err := s.client.Do(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	content, err := io.ReadAll(answer.Body)
	if err != nil {
		return nil, err
	}
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the service answered %d: %s", answer.StatusCode, bytes.TrimSpace(content))
	}
	return content, nil
}
