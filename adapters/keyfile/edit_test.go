package keyfile_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"platen/adapters/keyfile"
	"platen/ports"
)

func TestList(t *testing.T) {
	path := write(t, entry("billing", hashOfPassword)+
		"- {name: crm, sha256: "+hashOfLetmein+", expires: 2001-01-01T00:00:00Z, rate_limit: {requests: 7, window: 1s, burst: 2}, engine: two}\n")
	keys, err := keyfile.List(path, engines)
	require.NoError(t, err)
	require.Equal(t, []keyfile.Entry{
		{Client: ports.Client{Name: "billing"}, Hash: hashOfPassword},
		{
			Client: ports.Client{Name: "crm", RateLimit: &ports.RateLimit{Requests: 7, Window: time.Second, Burst: 2}, Engine: "two"},
			Hash:   hashOfLetmein, Expires: time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC),
		},
	}, keys)
	require.False(t, keys[0].Expired(time.Now()))
	require.True(t, keys[1].Expired(time.Now()))

	for _, broken := range []string{"", "- {", entry("a", hashOfPassword) + entry("b", hashOfPassword)} {
		_, err := keyfile.List(write(t, broken), engines)
		require.Error(t, err)
	}
	_, err = keyfile.List(path+".none", engines)
	require.ErrorIs(t, err, os.ErrNotExist)
}

func TestRevoke(t *testing.T) {
	const old, fresh = hashOfPassword, hashOfLetmein
	owner := os.Geteuid()
	if owner == 0 {
		owner = 65534 // nobody: only root can change a file's owner
	}
	third := strings.Repeat("ab", 32)
	text := "# who has it\n- name: billing # since 2024\n  sha256: " + old + "\n# for the new office\n" + entry("crm", third) + entry("billing", fresh)
	for name, test := range map[string]struct {
		name, hash string
		removed    []string
		left       []string
	}{
		"a client":      {"billing", "", []string{old, fresh}, []string{third}},
		"one key":       {"billing", old[:8], []string{old}, []string{third, fresh}},
		"in capitals":   {"billing", strings.ToUpper(fresh[:8]), []string{fresh}, []string{old, third}},
		"another one's": {"crm", old, nil, []string{old, third, fresh}},
		"nobody":        {"bill", "", nil, []string{old, third, fresh}},
	} {
		t.Run(name, func(t *testing.T) {
			target := write(t, text)
			require.NoError(t, os.Chmod(target, 0o640))
			require.NoError(t, os.Chown(target, owner, -1))
			path := filepath.Join(t.TempDir(), "link.yaml")
			require.NoError(t, os.Symlink(target, path))
			removed, err := keyfile.Revoke(path, test.name, test.hash, engines)
			require.Equal(t, test.removed == nil, err != nil)
			require.Equal(t, test.removed, hashesOf(removed))
			left, err := keyfile.List(target, engines)
			require.NoError(t, err)
			require.Equal(t, test.left, hashesOf(left))
			file, err := os.Stat(target)
			require.NoError(t, err)
			require.Equal(t, os.FileMode(0o640), file.Mode().Perm())
			require.EqualValues(t, owner, file.Sys().(*syscall.Stat_t).Uid)
			entries, err := os.ReadDir(filepath.Dir(target))
			require.NoError(t, err)
			require.Len(t, entries, 1, "nothing is left beside it")
		})
	}
	path := write(t, text)
	_, err := keyfile.Revoke(path, "billing", fresh, engines)
	require.NoError(t, err)
	kept, err := os.ReadFile(path)
	require.NoError(t, err)
	for _, comment := range []string{"# who has it", "# since 2024", "# for the new office"} {
		require.Contains(t, string(kept), comment)
	}

	// Without its last key the file still has a list, and JSON stays JSON.
	path = write(t, `[{"name": "é", "sha256": "`+old+`", "rate_limit": {"requests": 5}}, {"name": "b", "sha256": "`+fresh+`"}]`)
	for _, name := range []string{"b", "é"} {
		_, err := keyfile.Revoke(path, name, "", engines)
		require.NoError(t, err)
		left, err := os.ReadFile(path)
		require.NoError(t, err)
		require.True(t, json.Valid(left), "%s", left)
	}
	keys, err := keyfile.List(path, engines)
	require.NoError(t, err)
	require.Empty(t, keys)
}

// Revoking one client's keys leaves the other keys unchanged, for any names.
func TestRevokeLeavesOtherKeys(t *testing.T) {
	folder := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfN(rapid.OneOf(rapid.StringMatching(`[ -~]{1,20}`), rapid.String(), rapid.SampledFrom([]string{"null", "- a", "#", "a: b"})), 1, 5).Draw(t, "names")
		var text strings.Builder
		var known []string
		for _, name := range names {
			if _, line, err := keyfile.NewKey(name, time.Time{}); err == nil {
				fmt.Fprintln(&text, line)
				known = append(known, name)
			}
		}
		if len(known) == 0 {
			return
		}
		path := filepath.Join(folder, "keys.yaml")
		require.NoError(t, os.WriteFile(path, []byte(text.String()), 0o600))
		before, err := keyfile.List(path, engines)
		require.NoError(t, err)
		revoked := rapid.SampledFrom(known).Draw(t, "revoked")
		_, err = keyfile.Revoke(path, revoked, "", engines)
		require.NoError(t, err)
		var want []keyfile.Entry
		for _, e := range before {
			if e.Client.Name != revoked {
				want = append(want, e)
			}
		}
		after, err := keyfile.List(path, engines)
		require.NoError(t, err)
		require.ElementsMatch(t, want, after)
	})
}

func hashesOf(entries []keyfile.Entry) (hashes []string) {
	for _, e := range entries {
		hashes = append(hashes, e.Hash)
	}
	return hashes
}
