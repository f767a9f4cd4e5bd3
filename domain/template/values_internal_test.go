package template

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
)

// TestKeptStrings: only strings that are costly to read are kept.
func TestKeptStrings(t *testing.T) {
	request, err := domain.ParseRequest([]byte(`{"html":"x","data":{"a":"x","b":"\n","c":"` + strings.Repeat("x", 200) + `","d":"\n` +
		strings.Repeat("x", 200) + `"}}`))
	require.NoError(t, err)
	v := newValues(request.Data)
	for _, name := range []string{"a", "b", "c", "d"} {
		n, _ := v.child(0, name)
		require.NotEmpty(t, v.text(n))
	}
	require.Len(t, v.strings, 1)
}
