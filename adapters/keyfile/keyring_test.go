package keyfile_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
	"go.uber.org/zap"
	"pgregory.net/rapid"

	"platen/adapters/keyfile"
	"platen/domain"
	"platen/ports"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// engines are those that keys may name.
var engines = []string{"one", "two"}

// The hashes of the words "password" and "letmein".
const (
	hashOfPassword = "5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8"
	hashOfLetmein  = "1c8bfe8f801d79745c4631d09fff36c82aa37fc4cce4fc946683d7b336b63032"
	hashOfAnother  = "ae448ac86c4e8e4dec645729708ef41873ae79c6dff84eff73360989487f08e5"
)

func TestPlainKeys(t *testing.T) {
	k := open(t, keyfile.Config{Keys: "a=secret-of-a, b=se=cr==,,\n c d=x,a=second-of-a"})
	requireOwners(t, k, map[string]string{
		"secret-of-a": "a", "second-of-a": "a", "se=cr==": "b", "x": "c d",
		"": "", "a": "", "secret-of-b": "", "secret-of-": "", "secret-of-a\t": "", "Secret-of-a": "", "a=secret-of-a": "",
	})
}

func TestFileKeys(t *testing.T) {
	for name, text := range map[string]string{
		"lines": "- {name: billing, sha256: " + hashOfPassword + "}\n- {name: \"crm\", sha256: \"" + strings.ToUpper(hashOfLetmein) + "\"}\n",
		"YAML":  "# who has it\n- name: billing # the old one\n  sha256: '" + hashOfPassword + "'\n- sha256: " + hashOfLetmein + "\n  name: crm\n",
		"JSON":  "[\n\t{\"name\": \"billing\", \"sha256\": \"" + hashOfPassword + "\"},\n\t{\"name\": \"crm\", \"sha256\": \"" + hashOfLetmein + "\"}\n]",
	} {
		t.Run(name, func(t *testing.T) {
			k := open(t, keyfile.Config{File: write(t, text), Keys: "env=third"})
			requireOwners(t, k, map[string]string{
				"password": "billing", "letmein": "crm", "third": "env", "": "", hashOfPassword: "", "passwor": "", "password1": "",
			})
		})
	}
}

func TestKeyLimits(t *testing.T) {
	k := open(t, keyfile.Config{Keys: "env=third", File: write(t, `
- {name: a, sha256: `+hashOfPassword+`, rate_limit: {requests: 6000, window: 1h30m, burst: 7}}
- {"name": "b", "sha256": "`+hashOfLetmein+`", "rate_limit": {"requests": 0}}`)})
	for secret, want := range map[string]*ports.RateLimit{
		"password": {Requests: 6000, Window: 90 * time.Minute, Burst: 7}, "letmein": {}, "third": nil,
	} {
		client, ok := k.Authenticate(secret)
		require.True(t, ok)
		require.Equal(t, want, client.RateLimit)
	}
}

func TestKeyStandards(t *testing.T) {
	k := open(t, keyfile.Config{Keys: "env=third", File: write(t, `
- {name: a, sha256: `+hashOfPassword+`, standards: ua-1 a-2b}
- {"name": "b", "sha256": "`+hashOfLetmein+`", "standards": "none"}
- {"name": "c", "sha256": "`+hashOfAnother+`", "standards": ["ua-1", "a-2b"]}`)})
	for secret, want := range map[string]domain.Standards{
		"password": "a-2b ua-1", "letmein": "none", "another": "a-2b ua-1", "third": "",
	} {
		client, ok := k.Authenticate(secret)
		require.True(t, ok)
		require.Equal(t, want, client.Standards)
	}
}

func TestEngines(t *testing.T) {
	k := open(t, keyfile.Config{Keys: "env=third", Engines: engines,
		File: write(t, strings.Replace(entry("a", hashOfPassword), "}", ", engine: two}", 1)+entry("b", hashOfLetmein))})
	for secret, want := range map[string]string{"password": "two", "letmein": "", "third": ""} {
		client, ok := k.Authenticate(secret)
		require.True(t, ok)
		require.Equal(t, want, client.Engine)
	}
	require.Equal(t, []string{"two"}, k.Engines())
}

func TestKeyRotation(t *testing.T) {
	k := open(t, keyfile.Config{File: write(t, entry("billing", hashOfPassword)+entry("billing", hashOfLetmein))})
	requireOwners(t, k, map[string]string{"password": "billing", "letmein": "billing"})
}

