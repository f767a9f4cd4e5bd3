package headerfooter_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain/headerfooter"
)

// TestFragments: links to fragments become links to the body's; ids of the header, and other addresses, stay.
func TestFragments(t *testing.T) {
	h, err := headerfooter.Parse(t.Context(), headerfooter.Header, `<a href="#a b">1</a><a href=" #c ">2</a><a href="#a b">3</a><a href="#">4</a><a href="x#d">5</a><p href="#e"><svg><a xlink:href="#f"></a><use href="#g"></use></svg><map><area href="#h"></map>`, false)

	require.NoError(t, err)
	require.Equal(t, []string{"a b", "c", "f", "h"}, h.Fragments())
	job, err := h.OverlayDocument(a4, []int{1}, 1)
	require.NoError(t, err)
	for want, times := range map[string]int{headerfooter.FragmentURI: 5, headerfooter.FragmentURI + "a b": 2, `href="#"`: 1, `"x#d"`: 1, `"#e"`: 1, `"#g"`: 1} {
		require.Equal(t, times, strings.Count(job.HTML, want), want)
	}
}

// TestManyFragments: their number is bounded.
func TestManyFragments(t *testing.T) {
	var b strings.Builder
	for i := range 1100 {
		fmt.Fprintf(&b, `<a href="#%d"></a>`, i)
	}
	h, err := headerfooter.Parse(t.Context(), headerfooter.Header, b.String(), false)
	require.NoError(t, err)
	require.Len(t, h.Fragments(), 1000)
}
