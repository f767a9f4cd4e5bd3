package chrome

import (
	"fmt"
	"strings"

	"platen/domain"
)

// warmUp is the warm-up page. It is printed in every new tab, so that the first document is printed as fast as later ones: the renderer
// then has loaded the code for what most documents contain, and has measured the letters of their fonts, which it does for each size.
var warmUp = domain.PrintJob{
	HTML: `<!doctype html><html lang=en><title>-</title><style>
@page{margin:9mm} body{font:10pt/1.3 sans-serif} code{font-family:monospace} .f{display:flex} .g{display:grid}
table{border-collapse:collapse;width:100%} td{padding:1mm;border-bottom:1px solid #ccd} tr:nth-child(even){background:#eef}
</style><h1>Warm <b>up</b></h1><p style="font-family:serif">0123456789 <i>ÄÖÜ</i> <b><i>x</i></b> <code>x</code> <a href="#x">x</a>
<div class=f><p>x<p>x</div><div class=g><p>x<p>x</div><table><thead><tr><th>x<tbody><tr><td>x<tr><td>x<tfoot><tr><td>x</table>
<svg width=9 height=9><circle cx=4 cy=4 r=4 /></svg>` + letters(),
	Paper: domain.A4, Margins: domain.UniformMargins(10 * domain.Millimetre),
}

// letters are the ASCII letters in the fonts and sizes that most documents use.
func letters() string {
	const ascii = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$%&amp;'()*+,-./:;=?@[]_"
	var b strings.Builder
	for _, family := range []string{"sans-serif", "serif", "Arial"} {
		for _, size := range []float64{7, 8, 9, 9.75, 10, 10.5, 11, 12, 14, 16, 18, 24} { // points; 9.75 and 10.5 are 13 and 14 px
			fmt.Fprintf(&b, "<p style='font:%gpt %s'>%s <b>%s</b>", size, family, ascii, ascii)
		}
	}
	return b.String()
}