// A message names the place of the fault, and never shows a secret, wherever it is misplaced.
func TestRefused(t *testing.T) {
	const slip = "platen_c2VjcmV0"
	tests := map[string]struct{ keys, file, message string }{
		"no key":                  {"", "", "there is no API key: make one with `platen keys new NAME`"},
		"only commas":             {" , ,", "", "there is no API key"},
		"a secret without a name": {slip, "", "auth.keys: key 1 is not written as name=secret"},
		"base64 without a name":   {"a=x," + slip + "==", "", "auth.keys: key 2 has no secret"},
		"an empty name":           {"=" + slip, "", "auth.keys: key 1: the key has no name"},
		"a blank after the name":  {"a =" + slip, "", "auth.keys: key 1: the key's name begins or ends with a blank"},
		"a control character":     {"a\x1b[0m=" + slip, "", "auth.keys: key 1: the key's name has a character that cannot be printed"},
		"a long name":             {strings.Repeat("a", 129) + "=" + slip, "", "auth.keys: key 1: the key's name is longer than 128 bytes"},
		"an empty secret":         {"a=", "", "auth.keys: key 1 has no secret"},
		"a secret with a blank":   {"a=" + slip + " x", "", "auth.keys: key 1 has a secret that no Authorization header can hold"},
		"a secret beyond ASCII":   {"a=" + slip + "é", "", "auth.keys: key 1 has a secret that no Authorization header can hold"},
		"one secret twice":        {"a=" + slip + ",b=" + slip, "", "auth.keys: key 2 has the same secret as auth.keys: key 1"},
		"one secret in both":      {"a=password", entry("b", hashOfPassword), "auth.keys_file: line 1 has the same secret as auth.keys: key 1"},
		"one hash twice":          {"", entry("a", hashOfPassword) + entry("b", hashOfPassword), "auth.keys_file: line 2 has the same secret as auth.keys_file: line 1"},
		"an empty file":           {"", "# nothing yet\n", "it is empty"},
		"a file without keys":     {"", "[]", "there is no API key"},
		"broken YAML":             {"", "- {name: a, sha256: " + slip + "\n- ]", "it is not YAML or JSON: yaml: line"},
		"an alias":                {"", "- *" + slip + "\n", "it is not YAML or JSON: an alias without an anchor"},
		"two documents":           {"", entry("a", hashOfPassword) + "---\n" + entry("b", hashOfLetmein), "it goes on after its list of keys"},
		"a map":                   {"", "billing: " + slip, "it is not a list of keys"},
		"a list of secrets":       {"", "- " + slip, "line 1: this is not a key"},
		"another field":           {"", entry("a", hashOfPassword) + "- {" + slip + ": b}", "line 2: a key has the fields name, sha256, expires, rate_limit, engine and standards, and no other"},
		"a field twice":           {"", "- {name: a, name: b}", "line 1: name occurs twice"},
		"a list as a hash":        {"", "- {name: a, sha256: [" + slip + "]}", "line 1: sha256 is not a text"},
		"a date without a time":   {"", withFields("expires: 2027-01-01"), "line 1: expires is not a time with a zone, as in 2027-01-01T00:00:00Z"},
		"a time without a zone":   {"", withFields("expires: 2027-01-01T00:00:00"), "line 1: expires is not a time with a zone"},
		"a secret as a time":      {"", withFields("expires: " + slip), "line 1: expires is not a time"},
		"an empty time":           {"", withFields("expires: "), "line 1: expires is not a text"},
		"every key expired":       {"", withFields("expires: 2001-01-01T00:00:00Z"), "every API key has expired, the last one at 2001-01-01T00:00:00Z"},
		"every one has expired":   {"", withFields("expires: 2002-01-01T00:00:00Z") + "\n" + strings.Replace(entry("b", hashOfLetmein), "}", ", expires: 2001-01-01T00:00:00Z}", 1), "the last one at 2002-01-01T00:00:00Z"},
		"a number as a limit":     {"", withFields("rate_limit: 600"), "line 1: rate_limit is not written as {requests: 600, window: 1m, burst: 60}"},
		"a limit of more fields":  {"", withFields("rate_limit: {requests: 1, " + slip + ": 1}"), "line 1: rate_limit is not written as"},
		"a limit of nothing":      {"", withFields("rate_limit: {window: 1m}"), "line 1: rate_limit has no requests; 0 means no limit"},
		"a negative limit":        {"", withFields("rate_limit: {requests: -1}"), "line 1: rate_limit: requests is not a whole number of at least 0"},
		"a secret as a limit":     {"", withFields("rate_limit: {requests: " + slip + "}"), "line 1: rate_limit: requests is not a whole number"},
		"a burst of none":         {"", withFields("rate_limit: {requests: 1, burst: 0}"), "line 1: rate_limit: burst is not a whole number of at least 1"},
		"a bare window":           {"", withFields("rate_limit: {requests: 1, window: 60}"), "line 1: rate_limit: window is not a duration of 1ms or more, as in 500ms, 10s or 1m30s"},
		"a window of nothing":     {"", withFields("rate_limit: {requests: 1, window: 0s}"), "line 1: rate_limit: window is not a duration"},
		"a tiny window":           {"", withFields("rate_limit: {requests: 1, window: 1us}"), "line 1: rate_limit: window is not a duration"},
		"a secret as a standard":  {"", withFields("standards: " + slip), "line 1: standards is not ua-1, a-2b or a-3b"},
		"a list as an engine":     {"", withFields("engine: [one]"), "line 1: engine is not a text"},
		"a list of lists":         {"", withFields("standards: [[ua-1]]"), "line 1: standards is not ua-1, a-2b or a-3b"},
		"no standard":             {"", withFields("standards: "), "line 1: standards is not a text"},
		"an unknown engine":       {"", withFields("engine: " + slip), "line 1: engine is not one of one, two"},
		"no engine":               {"", withFields("engine: "), "line 1: engine is not a text"},
		"no hash":                 {"", "- {name: a}", "line 1: sha256 is not a hash of 64 hexadecimal digits"},
		"null as a hash":          {"", "- {name: a, sha256: }", "line 1: sha256 is not a text"},
		"a secret as a hash":      {"", "- {name: a, sha256: " + slip + "}", "line 1: sha256 is not a hash of 64 hexadecimal digits"},
		"no hexadecimal hash":     {"", entry("a", hashOfPassword[:63]+"g"), "line 1: sha256 is not a hash of 64 hexadecimal digits"},
		"half a byte more":        {"", entry("a", hashOfPassword+"0"), "line 1: sha256 is not a hash of 64 hexadecimal digits"},
		"the year 1":              {"", withFields("expires: 0001-01-01T00:00:00Z"), "line 1: expires is not a time"},
		"a window of no time":     {"", withFields("rate_limit: {window: soon}"), "line 1: rate_limit: window is not a duration"},
		"a delete character":      {"a=" + slip + "\x7f", "", "auth.keys: key 1 has a secret that no Authorization header can hold"},
		"a shorter hash":          {"", entry("a", hashOfPassword[2:]), "line 1: sha256 is not a hash of 64 hexadecimal digits"},
		"no name":                 {"", "- {sha256: " + hashOfPassword + "}", "line 1: the key has no name"},
		"a blank name":            {"", entry(" ", hashOfPassword), "line 1: the key has no name"},
		"a line break in a name":  {"", "- {name: \"a\\nb\", sha256: " + hashOfPassword + "}", "line 1: the key's name has a character that cannot be printed"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			config := keyfile.Config{Keys: tt.keys, Engines: engines}
			if tt.file != "" {
				config.File = write(t, tt.file)
			}
			k, err := keyfile.New(config, zap.NewNop())
			require.Nil(t, k)
			require.ErrorContains(t, err, tt.message)
			require.NotContains(t, err.Error(), slip)
			require.NotContains(t, err.Error(), "c2VjcmV0")
		})
	}
}

