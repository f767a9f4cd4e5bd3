package pdfcpu

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Operations that are written and split again are the same.
func FuzzOperations(f *testing.F) {
	for _, content := range []string{
		"q 1 0 0 1 0 -84225 cm BT /F1 12 Tf (a(b)\\)) Tj <00> Tj ET Q", "/P <</MCID 0 /X [1 2]>> BDC EMC", "BI ID EI", "% x", "[(a) 1 (b)] TJ",
		"q cm Q", "Q", "<", "(", "<<", "1 0 0 1 x 0 cm", "0 0 1 1 re W n /X Do",
	} {
		f.Add([]byte(content))
	}
	same := func(_, name string) (string, bool) { return name, true }
	f.Fuzz(func(t *testing.T, content []byte) {
		all, err := operations(content)
		if err != nil {
			return
		}
		moved, ok := withoutOffsets(all)
		if !ok {
			return
		}
		var written []byte
		for _, o := range moved {
			if written, ok = o.appendTo(written, same); !ok {
				return
			}
		}
		again, err := operations(written)
		require.NoError(t, err, "%q", written)
		require.Len(t, again, len(moved))
	})
}
