package polyfill

import (
	"fmt"
	"strconv"

	"platen/domain"
)

// The engine lays out a page on a canvas a quarter wider than the paper, and shrinks it: a CSS pixel becomes 1/1.25 of a
// dot. With 96/1.25 = 76.8 dots per inch, which QT_FONT_DPI sets, a pixel is 1/96 inch again. But dots and font sizes in
// pixels are whole numbers there, which moves words by up to 4 %. So the canvas has more dots by a factor without a
// fraction, and the document is zoomed by the same factor.
//
// The factor was found by measurement. With 7.5 a box of 100 mm measures 100.00 mm on every paper, and words move by
// 0.75 % at the worst of 21 sizes and by 0.1 % at whole points and even pixels. A factor of 10 gains little, and Qt does
// not blur a shadow by more than 128 dots, which are 12 pixels at 10 and 17 at 7.5.
const (
	zoom = 7.5
	dots = 576 // per inch: 76.8 × zoom
)

// FontDPI is the value of the environment variable QT_FONT_DPI with which lengths on paper are right.
var FontDPI = strconv.Itoa(dots)

// userStyle is the user's style sheet of every document and frame. The author's styles win over it, except over what is
// important. Most of it mends what the zoom breaks in Qt WebKit:
//   - A CSS filter draws its element into a picture of at most 5,000 dots or so, and distorts a wider one. The element
//     without its filter is better, and its text stays text.
//   - What is in SVG is laid out without the zoom, but inherits zoomed font sizes unless it has one of its own.
//   - Form controls are measured in dots.
//
// Orphans and widows have the initial values of CSS, which the engine does not have. As in browsers, headings in sections are as large as
// others, boxes that scroll have no scroll bars on paper, and a closed dialog is hidden. The engine moves a legend to no other page: it is
// cut in two unless its fieldset is moved.
var userStyle = `@namespace html url("http://www.w3.org/1999/xhtml");` +
	fmt.Sprintf(`html|html{zoom:%g!important;orphans:2;widows:2}`, zoom) +
	`html|*{-webkit-filter:none!important;filter:none!important}` +
	`svg>*{font-size:1em}` +
	`input,textarea,select,button{font:13.3333px Arial}` +
	`input[type=checkbox],input[type=radio]{width:13px;height:13px}` +
	`article h1,aside h1,nav h1,section h1{font-size:2em;-webkit-margin-before:.67__qem;-webkit-margin-after:.67em}` +
	`::-webkit-scrollbar,dialog:not([open]){display:none}` +
	`fieldset{page-break-inside:avoid}` +
	substitutes

// kerning makes the engine place letters as Chrome does. Without it "AVATAR" is 4 % too wide. With it text takes three
// times as long. Where it kerns, it draws a tab as a blank.
const kerning = `html|html{text-rendering:optimizeLegibility}html|pre,html|textarea{text-rendering:auto}`

// unkerned keeps the digits of documents in Chinese, Japanese and Korean as text. Where the engine kerns Latin letters, it asks the font
// for the forms of no language. Fonts for these languages then have other digits, to which Qt gives no characters in the PDF.
const unkerned = `html|*{text-rendering:auto!important;-webkit-font-kerning:auto!important}`

// firstTop is the style of a document with empty space at the top of the first page's content. A border of the root hides the
// page's background there, which padding would not. Positioned boxes and heights in percent refer to what is below it.
func firstTop(height domain.Length) string {
	if height <= 0 {
		return ""
	}
	return fmt.Sprintf(
		`html|html{border-top:%.3fpx solid white!important;position:relative!important;box-sizing:border-box!important}`, height.Pixels())
}

// Qt WebKit uses a family only if a font of exactly that name is installed. Chrome asks fontconfig, which knows
// replacements. Without help "Helvetica, sans-serif" would differ between the engines.

// substitutes are the families that documents name most, each with the free fonts of the same metrics, in the order of fontconfig's
// 30-metric-aliases, but for URW's, which Qt does not use. The text stays text: Qt does not treat a local font as a web font.
const substitutes = `` +
	`@font-face{font-family:Arial;src:local("Arial"),local("Arimo"),local("Liberation Sans")}` +
	`@font-face{font-family:Helvetica;src:local("Helvetica"),local("Arimo"),local("Liberation Sans")}` +
	`@font-face{font-family:"Times New Roman";src:local("Times New Roman"),local("Tinos"),local("Liberation Serif")}` +
	`@font-face{font-family:Times;src:local("Times"),local("Tinos"),local("Liberation Serif")}` +
	`@font-face{font-family:"Courier New";src:local("Courier New"),local("Cousine"),local("Liberation Mono")}` +
	`@font-face{font-family:Courier;src:local("Courier"),local("Cousine"),local("Liberation Mono")}` +
	`@font-face{font-family:Calibri;src:local("Calibri"),local("Carlito")}` +
	`@font-face{font-family:Cambria;src:local("Cambria"),local("Caladea")}`