func TestMissingFile(t *testing.T) {
	for _, path := range []string{filepath.Join(t.TempDir(), "keys.yaml"), filepath.Join(t.TempDir(), "none", "keys.yaml"), t.TempDir()} {
		_, err := keyfile.New(keyfile.Config{File: path, Keys: "a=x"}, zap.NewNop())
		require.ErrorContains(t, err, "auth.keys_file: ")
		require.ErrorContains(t, err, path)
	}
}

func TestConfig(t *testing.T) {
	require.NoError(t, keyfile.Config{}.Validate(), "whether there is a key is known when the file is read")
	require.NoError(t, keyfile.Config{Keys: "a=b", File: "/nowhere"}.Validate())
	require.ErrorContains(t, keyfile.Config{Keys: "a"}.Validate(), "auth.keys: key 1")
}

func TestNewKey(t *testing.T) {
	seen := map[string]bool{}
	for range 100 {
		key, _, err := keyfile.NewKey("a", time.Time{})
		require.NoError(t, err)
		require.Regexp(t, `^platen_[A-Za-z0-9_-]{43}$`, key)
		require.False(t, seen[key])
		seen[key] = true
	}
	for _, name := range []string{"", " ", "a\n", "a\x00", " a", strings.Repeat("a", 129)} {
		_, _, err := keyfile.NewKey(name, time.Time{})
		require.Error(t, err, "%q", name)
	}
}

