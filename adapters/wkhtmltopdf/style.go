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
// The factor is chosen by measurement. With 7.5 a box of 100 mm comes out as 100.00 mm on every paper, and words
// stray by 0.75 % at the worst of 21 sizes, by 0.1 % at whole points and even pixels. Ten gains little, and Qt
// blurs no shadow beyond 128 dots, which are 12 pixels at ten and 17 at 7.5.
const (
	zoom = 7.5
	dots = 576 // 76.8 × zoom to the inch
)

// userStyle goes into every document and frame before the author's styles, as the user's; only what is
// important wins over them. Most of it mends what the zoom does to Qt WebKit:
//   - A CSS filter draws its element into a picture of at most some 5,000 dots, and squeezes a wider one. An
//     element without its filter is better than a distorted one, and its text stays text.
//   - SVG is laid out without the zoom, but inherits font sizes with it, unless it has one of its own.
//   - Form controls are measured in dots.
var userStyle = `@namespace html url("http://www.w3.org/1999/xhtml");` +
	fmt.Sprintf(`html|html{zoom:%g!important}`, zoom) +
	`html|*{-webkit-filter:none!important;filter:none!important}` +
	`svg{font-size:1em}` +
	`input,textarea,select,button{font:13.3333px Arial}` +
	`input[type=checkbox],input[type=radio]{width:13px;height:13px}` +
	substitutes

// kerning makes the engine place letters as Chrome does. Without it "AVATAR" is 4 % too wide; with it text
// takes three times as long.
const kerning = `html|html{text-rendering:optimizeLegibility}`

// styleURL is the address of a user's style sheet, in the one form of data: URL that Qt WebKit reads.
func styleURL(css string) string {
	return "data:text/css;charset=utf-8;base64," + base64.StdEncoding.EncodeToString([]byte(css))
}

// fontDPI is the value of QT_FONT_DPI.
var fontDPI = strconv.Itoa(dots)
