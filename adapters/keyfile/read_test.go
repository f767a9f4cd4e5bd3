package keyfile_test

import (
	"bytes"
	"fmt"
	"os"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"platen/adapters/keyfile"
)

// TestReloadEndlessFile: a file that has no end, or blocks, is an error like any other. The keys stay.
func TestReloadEndlessFile(t *testing.T) {
	for name, make := range map[string]func(t *testing.T, path string){
		"is not a regular file": func(t *testing.T, path string) { require.NoError(t, syscall.Mkfifo(path, 0o600)) },
		"not a regular file":    func(t *testing.T, path string) { require.NoError(t, os.Symlink("/dev/zero", path)) },
		"has more than 16MiB": func(t *testing.T, path string) {
			require.NoError(t, os.WriteFile(path, bytes.Repeat([]byte("#"), 16<<20+1), 0o600))
		},
	} {
		reloadTest(t, name, func(t *testing.T) {
			path := write(t, entry("a", hashOfPassword))
			k, logs := watch(t, keyfile.Config{File: path})
			make(t, path+".next")
			require.NoError(t, os.Rename(path+".next", path))
			requireLogged(t, logs, unusable)
			require.ErrorContains(t, k.Problem(), name)
			requireOwners(t, k, map[string]string{"password": "a"})
		})
	}
}

// TestReloadTellsNames: the line of a reload says whose keys came and went.
func TestReloadTellsNames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := write(t, entry("a", hashOfPassword))
		_, logs := watch(t, keyfile.Config{File: path})
		told := func(text string, keys int64, added, removed []any) {
			replace(t, path, text)
			time.Sleep(2 * time.Second)
			require.Equal(t, map[string]any{"keys": keys, "added": added, "removed": removed}, logs.TakeAll()[0].ContextMap())
		}
		told(entry("b", hashOfPassword)+entry("c", hashOfLetmein), 2, []any{"b", "c"}, []any{"a"})
		told("[]", 0, []any{}, []any{"b", "c"})
	})
}

// TestExpiryIsAnnounced: at the start and once a day in the last 14 days, by name.
func TestExpiryIsAnnounced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		key := func(name, hash string, left time.Duration) string {
			return fmt.Sprintf("- {name: %s, sha256: %s, expires: %s}\n", name, hash, time.Now().Add(left).Format(time.RFC3339))
		}
		const day = 24 * time.Hour
		path := write(t, key("a", hashOfPassword, time.Hour)+key("b", hashOfLetmein, 14*day+time.Hour))
		k, logs := watchAll(t, keyfile.Config{Keys: "env=third-of-them-all", File: path})
		announced := func() (names []any) {
			for _, line := range logs.TakeAll() {
				require.Contains(t, line.Message, "expires soon")
				names = append(names, line.ContextMap()["client"])
			}
			return names
		}
		require.Equal(t, []any{"a"}, announced())
		require.WithinDuration(t, time.Now().Add(time.Hour), k.NextExpiry(), 0)
		require.NoError(t, os.Remove(path)) // and with it nearly all work of a day's readings
		requireLogged(t, logs, unusable)
		time.Sleep(day)
		require.Equal(t, []any{"b"}, announced())
		require.WithinDuration(t, time.Now().Add(13*day+time.Hour), k.NextExpiry(), time.Minute)
		client, ok := k.Authenticate("password")
		require.False(t, ok)
		require.Equal(t, "a", client.Name, "of the expired key, for the log")
	})
	require.Zero(t, open(t, keyfile.Config{Keys: "env=third"}).NextExpiry())
}
