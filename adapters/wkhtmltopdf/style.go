package wkhtmltopdf

import (
	"encoding/base64"
	"strconv"
)

// The engine lays a page out on a canvas a quarter wider than the paper, and shrinks it: a CSS pixel comes out
// as 1/1.25 of a dot. With 96/1.25 = 76.8 dots to the inch, which QT_FONT_DPI sets, it is 1/96 inch again. But
// dots are whole numbers there, and so are font sizes in pixels, which moves words by up to 4 %. So the canvas
// is made finer by a factor that leaves no fraction, and the document zoomed by the same factor.
//
// Five is measured: a box of 100 mm comes out as 100.00 mm on every paper, words stray by 0.75 % at the worst
// size and by 0.05 % at whole pixels. Ten halves that, but Qt blurs no shadow beyond 128 dots, which ten makes
// of 13 pixels and five of 26.
const (
	zoom = 5
	dots = 384 // 76.8 × zoom to the inch
)

// userStyle goes into every document and frame before the author's styles, as the user's; only the zoom wins
// over them.
const userStyle = `html{zoom:5!important;` +
	// Without this the engine neither kerns nor places letters as finely as it could, and Chrome does.
	`text-rendering:optimizeLegibility}` +
	// Qt's style measures form controls in dots, not in CSS pixels.
	`input,textarea,select,button{font:13.3333px Arial}` +
	`input[type=checkbox],input[type=radio]{width:13px;height:13px}` +
	substitutes

// styleURL is the user style sheet in the one form of data: URL that Qt WebKit reads.
var styleURL = "data:text/css;charset=utf-8;base64," + base64.StdEncoding.EncodeToString([]byte(userStyle))

// fontDPI is the value of QT_FONT_DPI.
var fontDPI = strconv.Itoa(dots)