// The line of a new key, appended to a file, makes the key valid, for any client name.
func TestNewKeyLineIsRead(t *testing.T) {
	folder := t.TempDir()
	now := time.Now().Truncate(time.Second)
	expiries := rapid.SampledFrom([]time.Time{{}, now.Add(time.Hour), now.Add(2 * time.Hour)})
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfN(rapid.OneOf(
			rapid.StringMatching(`[ -~]{1,20}`), rapid.String(), rapid.SampledFrom([]string{"null", "~", "- a", "a: b", `"`, `\`, "{", "é", "#", "1e5", "<<"}),
		), 1, 3).Draw(t, "names")
		var text strings.Builder
		owners := map[string]string{}
		var next time.Time
		for _, name := range names {
			expires := expiries.Draw(t, "expires")
			key, line, err := keyfile.NewKey(name, expires)
			if err != nil {
				continue
			}
			if !expires.IsZero() && (next.IsZero() || expires.Before(next)) {
				next = expires
			}
			require.NotContains(t, line, key)
			require.NotContains(t, line, "\n")
			owners[key] = name
			fmt.Fprintln(&text, line)
		}
		if len(owners) == 0 {
			return
		}
		path := filepath.Join(folder, "keys.yaml")
		require.NoError(t, os.WriteFile(path, []byte(text.String()), 0o600))
		k, err := keyfile.New(keyfile.Config{File: path}, zap.NewNop())
		require.NoError(t, err, text.String())
		defer k.Close()
		requireOwners(t, k, owners)
		require.True(t, next.Equal(k.NextExpiry()), "%s", k.NextExpiry())
	})
}

func TestAuthenticateConcurrently(t *testing.T) {
	k := open(t, keyfile.Config{Keys: "a=one,b=two"})
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 1000 {
				_, _ = k.Authenticate("one")
			}
		})
	}
	all.Wait()
}

func BenchmarkAuthenticate(b *testing.B) {
	for _, n := range []int{1, 10, 1000} {
		pairs := make([]string, n)
		for i := range pairs {
			pairs[i] = fmt.Sprintf("client%d=secret%d", i, i)
		}
		k, err := keyfile.New(keyfile.Config{Keys: strings.Join(pairs, ",")}, zap.NewNop())
		require.NoError(b, err)
		b.Run(fmt.Sprintf("%d keys", n), func(b *testing.B) {
			for b.Loop() {
				_, _ = k.Authenticate("secret0")
			}
		})
	}
}

func FuzzFile(f *testing.F) {
	for _, seed := range []string{
		entry("a", hashOfPassword), withFields("expires: 2999-01-01T00:00:00Z, rate_limit: {requests: 1, window: 1m, burst: 2}"), "[]", "", "- *a", "a: b", "- {name: [a], sha256: {}}", "---\n---\n", "\xff\xfe", "- &a {<<: *a}", "- !!binary aGk=",
	} {
		f.Add(seed)
	}
	path := filepath.Join(f.TempDir(), "keys.yaml")
	f.Fuzz(func(t *testing.T, text string) {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		k, err := keyfile.New(keyfile.Config{File: path, Keys: "env=secret"}, zap.NewNop())
		if err != nil {
			require.ErrorContains(t, err, "auth.keys")
			return
		}
		defer k.Close()
		requireOwners(t, k, map[string]string{"secret": "env", "": ""})
	})
}

// withFields returns a key of client a with more fields.
func withFields(more string) string {
	return "- {name: a, sha256: " + hashOfPassword + ", " + more + "}"
}

func entry(name, hash string) string { return fmt.Sprintf("- {name: %q, sha256: %s}\n", name, hash) }

func write(tb testing.TB, text string) (path string) {
	tb.Helper()
	path = filepath.Join(tb.TempDir(), "keys.yaml")
	require.NoError(tb, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func open(tb testing.TB, config keyfile.Config) *keyfile.Keyring {
	tb.Helper()
	k, err := keyfile.New(config, zap.NewNop())
	require.NoError(tb, err)
	tb.Cleanup(k.Close)
	return k
}

// requireOwners checks the client of each key; "": no client.
func requireOwners(tb rapid.TB, k *keyfile.Keyring, owners map[string]string) {
	tb.Helper()
	for key, want := range owners {
		got, ok := k.Authenticate(key)
		require.Equal(tb, want != "", ok)
		if ok {
			require.Equal(tb, want, got.Name)
		}
	}
}
