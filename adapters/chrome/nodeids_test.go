package chrome_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/chrome"
)

// TestRenumberNodes: elements get numbers from 1 in their order; a text of the document that looks like one stays.
func TestRenumberNodes(t *testing.T) {
	for before, after := range map[string]string{
		"<</ID (node00000007)\n/Alt (node00000007)>> <</Limits [(node00000007) (node00000300)]>> [(node00000007) 4 0 R (node00000300) 5 0 R]": "<</ID (node00000001)\n/Alt (node00000007)>> <</Limits [(node00000001) (node00000002)]>> [(node00000001) 4 0 R (node00000002) 5 0 R]",
		"/Title (node00000007)": "/Title (node00000007)",
		"(node123)":             "(node123)",
		"":                      "",
	} {
		pdf := []byte(before)
		chrome.RenumberNodes(pdf)
		require.Equal(t, after, string(pdf))
	}
}
