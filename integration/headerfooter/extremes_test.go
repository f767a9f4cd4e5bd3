package headerfooter_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/ports/pdfcheck"
)

// TestExtremeMargins: margins and sizes beyond all paper are ignored or a 400, and never an engine's crash or a page
// that is a hair wide.
func TestExtremeMargins(t *testing.T) {
	t.Parallel()
	for engine, service := range services(t) {
		for _, declarations := range []string{
			"margin:calc(-infinity * 1mm)", "margin:-1e9mm", "margin:-1e40mm", "margin:calc(-1mm/0)", "margin:-1e9%", "margin:-1e9em",
			"margin:calc(-1e9*1lh)", "margin:calc(pow(10,30)*-1mm)", "margin:round(up,-1e30mm,1mm)", "margin:var(--x)}:root{--x:calc(-infinity*1px)",
			"margin-left:-1e9mm", "margin-top:calc(-infinity * 1mm)", "margin:calc(NaN * 1mm)", "margin:1e400mm", "margin:calc(1mm/0)",
			"size:calc(infinity*1mm)", "size:calc(-infinity*1mm)", "size:calc(NaN*1mm)", "size:1e9mm", "size:1e-9mm", "width:1e9mm",
		} {
			for _, header := range []string{"", "<p>head"} {
				t.Run(engine+" "+declarations+header, func(t *testing.T) {
					answer, err := service.Post(t.Context(), request{HTML: "<!doctype html><style>@page{" + declarations + "}</style><p>text", Header: header}.body(t))
					require.NoError(t, err)
					if answer.Status == http.StatusBadRequest {
						return
					}
					require.Equal(t, http.StatusOK, answer.Status, "%s", answer.Body)
					sizes, err := pdfcheck.Open(t, answer.Body).PageSizes()
					require.NoError(t, err)
					require.InDelta(t, domain.A4.Width.Points(), sizes[0].Width.Points(), 1)
					require.InDelta(t, domain.A4.Height.Points(), sizes[0].Height.Points(), 1)
				})
			}
		}
	}
}
