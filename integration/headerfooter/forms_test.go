package headerfooter_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/ports/pdfcheck"
)

// TestContactSheet: the headers of the contact sheet are whole, within the paper and above the body, and every engine
// has their words and paints what they paint in the same places, once.
func TestContactSheet(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("forms.json")
	require.NoError(t, err)
	var forms []struct {
		Name, Header string
		Painted      painted
	}
	require.NoError(t, json.Unmarshal(text, &forms))
	require.Len(t, forms, 64)
	started := services(t)
	for _, f := range forms {
		t.Run(f.Name, func(t *testing.T) {
			var first []pdfcheck.Word
			for _, engine := range engines {
				if !does(t, engine, f.Name) {
					continue
				}
				pdf := pdfcheck.Open(t, started[engine].PDF(t, request{HTML: `<!doctype html><style>@page{size:210mm 140mm}</style><p style="margin:0">bodyfirst bodylast</p>`, Header: f.Header}.body(t)).Body)
				require.NoError(t, pdfcheck.Sound()(pdf))
				words, err := pdf.Words(1)
				require.NoError(t, err)
				var header, body []pdfcheck.Word
				end, begin := domain.Length(0), domain.A4.Height
				for _, w := range words {
					switch {
					case w.Text == "bodyfirst" || w.Text == "bodylast":
						begin = min(begin, w.Top)
						body = append(body, w)
					case w.Text != "COPY" && w.Right > mm(10): // the watermark and the text at the side are beside the body
						end = max(end, w.Bottom)
						fallthrough
					default:
						header = append(header, w)
						require.GreaterOrEqual(t, w.Left.Millimetres(), -0.5, "%s: %q", engine, w.Text)
						require.LessOrEqual(t, w.Right.Millimetres(), 210.5, "%s: %q", engine, w.Text)
					}
				}
				f.Painted.check(t, engine, inkOf(t, pdf, around(body).Rect))
				require.LessOrEqual(t, end.Millimetres(), begin.Millimetres()+0.5, "%s: the header ends above the body", engine)
				byText := func(a, b pdfcheck.Word) int {
					if a.Text < b.Text {
						return -1
					}
					return 1
				}
				slices.SortStableFunc(header, byText)
				if first == nil {
					first = header
					continue
				}
				if strings.HasSuffix(f.Name, "right to left") { // one engine paints letters, the other words
					header, first = []pdfcheck.Word{around(header)}, []pdfcheck.Word{around(first)}
				}
				require.Len(t, header, len(first), "%s: %v, not %v", engine, header, first)
				for i, w := range header {
					require.Equal(t, first[i].Text, w.Text)
					require.InDelta(t, first[i].Left.Millimetres(), w.Left.Millimetres(), 3, "%s: %q", engine, w.Text)
					require.InDelta(t, first[i].Top.Millimetres(), w.Top.Millimetres(), 2.5, "%s: %q", engine, w.Text)
				}
			}
		})
	}
}

// around returns the box of several words.
func around(words []pdfcheck.Word) pdfcheck.Word {
	all := pdfcheck.Word{Rect: words[0].Rect}
	for _, w := range words {
		all.Left, all.Top = min(all.Left, w.Left), min(all.Top, w.Top)
		all.Right, all.Bottom = max(all.Right, w.Right), max(all.Bottom, w.Bottom)
	}
	return all
}
