package keyfile_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"platen/adapters/keyfile"
)

const (
	readAgain  = "the keys file was read again"
	unusable   = "the keys file cannot be used: the keys stay as they were"
	noKeysLeft = "the keys file holds no key any more: every request is refused"
)

func TestReload(t *testing.T) {
	const inPlace = "written in place"
	tests := map[string]func(t *testing.T, path, text string){
		inPlace: func(t *testing.T, path, text string) {
			require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		},
		"replaced by renaming": func(t *testing.T, path, text string) { replace(t, path, text) },
		"replaced from another folder": func(t *testing.T, path, text string) {
			require.NoError(t, os.Rename(write(t, text), path))
		},
	}
	for name, change := range tests {
		t.Run(name, func(t *testing.T) {
			path := write(t, entry("a", hashOfPassword))
			k, events := watch(t, keyfile.Config{File: path, Keys: "env=third"})
			requireOwners(t, k, map[string]string{"password": "a", "letmein": "", "third": "env"})

			told := requireEvent
			if name == inPlace {
				told = requireEventAtLast
			}
			change(t, path, entry("b", hashOfLetmein))
			told(t, events, readAgain)
			requireOwners(t, k, map[string]string{"password": "", "letmein": "b", "third": "env"})

			// And again: a file that was replaced is a file that is watched.
			change(t, path, entry("c", hashOfPassword))
			told(t, events, readAgain)
			requireOwners(t, k, map[string]string{"password": "c", "letmein": "", "third": "env"})
		})
	}
}

// Kubernetes mounts keys.yaml -> ..data/keys.yaml with ..data -> ..2026_1, and puts a new link in ..data's place.
func TestReloadThroughKubernetesLinks(t *testing.T) {
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

	k, events := watch(t, keyfile.Config{File: path})
	publish("..2026_2", entry("b", hashOfLetmein))
	require.NoError(t, os.RemoveAll(filepath.Join(folder, "..2026_1")))
	requireEvent(t, events, readAgain)
	requireOwners(t, k, map[string]string{"password": "", "letmein": "b"})

	publish("..2026_3", entry("c", hashOfPassword))
	requireEvent(t, events, readAgain)
	requireOwners(t, k, map[string]string{"password": "c", "letmein": ""})
}

// A link into another folder: what changes there is seen, and where the link leads next, too.
func TestReloadThroughALink(t *testing.T) {
	target, path := write(t, entry("a", hashOfPassword)), filepath.Join(t.TempDir(), "keys.yaml")
	require.NoError(t, os.Symlink(target, path))
	k, events := watch(t, keyfile.Config{File: path})

	replace(t, target, entry("b", hashOfPassword))
	requireEvent(t, events, readAgain)
	requireOwners(t, k, map[string]string{"password": "b"})

	target = write(t, entry("c", hashOfPassword))
	require.NoError(t, os.Symlink(target, path+".new"))
	require.NoError(t, os.Rename(path+".new", path))
	requireEvent(t, events, readAgain)
	requireOwners(t, k, map[string]string{"password": "c"})

	replace(t, target, entry("d", hashOfPassword))
	requireEvent(t, events, readAgain)
	requireOwners(t, k, map[string]string{"password": "d"})
}

func TestReloadOfABrokenFileKeepsTheKeys(t *testing.T) {
	path := write(t, entry("a", hashOfPassword))
	k, events := watch(t, keyfile.Config{File: path, Keys: "env=letmein"})
	for _, broken := range []string{"", "- {", "- {name: b}", entry("b", hashOfLetmein)} {
		replace(t, path, broken)
		requireEvent(t, events, unusable)
		requireOwners(t, k, map[string]string{"password": "a", "letmein": "env"})
	}
	require.NoError(t, os.Remove(path))
	requireEvent(t, events, unusable)
	requireOwners(t, k, map[string]string{"password": "a"})

	replace(t, path, entry("b", hashOfPassword))
	requireEvent(t, events, readAgain)
	requireOwners(t, k, map[string]string{"password": "b"})
}

// To take every key back is a wish, not a mistake, once the service runs.
func TestReloadOfAnEmptyListRefusesEverybody(t *testing.T) {
	path := write(t, entry("a", hashOfPassword))
	k, events := watch(t, keyfile.Config{File: path})
	replace(t, path, "[]")
	requireEvent(t, events, noKeysLeft)
	requireOwners(t, k, map[string]string{"password": ""})

	replace(t, path, entry("b", hashOfPassword))
	requireEvent(t, events, readAgain)
	requireOwners(t, k, map[string]string{"password": "b"})
}

// A neighbour's change, and the same text written once more, are not news.
func TestReloadSaysNothingOfOtherFiles(t *testing.T) {
	path := write(t, entry("a", hashOfPassword))
	k, events := watch(t, keyfile.Config{File: path})
	for range 3 {
		require.NoError(t, os.WriteFile(path+".other", []byte("x"), 0o600))
		replace(t, path, entry("a", hashOfPassword))
	}
	replace(t, path, entry("b", hashOfPassword))
	requireEvent(t, events, readAgain)
	requireOwners(t, k, map[string]string{"password": "b"})
	require.NoError(t, k.Close())
	require.Empty(t, events)
}

func TestCloseTwice(t *testing.T) {
	k, _ := watch(t, keyfile.Config{File: write(t, entry("a", hashOfPassword))})
	require.NoError(t, k.Close())
	require.NoError(t, k.Close())
	requireOwners(t, k, map[string]string{"password": "a"})

	k = open(t, keyfile.Config{Keys: "a=x"})
	require.NoError(t, k.Close())
	require.NoError(t, k.Close())
}

// replace gives a file a new text in one step. A file that is written is empty for a moment, and may be read then.
func replace(tb testing.TB, path, text string) {
	tb.Helper()
	require.NoError(tb, os.WriteFile(path+".next", []byte(text), 0o600))
	require.NoError(tb, os.Rename(path+".next", path))
}

// watch opens a keyring whose log lines arrive in events.
func watch(tb testing.TB, config keyfile.Config) (k *keyfile.Keyring, events chan zapcore.Entry) {
	tb.Helper()
	events = make(chan zapcore.Entry, 100)
	core := zapcore.NewCore(zapcore.NewJSONEncoder(zapcore.EncoderConfig{}), zapcore.AddSync(tb.Output()), zap.InfoLevel)
	log := zap.New(core, zap.Hooks(func(e zapcore.Entry) error {
		if e.Message != "a key of auth.keys is easy to guess: use `platen keys new NAME`" {
			events <- e
		}
		return nil
	}))
	k, err := keyfile.New(config, log)
	require.NoError(tb, err)
	tb.Cleanup(func() { require.NoError(tb, k.Close()) })
	return k, events
}

func requireEvent(tb testing.TB, events chan zapcore.Entry, message string) {
	tb.Helper()
	require.Equal(tb, message, nextEvent(tb, events))
}

// requireEventAtLast is for a file that may be read before it is whole.
func requireEventAtLast(tb testing.TB, events chan zapcore.Entry, message string) {
	tb.Helper()
	event := nextEvent(tb, events)
	for event == unusable {
		event = nextEvent(tb, events)
	}
	require.Equal(tb, message, event)
}

func nextEvent(tb testing.TB, events chan zapcore.Entry) (message string) {
	tb.Helper()
	select {
	case e := <-events:
		return e.Message
	case <-time.After(20 * time.Second):
		tb.Fatal("nothing is told")
		return ""
	}
}
