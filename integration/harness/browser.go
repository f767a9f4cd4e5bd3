package harness

import (
	"context"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/integration/program"
	"platen/ports/machine"
)

// Browser is a browser that the service did not start, for chrome.url. As a container would be, it is started again when it ends.
type Browser struct {
	port  string
	stop  context.CancelFunc
	ended chan struct{} // closed when it has ended and is not started again
}

// BrowserFlags are the flags of a remote browser in configs/deploy/README.md, without those for a container.
func BrowserFlags(t testing.TB) []string {
	t.Helper()
	var page []byte
	err := os.ErrNotExist
	for folder := ".."; err != nil && len(folder) < 20; folder = filepath.Join("..", folder) {
		page, err = os.ReadFile(filepath.Join(folder, "configs", "deploy", "README.md"))
	}
	require.NoError(t, err)
	_, command, _ := strings.Cut(string(page), "--disable-dev-shm-usage \\\n")
	command, _, found := strings.Cut(command, "```")
	require.True(t, found)
	flags := strings.Fields(strings.NewReplacer("\\", "", `"`, "").Replace(command))
	require.Len(t, flags, 7)
	return flags
}

// StartBrowser starts a browser that listens on addr, waits until it answers there, and ends it with the test.
func StartBrowser(t testing.TB, addr string, flags ...string) *Browser {
	t.Helper()
	_, port, err := net.SplitHostPort(addr)
	require.NoError(t, err)
	bin := machine.Program(t, "chromium-headless-shell")
	arguments := append([]string{"--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=" + port,
		"--user-data-dir=" + t.TempDir()}, flags...)
	ctx, stop := context.WithCancel(context.Background())
	b := &Browser{port: port, stop: stop, ended: make(chan struct{})}
	t.Cleanup(b.Kill)
	go func() {
		defer close(b.ended)
		for ctx.Err() == nil {
			command := exec.CommandContext(ctx, bin, arguments...)
			command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
			command.Stderr = io.Discard // a pipe that all its processes inherit: Run returns when the last of them has ended
			command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
			_ = command.Run() // it was killed
		}
	}()
	require.Eventually(t, func() bool {
		_, err := program.Get(t.Context(), "http://"+addr+"/json/version")
		return err == nil
	}, time.Minute, 20*time.Millisecond, "the browser listens")
	return b
}

// Kill kills the browser with all its processes, and waits for its end. Later calls do nothing.
func (b *Browser) Kill() {
	b.stop()
	<-b.ended
}

// KillRenderers kills the renderer processes only, and returns their number.
func (b *Browser) KillRenderers(t testing.TB) (killed int) {
	t.Helper()
	for _, browser := range machine.Tree(os.Getpid()) {
		if !strings.Contains(browser.Command, "--remote-debugging-port="+b.port) {
			continue
		}
		for _, p := range machine.Tree(browser.PID) {
			if strings.Contains(p.Command, "--type=renderer") && syscall.Kill(p.PID, syscall.SIGKILL) == nil {
				killed++
			}
		}
	}
	return killed
}
