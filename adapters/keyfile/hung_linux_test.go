package keyfile_test

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	"platen/adapters/keyfile"
	"platen/ports/machine"
)

// TestHungFileSystem mounts a file system that answers nothing, as that of a network that is gone.
func TestHungFileSystem(t *testing.T) {
	machine.Root(t) // which may mount a file system
	machine.Path(t, "/dev/fuse")
	folder := t.TempDir()
	path := filepath.Join(folder, "keys.yaml")
	require.NoError(t, os.WriteFile(path, []byte(entry("a", hashOfPassword)), 0o600))
	k, _ := watch(t, keyfile.Config{File: path})

	server, err := os.OpenFile("/dev/fuse", os.O_RDWR, 0)
	require.NoError(t, err)
	require.NoError(t, syscall.Mount("hung", folder, "fuse", 0, fmt.Sprintf("fd=%d,rootmode=40000,user_id=0,group_id=0", server.Fd())))
	unmount := func() {
		_ = server.Close() // which ends the reading that hangs
		_ = syscall.Unmount(folder, syscall.MNT_DETACH)
	}
	defer unmount()
	require.Eventually(t, func() bool { return k.Problem() != nil }, 10*time.Second, 10*time.Millisecond)
	require.ErrorContains(t, k.Problem(), "no answer within 1s")
	requireOwners(t, k, map[string]string{"password": "a"})
	began := time.Now()
	_, err = keyfile.New(keyfile.Config{File: path}, zap.NewNop())
	require.ErrorContains(t, err, "no answer within 1s")
	k.Close()
	require.Less(t, time.Since(began), 5*time.Second, "the service starts and stops all the same")

	unmount()
	text, err := keyfile.List(path, engines)
	require.NoError(t, err)
	require.Len(t, text, 1)
}
