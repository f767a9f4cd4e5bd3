package harness

import (
	"context"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/integration/program"
	"platen/ports/machine"
)

// Browser is a browser that the service did not start, for chrome.url.
type Browser struct {
	command *exec.Cmd
	once    sync.Once
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

// browserCommand is the browser on a loopback port.
func browserCommand(ctx context.Context, t testing.TB, addr, profile string, flags []string) *exec.Cmd {
	t.Helper()
	_, port, err := net.SplitHostPort(addr)
	require.NoError(t, err)
	command := exec.CommandContext(ctx, machine.Program(t, "chromium-headless-shell"), append([]string{
		"--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=" + port, "--user-data-dir=" + profile,
	}, flags...)...)
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
	return command
}

// StartBrowser starts a browser that listens on addr, waits until it answers there, and ends it with the test.
func StartBrowser(t testing.TB, addr string, flags ...string) *Browser {
	t.Helper()
	command := browserCommand(context.Background(), t, addr, t.TempDir(), flags)
	require.NoError(t, command.Start())
	b := &Browser{command: command}
	t.Cleanup(b.Kill)
	awaitBrowser(t, addr)
	return b
}

// KeepBrowser is StartBrowser for a browser that is started again when it ends, as a container is. Its profile is the caller's.
func KeepBrowser(t testing.TB, addr, profile string, flags ...string) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	first := browserCommand(ctx, t, addr, profile, flags)
	require.NoError(t, first.Start())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = first.Wait()
		for ctx.Err() == nil {
			_ = browserCommand(ctx, t, addr, profile, flags).Run()
		}
	}()
	t.Cleanup(func() {
		stop()
		<-ended
	})
	awaitBrowser(t, addr)
}

// awaitBrowser waits until a browser's DevTools answer on addr.
func awaitBrowser(t testing.TB, addr string) {
	t.Helper()
	require.Eventually(t, func() bool {
		_, err := program.Get(t.Context(), "http://"+addr+"/json/version")
		return err == nil
	}, time.Minute, 20*time.Millisecond, "the browser listens")
}

// Kill kills the browser with all its processes, and waits for its end. Later calls do nothing.
func (b *Browser) Kill() {
	b.once.Do(func() {
		_ = syscall.Kill(-b.command.Process.Pid, syscall.SIGKILL)
		_ = b.command.Wait()
	})
}

// KillRenderers kills the renderer processes only, and returns their number.
func (b *Browser) KillRenderers(t testing.TB) (killed int) {
	t.Helper()
	for _, p := range machine.Tree(b.command.Process.Pid) {
		if strings.Contains(p.Command, "--type=renderer") {
			require.NoError(t, syscall.Kill(p.PID, syscall.SIGKILL))
			killed++
		}
	}
	return killed
}
