package integration_test

import (
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/integration/harness"
	"platen/ports/machine"
)

// TestTemporaryFolderIsFull: /readyz, the log and a start say so, and the service recovers when there is room again. Chrome needs no
// room for small documents.
func TestTemporaryFolderIsFull(t *testing.T) {
	t.Parallel()
	machine.Root(t)
	for engine, prints := range map[string]bool{"chrome": true, "wkhtmltopdf": false} {
		t.Run(engine, func(t *testing.T) {
			folder := t.TempDir()
			mountFolder(t, folder, "128m")
			settings := []string{"PLATEN_ENGINE=" + engine, "TMPDIR=" + folder}
			s := harness.Start(t, settings...)
			delivered(t, call{}.to(t, s))
			requireReady := func(status int, said string) {
				t.Helper()
				response, err := http.Get(s.Admin + "/readyz")
				require.NoError(t, err)
				defer response.Body.Close()
				body, err := io.ReadAll(response.Body)
				require.NoError(t, err)
				require.Equal(t, status, response.StatusCode, "%s", body)
				require.Contains(t, string(body), said)
			}
			full := "the temporary folder " + folder + " is full: make room, or set TMPDIR"
			fill := filepath.Join(folder, "fill")
			_ = os.WriteFile(fill, make([]byte, 256<<20), 0o600) // as much as fits

			requireReady(http.StatusOK, `"temporary folder":"`+full)
			answer := call{body: fields{"html": "<p>A new document"}}.to(t, s)
			if prints {
				delivered(t, answer)
			} else {
				refused(t, answer, http.StatusServiceUnavailable)
				requireReady(http.StatusServiceUnavailable, `"engine":"`+full)
				require.Contains(t, s.Log(), full)
				ctx, cancel := context.WithTimeout(t.Context(), patience)
				defer cancel()
				command := harness.Command(t, append(harness.Settings(folder), settings...), "serve")
				defer context.AfterFunc(ctx, func() { _ = command.Process.Kill() })()
				out, err := command.CombinedOutput()
				require.Error(t, err)
				require.Contains(t, string(out), full)
			}
			require.NoError(t, os.Remove(fill))
			delivered(t, call{}.to(t, s))
			// A program that is just being started by a test beside this one may have the removed file open until it runs.
			require.Eventually(t, func() bool {
				var room syscall.Statfs_t
				require.NoError(t, syscall.Statfs(folder, &room))
				return room.Bavail > room.Blocks/2
			}, patience, 5*time.Millisecond)
			requireReady(http.StatusOK, `"temporary folder":"ok"`)
		})
	}
}

// TestOutputFolderIsFull: a PDF that does not fit leaves the older one as it is, and nothing beside it.
func TestOutputFolderIsFull(t *testing.T) {
	t.Parallel()
	machine.Root(t)
	folder := t.TempDir()
	mountFolder(t, folder, "8k")
	output := filepath.Join(folder, "out.pdf")
	require.NoError(t, os.WriteFile(output, []byte("old"), 0o600))
	got := start(t, `{"html":"`+strings.Repeat("<p>a page<p style=page-break-after:always>", 50)+`"}`, nil, "render", "-o", output)
	require.NotZero(t, got.exit)
	require.Contains(t, got.err, "no space left on device")
	content, err := os.ReadFile(output)
	require.NoError(t, err)
	require.Equal(t, "old", string(content))
	require.Len(t, entries(t, folder), 1)
}

// mountFolder mounts a file system of that size on a folder, until the end of the test.
func mountFolder(t *testing.T, folder, size string) {
	t.Helper()
	require.NoError(t, syscall.Mount("room", folder, "tmpfs", 0, "size="+size))
	t.Cleanup(func() { require.NoError(t, syscall.Unmount(folder, syscall.MNT_DETACH)) })
}
