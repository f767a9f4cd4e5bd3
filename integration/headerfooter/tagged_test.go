package headerfooter_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/ports/pdfcheck"
)

// TestTaggedBody: headers are artifacts of a tagged document. A screen reader receives the body alone, as without them, and
// their links and content claim no place in the body's structure.
func TestTaggedBody(t *testing.T) {
	t.Parallel()
	service := service(t, "chrome", "PLATEN_CHROME_TAGGED=true")
	const link = `<h1>head</h1><p>more <a href="https://example.com/">site</a> <a href="#end">end</a></p>`
	structure := func(r request) (text string, parts []int) {
		t.Helper()
		pdf := pdfcheck.Open(t, service.PDF(t, r.body(t)).Body)
		require.NoError(t, pdfcheck.All(pdfcheck.Sound(), pdfcheck.Tagged(true), pdfcheck.Outline("body0", "body1", "body2"), pdfcheck.NoTrace("platen.invalid"))(pdf))
		text, err := pdf.Structure()
		require.NoError(t, err)
		for _, mark := range []string{"/MCID ", "/StructParent ", "/StructParents "} {
			count, err := pdf.Count(mark)
			require.NoError(t, err)
			parts = append(parts, count)
		}
		return text, parts
	}
	body := `<!doctype html><html lang=en><title>T</title>`
	for n := range 3 {
		body += fmt.Sprintf(`<h1>body%d</h1><p>text</p><p style="break-after:page"><a href="https://example.com/body">link</a></p>`, n)
	}
	body += "<p id=end>end</p>"
	want, wantParts := structure(request{HTML: body})
	require.Contains(t, want, "body2")
	for name, header := range map[string]string{
		"one form": link, "pieces": link + `<span class=pageNumber></span>`, "a picture": `<img alt="head" width=9 height=9 src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAACADs="><span class=pageNumber></span>`,
	} {
		t.Run(name, func(t *testing.T) {
			got, parts := structure(request{HTML: body, Header: header, Footer: header})
			require.Equal(t, want, got)
			require.Equal(t, wantParts, parts, "marked content and annotations that the structure holds")
		})
	}
}
