package keyfile_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"go.uber.org/zap/zaptest/observer"

	"platen/adapters/keyfile"
	"platen/ports"
)

const (
	readAgain  = "the keys file was read again"
	unusable   = "the keys file cannot be used: the keys stay as they were"
	noKeysLeft = "the keys file has no valid key any more: every request is refused"
)

// Each test runs on a fake clock, on which 2 seconds pass at once: a change must be in effect by then.
func reloadTest(t *testing.T, name string, test func(t *testing.T)) {
	t.Run(name, func(t *testing.T) { synctest.Test(t, test) })
}

func TestReload(t *testing.T) {
	for name, change := range map[string]func(t *testing.T, path, text string){
		"written in place": func(t *testing.T, path, text string) {
			require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		},
		"replaced by renaming": func(t *testing.T, path, text string) { replace(t, path, text) },
		"replaced from another folder": func(t *testing.T, path, text string) {
			require.NoError(t, os.Rename(write(t, text), path))
		},
		"its folder made anew": func(t *testing.T, path, text string) {
			require.NoError(t, os.RemoveAll(filepath.Dir(path)))
			require.NoError(t, os.Mkdir(filepath.Dir(path), 0o700))
			require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		},
		"its folder replaced": func(t *testing.T, path, text string) {
			folder := filepath.Dir(path)
			require.NoError(t, os.Rename(folder, filepath.Join(t.TempDir(), "old")))
			require.NoError(t, os.Rename(filepath.Dir(write(t, text)), folder))
		},
	} {
		reloadTest(t, name, func(t *testing.T) {
			path := write(t, entry("a", hashOfPassword))
			k, logs := watch(t, keyfile.Config{File: path, Keys: "env=third"})
			requireOwners(t, k, map[string]string{"password": "a", "letmein": "", "third": "env"})

			change(t, path, entry("b", hashOfLetmein))
			requireLogged(t, logs, readAgain)
			requireOwners(t, k, map[string]string{"password": "", "letmein": "b", "third": "env"})

			// And again: a replaced file is still watched.
			change(t, path, entry("c", hashOfPassword))
			requireLogged(t, logs, readAgain)
			requireOwners(t, k, map[string]string{"password": "c", "letmein": "", "third": "env"})
		})
	}
}

// A removed key stops, even if something else in the file changes more often than it is read.
func TestReloadWhileTheFileChanges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := write(t, entry("a", hashOfPassword)+entry("b", hashOfLetmein))
		k, _ := watch(t, keyfile.Config{File: path})
		for n := range 20 {
			replace(t, path, entry("a", hashOfPassword)+fmt.Sprintf("# %d\n", n))
			time.Sleep(100 * time.Millisecond) // of the fake clock
		}
		requireOwners(t, k, map[string]string{"password": "a", "letmein": ""})
	})
}

// TestReloadOfEngines: a change is reported with the engines that it names, and an unknown engine changes no key.
func TestReloadOfEngines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := write(t, entry("a", hashOfPassword))
		k, logs := watch(t, keyfile.Config{File: path, Engines: engines})
		var named [][]string
		k.Observe(func() { named = append(named, k.Engines()) })
		with := func(engine string) string {
			return "- {name: b, sha256: " + hashOfLetmein + ", engine: " + engine + "}\n"
		}
		replace(t, path, with("two"))
		requireLogged(t, logs, readAgain)
		replace(t, path, with("three"))
		requireLogged(t, logs, unusable)
		requireOwners(t, k, map[string]string{"letmein": "b"})
		k.Close()
		require.Equal(t, [][]string{{"two"}, {"two"}}, named)
	})
}

// TestReloadOfRefusedClient: a client that the service cannot serve changes no key, and is none at the start.
func TestReloadOfRefusedClient(t *testing.T) {
	refuse := func(c ports.Client) error {
		if c.Name == "b" {
			return errors.New("no such paper")
		}
		return nil
	}
	synctest.Test(t, func(t *testing.T) {
		path := write(t, entry("a", hashOfPassword))
		k, logs := watch(t, keyfile.Config{File: path, Check: refuse})
		replace(t, path, entry("c", hashOfPassword)+entry("b", hashOfLetmein))
		requireLogged(t, logs, unusable)
		require.ErrorContains(t, k.Problem(), "auth.keys_file: line 2: no such paper")
		requireOwners(t, k, map[string]string{"password": "a", "letmein": ""})
	})
	_, err := keyfile.New(keyfile.Config{File: write(t, entry("b", hashOfLetmein)), Check: refuse}, zap.NewNop())
	require.ErrorContains(t, err, "auth.keys_file: line 1: no such paper")
}

