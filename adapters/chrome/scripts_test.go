package chrome_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platen/ports/pdfcheck"
	"platen/ports/rendertest"
)

// TestNamesHideNothing: elements whose names are those of objects and methods do not reach the service's scripts, which wait for fonts,
// name destinations and find broken images.
func TestNamesHideNothing(t *testing.T) {
	t.Parallel()
	r := start(t, with(2), rendertest.OpenEgress(t))
	job := printJob(`<!doctype html><style>@font-face{font-family:A;src:local(Arial)}</style><form name=fonts></form><form name=images></form>` +
		`<img name=createElement><img name=head><img name=elementFromPoint><p id=x>target<img src="data:image/png;base64,AAAA">`)
	job.Destinations = []string{"x"}
	pdf := render(t, r, job)
	require.Len(t, pdf.Traffic.Failed, 1)
	require.Contains(t, string(pdf.Content), "/Dests")
	pdfcheck.In(t, pdf.Content, pdfcheck.Whole())
}

// TestPolicyCounts: what the policy of a document forbids is counted.
func TestPolicyCounts(t *testing.T) {
	t.Parallel()
	r := start(t, with(2), rendertest.OpenEgress(t))
	pdf := render(t, r, printJob(`<meta http-equiv=Content-Security-Policy content="img-src 'none'"><img src=http://127.0.0.1/x.png>`))
	require.Len(t, pdf.Traffic.Failed, 1)
	require.Equal(t, "refused by the engine: csp", pdf.Traffic.Failed[0].Reason)
}
