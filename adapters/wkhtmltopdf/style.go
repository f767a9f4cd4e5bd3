package wkhtmltopdf

import (
	"encoding/base64"
	"fmt"
	"strconv"
)

// The engine lays a page out on a canvas a quarter wider than the paper, and shrinks it: a CSS pixel comes out
// as 1/1.25 of a dot. With 96/1.25 = 76.8 dots to the inch, which QT_FONT_DPI sets, it is 1/96 inch again. But
// dots are whole numbers there, and so are font sizes in pixels, which moves words by up to 4 %. So the canvas
// is made finer by a factor that leaves no fraction, and the document zoomed by the same factor.
//
// The factor is chosen by measurement. With 7.5 a box of 100 mm comes out as 100.00 mm on every paper; words
// stray by 0.9 % at the worst of five fonts and 21 sizes, by 0.1 % at whole points and even pixels. Five lets
// them stray by 1.4 %; ten gains little, but Qt blurs no shadow beyond 128 dots, which are 12 pixels at ten
// and 17 at 7.5. Kerning (text-rendering: optimizeLegibility) would bring words nearer to Chrome's still, at
// 2.6 times the time for a long document.
const (
	zoom = 7.5
	dots = 576 // 76.8 × zoom to the inch
)

// userStyle goes into every document and frame before the author's styles, as the user's; only the zoom wins
// over them. Qt's style measures form controls in dots, which the rules for them undo.
var userStyle = fmt.Sprintf(`html{zoom:%g!important}`, zoom) +
	`input,textarea,select,button{font:13.3333px Arial}` +
	`input[type=checkbox],input[type=radio]{width:13px;height:13px}` +
	substitutes

// styleURL is the user style sheet in the one form of data: URL that Qt WebKit reads.
var styleURL = "data:text/css;charset=utf-8;base64," + base64.StdEncoding.EncodeToString([]byte(userStyle))

// fontDPI is the value of QT_FONT_DPI.
var fontDPI = strconv.Itoa(dots)
