package shadowfolder_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/adapters/shadowfolder"
	"platen/domain"
	"platen/domain/comparison"
)

func open(t *testing.T, dir string, limit domain.ByteSize) *shadowfolder.Folder {
	t.Helper()
	folder, err := shadowfolder.Open(dir, limit)
	require.NoError(t, err)
	t.Cleanup(func() { _ = folder.Close() })
	return folder
}

// result is the n-th one.
func result(n int) comparison.Shadow {
	return comparison.Shadow{
		Time: time.Unix(int64(n), 0).UTC(), Engines: []comparison.Engine{{Name: "a", Version: "1"}, {Name: "b", Version: "2"}},
		Document: comparison.Document{
			Name: fmt.Sprintf("20261122-%06d.000000000", n), Renders: map[string]comparison.Render{"a": {Pages: n}},
			Comparisons: []comparison.Comparison{{Engine: "b", Verdict: comparison.Similar}},
		},
	}
}

// TestWhatIsAddedIsRead: by several instances, one after the other.
func TestWhatIsAddedIsRead(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "made", "here")
	for n := range 3 {
		folder := open(t, dir, domain.MiB)
		require.NoError(t, folder.Add(result(2*n), []byte(`{"html":"x"}`)))
		require.NoError(t, folder.Add(result(2*n+1), nil))
		require.NoError(t, folder.Close())
	}
	results, err := shadowfolder.Read(dir)
	require.NoError(t, err)
	require.Len(t, results.Lines, 6)
	for n, line := range results.Lines {
		require.Equal(t, result(n), line)
	}
	require.Len(t, results.Requests, 3)
	body, err := os.ReadFile(results.Requests[1])
	require.NoError(t, err)
	require.Equal(t, `{"html":"x"}`, string(body))
	require.Equal(t, result(2).Name+".json", filepath.Base(results.Requests[1]))
}

// TestOnlyTheOwnerReads: requests hold data of clients.
func TestOnlyTheOwnerReads(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "shadow")
	require.NoError(t, open(t, dir, domain.MiB).Add(result(1), []byte("{}")))
	seen := 0
	require.NoError(t, filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		require.NoError(t, err)
		info, err := entry.Info()
		require.NoError(t, err)
		require.Zero(t, info.Mode().Perm()&0o077, path)
		seen++
		return nil
	}))
	require.Equal(t, 5, seen) // the folder, the lock, the lines, the requests' folder and the request
}

// TestTheOldestMakeRoom: the folder never exceeds its limit, and the latest results stay.
func TestTheOldestMakeRoom(t *testing.T) {
	const limit = 64 * domain.KiB
	dir := t.TempDir()
	foreign := filepath.Join(dir, "notes.txt")
	require.NoError(t, os.WriteFile(foreign, []byte("mine"), 0o600))
	folder := open(t, dir, limit)
	for n := range 200 {
		require.NoError(t, folder.Add(result(n), bytes.Repeat([]byte("x"), 1000+n)))
		require.LessOrEqual(t, used(t, dir), int64(limit)+4)
	}
	results, err := shadowfolder.Read(dir)
	require.NoError(t, err)
	require.Equal(t, len(results.Lines), len(results.Requests))
	require.Greater(t, len(results.Lines), 200*int(limit)/int(domain.MiB)/2)
	require.Equal(t, result(199), results.Lines[len(results.Lines)-1])
	require.FileExists(t, foreign)
	require.ErrorContains(t, folder.Add(result(200), make([]byte, limit)), "does not fit into shadow.max_bytes")

	// A smaller limit holds at once.
	require.NoError(t, folder.Close())
	open(t, dir, limit/4)
	require.LessOrEqual(t, used(t, dir), int64(limit)/4+4)
	require.FileExists(t, foreign)
}

// TestRemovedByHand: an operator who removes results does not hold up those that follow.
func TestRemovedByHand(t *testing.T) {
	dir := t.TempDir()
	folder := open(t, dir, 64*domain.KiB)
	for n := range 200 {
		require.NoError(t, folder.Add(result(n), make([]byte, 1000)))
		if n == 20 {
			files, err := filepath.Glob(filepath.Join(dir, "2*"))
			require.NoError(t, err)
			require.NotEmpty(t, files)
			for _, file := range files {
				require.NoError(t, os.RemoveAll(file))
			}
		}
	}
	results, err := shadowfolder.Read(dir)
	require.NoError(t, err)
	require.Equal(t, result(199), results.Lines[len(results.Lines)-1])
}

func used(t *testing.T, dir string) (sum int64) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(dir, func(_ string, entry fs.DirEntry, err error) error {
		require.NoError(t, err)
		if info, err := entry.Info(); err == nil && info.Mode().IsRegular() {
			sum += info.Size()
		}
		return nil
	}))
	return sum
}

// TestOneInstance: two would remove each other's files.
func TestOneInstance(t *testing.T) {
	dir := t.TempDir()
	first := open(t, dir, domain.MiB)
	_, err := shadowfolder.Open(dir, domain.MiB)
	require.ErrorContains(t, err, "is in use by another instance")
	require.NoError(t, first.Close())
	open(t, dir, domain.MiB)
}

// TestHalfALine: a service that was killed or is writing leaves one; it is skipped. Other lines that are no results are errors.
func TestHalfALine(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, open(t, dir, domain.MiB).Add(result(1), nil))
	path := filepath.Join(dir, result(1).Name+".jsonl")
	add := func(text string) {
		file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		require.NoError(t, err)
		_, err = file.WriteString(text)
		require.NoError(t, err)
		require.NoError(t, file.Close())
	}
	add(`{"time":`)
	results, err := shadowfolder.Read(dir)
	require.NoError(t, err)
	require.Len(t, results.Lines, 1)
	add("\n")
	_, err = shadowfolder.Read(dir)
	require.ErrorContains(t, err, result(1).Name+".jsonl:2: ")
	_, err = shadowfolder.Read(filepath.Join(dir, "nowhere"))
	require.Error(t, err)
}

// FuzzRead: whatever a folder holds, Read gives results or an error.
func FuzzRead(f *testing.F) {
	f.Add([]byte("{}\n"))
	f.Add([]byte(`{"engines":[{},{}],"name":"n","comparisons":[{}]}` + "\n"))
	f.Fuzz(func(t *testing.T, content []byte) {
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, "x.jsonl"), content, 0o600))
		results, err := shadowfolder.Read(dir)
		if err != nil {
			require.Empty(t, results.Lines)
		}
		for _, line := range results.Lines {
			require.Len(t, line.Engines, 2)
			require.Len(t, line.Comparisons, 1)
		}
	})
}