// Kubernetes mounts keys.yaml -> ..data/keys.yaml with ..data -> ..2026_1, and replaces the link ..data.
func TestReloadKubernetesSecret(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		folder := t.TempDir()
		publish := func(version, text string) {
			require.NoError(t, os.Mkdir(filepath.Join(folder, version), 0o700))
			require.NoError(t, os.WriteFile(filepath.Join(folder, version, "keys.yaml"), []byte(text), 0o600))
			require.NoError(t, os.Symlink(version, filepath.Join(folder, "..data_tmp")))
			require.NoError(t, os.Rename(filepath.Join(folder, "..data_tmp"), filepath.Join(folder, "..data")))
		}
		publish("..2026_1", entry("a", hashOfPassword))
		path := filepath.Join(folder, "keys.yaml")
		require.NoError(t, os.Symlink(filepath.Join("..data", "keys.yaml"), path))

		k, logs := watch(t, keyfile.Config{File: path})
		publish("..2026_2", entry("b", hashOfLetmein))
		require.NoError(t, os.RemoveAll(filepath.Join(folder, "..2026_1")))
		requireLogged(t, logs, readAgain)
		requireOwners(t, k, map[string]string{"password": "", "letmein": "b"})
	})
}

// TestReloadBrokenFile: a broken file changes no key.
func TestReloadBrokenFile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := write(t, entry("a", hashOfPassword))
		k, logs := watch(t, keyfile.Config{File: path, Keys: "env=letmein"})
		for i, broken := range []string{"", "- {", "- {name: b}", entry("b", hashOfLetmein)} {
			replace(t, path, broken)
			requireLogged(t, logs, unusable)
			requireOwners(t, k, map[string]string{"password": "a", "letmein": "env"})
			require.ErrorContains(t, k.Problem(), "auth.keys_file: ")
			require.EqualValues(t, i+1, k.Failures())
		}
		require.NoError(t, os.Remove(path))
		requireLogged(t, logs, unusable)
		requireOwners(t, k, map[string]string{"password": "a"})
		require.ErrorIs(t, k.Problem(), os.ErrNotExist)

		replace(t, path, entry("b", hashOfPassword))
		requireLogged(t, logs, readAgain)
		requireOwners(t, k, map[string]string{"password": "b"})
		require.NoError(t, k.Problem())
	})
}

// The log has one line for a broken file, without a stack, however long it stays. The counter keeps growing, so that an alert
// stays too.
func TestBrokenFileIsLoggedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := write(t, entry("a", hashOfPassword))
		core, logs := observer.New(zap.InfoLevel)
		k, err := keyfile.New(keyfile.Config{File: path}, zap.New(core, zap.AddStacktrace(zap.ErrorLevel)))
		require.NoError(t, err)
		t.Cleanup(k.Close)
		replace(t, path, "- {")
		time.Sleep(2 * time.Minute)
		require.Equal(t, 1, logs.Len())
		require.Equal(t, zapcore.ErrorLevel, logs.All()[0].Level)
		require.Empty(t, logs.All()[0].Stack)
		require.InDelta(t, 4, k.Failures(), 1, "once for each 30 seconds")
	})
}

// While the service runs, an empty list is valid: the operator revokes every key.
func TestReloadEmptyList(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := write(t, entry("a", hashOfPassword))
		k, logs := watch(t, keyfile.Config{File: path})
		replace(t, path, "[]")
		requireLogged(t, logs, noKeysLeft)
		requireOwners(t, k, map[string]string{"password": ""})
		require.Zero(t, k.Len())

		replace(t, path, entry("b", hashOfPassword))
		requireLogged(t, logs, readAgain)
		requireOwners(t, k, map[string]string{"password": "b"})
	})
}

