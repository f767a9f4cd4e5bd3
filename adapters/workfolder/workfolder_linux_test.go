package workfolder_test

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"go.uber.org/zap/zaptest/observer"

	"platen/adapters/workfolder"
)

// beInstance makes the test binary an instance that opens its folder, prints the path and waits for its input to end.
const beInstance = "BE_AN_INSTANCE"

func TestMain(m *testing.M) {
	if os.Getenv(beInstance) == "" {
		os.Exit(m.Run())
	}
	folder, err := workfolder.Open(zap.NewNop())
	if err != nil {
		panic(err)
	}
	_, _ = os.Stdout.WriteString(folder.Path() + "\n")
	_, _ = bufio.NewReader(os.Stdin).ReadString('\n')
	if err := folder.Close(); err != nil {
		panic(err)
	}
}

func TestCloseLeavesNothing(t *testing.T) {
	temp := temporary(t)
	folder, err := workfolder.Open(zap.NewNop())
	require.NoError(t, err)
	require.Equal(t, temp, filepath.Dir(folder.Path()))
	write(t, filepath.Join(folder.Path(), "profile", "file"))
	require.NoError(t, folder.Close())
	require.NoError(t, folder.Close(), "a second time")
	require.Empty(t, entries(t, temp))
}

// TestKilledInstance: the next start removes the folder of a killed instance, and nothing else: neither the folder of a running
// instance nor other files.
func TestKilledInstance(t *testing.T) {
	temp := temporary(t)
	killed, running := start(t), start(t)
	write(t, filepath.Join(killed.path, "profile", "file"))
	write(t, filepath.Join(running.path, "profile", "file"))
	write(t, filepath.Join(temp, "platen-work-notes.txt"))
	elsewhere := t.TempDir()
	write(t, filepath.Join(elsewhere, "file"))
	require.NoError(t, os.Symlink(elsewhere, filepath.Join(temp, "platen-work-link")))
	require.NoError(t, killed.command.Process.Kill())
	_ = killed.command.Wait()
	require.DirExists(t, killed.path)

	core, logs := observer.New(zapcore.InfoLevel)
	folder, err := workfolder.Open(zap.New(core))
	require.NoError(t, err)
	defer folder.Close()
	require.NoDirExists(t, killed.path)
	require.FileExists(t, filepath.Join(running.path, "profile", "file"))
	require.FileExists(t, filepath.Join(temp, "platen-work-notes.txt"))
	require.FileExists(t, filepath.Join(elsewhere, "file"))
	require.Equal(t, 1, logs.FilterField(zap.String("path", killed.path)).Len())
	require.Equal(t, 1, logs.Len(), "%v", logs.All())

	require.NoError(t, running.in.Close())
	require.NoError(t, running.command.Wait())
	require.NoDirExists(t, running.path)
}

// TestInstancesStartTogether: an instance that sweeps does not remove the folder that another one is making.
func TestInstancesStartTogether(t *testing.T) {
	temp := temporary(t)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 50 {
				folder, err := workfolder.Open(zap.NewNop())
				if err != nil {
					t.Error(err)
					return
				}
				if err := os.WriteFile(filepath.Join(folder.Path(), "file"), nil, 0o600); err != nil {
					t.Error(err)
				}
				if err := folder.Close(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	require.Empty(t, entries(t, temp))
}

func TestNoTemporaryFolder(t *testing.T) {
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "none"))
	_, err := workfolder.Open(zap.NewNop())
	require.ErrorIs(t, err, os.ErrNotExist)
	require.ErrorContains(t, err, "temporary folder")
}

type instance struct {
	command *exec.Cmd
	in      interface{ Close() error }
	path    string
}

func start(t *testing.T) instance {
	t.Helper()
	program, err := os.Executable()
	require.NoError(t, err)
	command := exec.Command(program)
	command.Env = append(os.Environ(), beInstance+"=1")
	in, err := command.StdinPipe()
	require.NoError(t, err)
	out, err := command.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, command.Start())
	line, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	return instance{command: command, in: in, path: strings.TrimSpace(line)}
}

func temporary(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	return folder
}

func write(t *testing.T, path string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
	require.NoError(t, os.WriteFile(path, []byte("x"), 0o600))
}

func entries(t *testing.T, folder string) []os.DirEntry {
	t.Helper()
	found, err := os.ReadDir(folder)
	require.NoError(t, err)
	return found
}
