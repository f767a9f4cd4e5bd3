package keyfile_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"
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

// TestExpiryIsAnnounced: 14 days before or as soon as the key is known, and then once a day, by name.
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
		replace(t, path, key("a", hashOfPassword, time.Hour)+key("b", hashOfLetmein, 14*day+time.Hour)+key("c", strings.Repeat("0", 64), time.Minute))
		time.Sleep(2 * time.Second)
		lines := logs.TakeAll()
		require.Len(t, lines, 2, "the file's change, and the key that it added")
		require.Equal(t, "c", lines[1].ContextMap()["client"])
		require.NoError(t, os.Remove(path)) // and with it nearly all work of a day's readings
		requireLogged(t, logs, unusable)
		time.Sleep(time.Hour)
		require.Equal(t, []any{"b"}, announced())
		time.Sleep(day)
		require.Equal(t, []any{"b"}, announced())
		require.WithinDuration(t, time.Now().Add(13*day), k.NextExpiry(), time.Minute)
		client, ok := k.Authenticate("password")
		require.False(t, ok)
		require.Equal(t, "a", client.Name, "of the expired key, for the log")
	})
	require.Zero(t, open(t, keyfile.Config{Keys: "env=third"}).NextExpiry())
}