// A change of another file, or the same text written again, is not logged.
func TestReloadIgnoresOtherFiles(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := write(t, entry("a", hashOfPassword))
		_, logs := watch(t, keyfile.Config{File: path})
		require.NoError(t, os.WriteFile(path+".other", []byte("x"), 0o600))
		replace(t, path, entry("a", hashOfPassword))
		time.Sleep(time.Minute)
		require.Zero(t, logs.Len())
	})
}

// A slow writer: half of a list must not revoke the other half.
func TestReloadWaitsForSlowWriter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		first, second := entry("a", hashOfPassword), entry("b", hashOfLetmein)
		path := write(t, first+second)
		k, _ := watch(t, keyfile.Config{File: path})
		for range 10 {
			require.NoError(t, os.WriteFile(path, []byte(first), 0o600))
			for range 8 {
				time.Sleep(10 * time.Millisecond)
				requireOwners(t, k, map[string]string{"letmein": "b"})
			}
			require.NoError(t, os.WriteFile(path, []byte(first+second), 0o600))
			for range 73 {
				time.Sleep(10 * time.Millisecond)
				requireOwners(t, k, map[string]string{"letmein": "b"})
			}
		}
	})
}

func TestReloadNow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := write(t, entry("a", hashOfPassword))
		k, _ := watch(t, keyfile.Config{File: path})
		replace(t, path, entry("b", hashOfPassword))
		require.NoError(t, k.Reload())
		requireOwners(t, k, map[string]string{"password": "b"})
		replace(t, path, "- {")
		require.ErrorContains(t, k.Reload(), "auth.keys_file: ")
		requireOwners(t, k, map[string]string{"password": "b"})
	})
	require.NoError(t, open(t, keyfile.Config{Keys: "a=x"}).Reload())
}

func TestKeysExpire(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ends := time.Now().Add(time.Hour).Format(time.RFC3339)
		k := open(t, keyfile.Config{Keys: "env=third", File: write(t,
			`- {name: a, sha256: `+hashOfPassword+`, expires: `+ends+"}\n"+`- {"name": "b", "sha256": "`+hashOfLetmein+`", "expires": "2999-12-31t23:59:59.5+01:00"}`)})
		time.Sleep(time.Hour - time.Nanosecond)
		requireOwners(t, k, map[string]string{"password": "a", "letmein": "b"})
		require.Equal(t, 3, k.Len())
		time.Sleep(time.Nanosecond)
		requireOwners(t, k, map[string]string{"password": "", "letmein": "b", "third": "env"})
		require.Equal(t, 2, k.Len())
	})
}

func TestCloseTwice(t *testing.T) {
	k, _ := watch(t, keyfile.Config{File: write(t, entry("a", hashOfPassword))})
	k.Close()
	k.Close()
	requireOwners(t, k, map[string]string{"password": "a"})

	k = open(t, keyfile.Config{Keys: "a=x"})
	k.Close()
	k.Close()
}

// replace replaces a file's text in one step.
func replace(tb testing.TB, path, text string) {
	tb.Helper()
	require.NoError(tb, os.WriteFile(path+".next", []byte(text), 0o600))
	require.NoError(tb, os.Rename(path+".next", path))
}

// watch opens a keyring with its log after the start.
func watch(tb testing.TB, config keyfile.Config) (*keyfile.Keyring, *observer.ObservedLogs) {
	tb.Helper()
	k, logs := watchAll(tb, config)
	logs.TakeAll() // of easy keys
	return k, logs
}

// watchAll opens a keyring with its log.
func watchAll(tb testing.TB, config keyfile.Config) (*keyfile.Keyring, *observer.ObservedLogs) {
	tb.Helper()
	core, logs := observer.New(zap.InfoLevel)
	k, err := keyfile.New(config, zap.New(core))
	require.NoError(tb, err)
	tb.Cleanup(k.Close)
	return k, logs
}

// requireLogged lets 2 seconds pass and checks that only that message was logged since the last call.
func requireLogged(tb testing.TB, logs *observer.ObservedLogs, message string) {
	tb.Helper()
	time.Sleep(2 * time.Second)
	all := logs.TakeAll()
	require.Len(tb, all, 1)
	require.Equal(tb, message, all[0].Message)
}
