package command

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/engines"
)

// TestBundleOfABrokenMachine: what keeps the examination from being made is in the archive, instead of keeping that from being written.
func TestBundleOfABrokenMachine(t *testing.T) {
	t.Setenv("PLATEN_EGRESS_CA_FILE", "/no/such/file")
	command := newCommand(t.Context(), engines.All())
	var out bytes.Buffer
	command.SetOut(&out)
	command.SetErr(io.Discard)
	command.SetArgs([]string{"support-bundle", "--out", "-"})
	require.NoError(t, command.ExecuteContext(context.WithValue(t.Context(), registryKey{}, engines.All())))
	unpacked, err := gzip.NewReader(&out)
	require.NoError(t, err)
	archive := tar.NewReader(unpacked)
	_, err = archive.Next()
	require.NoError(t, err)
	doctor, err := io.ReadAll(archive)
	require.NoError(t, err)
	require.Contains(t, string(doctor), "egress.ca_file: open /no/such/file")
	for {
		if _, err = archive.Next(); err != nil {
			break
		}
	}
	require.ErrorIs(t, err, io.EOF, "the archive is whole")
}

// TestBundleOfALongLine: a log without an end of line takes no more memory than one of short lines, and its end is kept.
func TestBundleOfALongLine(t *testing.T) {
	long := io.LimitReader(zeros{}, 2*lastLines*longestLine)
	kept, err := readLast(io.MultiReader(long, strings.NewReader("the end")), "-")
	require.NoError(t, err)
	require.LessOrEqual(t, len(kept), lastLines*longestLine)
	require.True(t, bytes.HasSuffix(kept, []byte("the end")))
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }
