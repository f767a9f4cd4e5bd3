package headerfooter_test

import (
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/domain/headerfooter"
)

var filled = regexp.MustCompile(`>(\d+)</b>`)

// TestWidestNumbers: the reduced copies show the numbers that take the most width.
func TestWidestNumbers(t *testing.T) {
	const variants = `<style>.platen-first{color:red}</style>`
	for name, test := range map[string]struct {
		html   string
		total  int
		likely int
		want   string
	}{
		"first":           {`<b class=pageNumber></b>`, 1, 1, "1 1 1888"},
		"unnumbered":      {`<b>1</b>`, 1, 1, "1 1"},
		"few pages":       {`<b class=pageNumber></b>`, 9, 2, "1 8 9"},
		"a hundred pages": {`<b class=pageNumber></b>`, 100, 2, "1 88 100"},
		"a Roman record":  {`<b class=pageNumber></b>`, 88, 1, "1 88"},
		"variants":        {variants + `<b class=pageNumber></b>`, 1, 4, "1 1 2 3 4"},
		"more variants":   {variants + `<b class=pageNumber></b>`, 95, 5, "1 1 88 93 94 95"},
		"two variants":    {variants + `<b class=pageNumber></b>`, 2, 2, "1 1 2"},
	} {
		t.Run(name, func(t *testing.T) {
			h, err := headerfooter.Parse(t.Context(), headerfooter.Header, test.html)
			require.NoError(t, err)
			job, err := h.MeasuringDocument(headerfooter.OverlayPage{Width: 500, Height: 800}, test.total)
			require.NoError(t, err)
			var got []string
			for _, number := range filled.FindAllStringSubmatch(job.HTML, -1) {
				got = append(got, number[1])
			}
			require.Equal(t, test.want, strings.Join(got, " "))
			require.Equal(t, test.likely, h.LikelyCopies(test.total))
		})
	}
}

// TestPagesKept: a fit says for how many pages its copies keep all that they paint.
func TestPagesKept(t *testing.T) {
	h, err := headerfooter.Parse(t.Context(), headerfooter.Header, `<b class=pageNumber></b>`)
	require.NoError(t, err)
	copyTo := func(right domain.Length) headerfooter.Copy {
		return headerfooter.Copy{Height: 5 * mm, Painted: []domain.PaintedRect{mark(domain.Glyphs, 0, 0, right, 5)}}
	}
	for name, test := range map[string]struct {
		copies []headerfooter.Copy
		want   int
	}{
		"wide numbers are kept": {[]headerfooter.Copy{copyTo(50), copyTo(150)}, 2887},
		"wide numbers are cut":  {[]headerfooter.Copy{copyTo(150), copyTo(250)}, 1},
		"they are not known":    {[]headerfooter.Copy{copyTo(150)}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			fit, again, err := h.NextFit(startFit(), onA4, test.copies, 1, 0)
			require.NoError(t, err)
			require.False(t, again)
			require.Equal(t, test.want, fit.Pages)
		})
	}
	fit, again, err := h.NextFit(startFit(), onA4, []headerfooter.Copy{copyTo(150), copyTo(250)}, 100, 0)
	require.NoError(t, err)
	require.True(t, again, "both are likely")
	require.Less(t, fit.Scale, domain.Length(1))

	fit, _, err = parsed(t, headerfooter.Header).NextFit(startFit(), onA4, []headerfooter.Copy{copyTo(150)}, 1, 0)
	require.NoError(t, err)
	require.Equal(t, math.MaxInt, fit.Pages)
}
