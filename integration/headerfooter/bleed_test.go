package headerfooter_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platen/ports/pdfcheck"
)

// TestBleedsReachTheEdges: a header that reaches the paper's edges by negative margins leaves no line of white there, although
// engines round the paper up.
func TestBleedsReachTheEdges(t *testing.T) {
	for engine, service := range services(t) {
		for name, header := range map[string]string{
			"exactly":  `<div style="margin:-5mm -10mm 0;height:15mm;background:#ff0"></div>`,
			"further":  `<div style="margin:-6mm -11mm 0;height:15mm;background:#ff0"></div>`,
			"numbered": `<div style="margin:-5mm -10mm 0;height:15mm;background:#ff0"><b class=pageNumber></b></div>`,
			"absolute": `<div style="position:absolute;left:-10mm;right:-10mm;top:-5mm;height:20mm;background:#ff0"></div>`,
		} {
			if !does(t, engine, name) {
				continue
			}
			t.Run(name+"/"+engine, func(t *testing.T) {
				pdf := service.PDF(t, request{HTML: "<p>body", Header: header}.body(t)).Body
				picture, err := pdfcheck.Open(t, pdf).Picture(1)
				require.NoError(t, err)
				last := picture.Bounds().Dx() - 2 // on the very last pixel, the paper ends
				for _, at := range [][2]int{{0, 30}, {last, 30}, {400, 0}, {last, 0}} {
					got := picture.At(at[0], at[1])
					require.Less(t, got.B, uint8(0x40), "%v is %v", at, got)
				}
			})
		}
	}
}
