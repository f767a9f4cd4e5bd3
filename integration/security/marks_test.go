package security_test

import (
	"fmt"
	"image/color"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/ports/pdfcheck"
)

// mark is a folder with files whose text and colour are nowhere else.
type mark struct {
	folder, text string
	class        string // of elements that the style sheets are for
	paint        color.RGBA
}

// marked begins the text of each marked file.
const marked = "Marked file"

// newMark makes the folder; those of one document have different numbers.
func newMark(t *testing.T, number int) mark {
	t.Helper()
	m := mark{t.TempDir(), fmt.Sprintf("%s %d.", marked, number), fmt.Sprint("m", number), hue(number)}
	paint := fmt.Sprintf("#%02x%02x%02x", m.paint.R, m.paint.G, m.paint.B)
	for name, content := range map[string]string{
		"x.txt":  m.text,
		"x.html": `<body style="background:` + paint + `">` + m.text,
		"x.svg":  `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><rect id="a" width="90" height="90" fill="` + paint + `"/></svg>`,
		"x.css":  fmt.Sprintf(`.%s,a:root{background:%s!important}`, m.class, paint),
		"x.xml":  `<a>` + m.text + `</a>`,
		"x.xsl": `<x:stylesheet xmlns:x="http://www.w3.org/1999/XSL/Transform" version="1.0"><x:template match="/">` +
			`<html><body>` + m.text + `</body></html></x:template></x:stylesheet>`,
	} {
		require.NoError(t, os.WriteFile(filepath.Join(m.folder, name), []byte(content), 0o644))
	}
	require.NoError(t, os.Symlink("x.svg", filepath.Join(m.folder, "link.svg")))
	return m
}

// hue is a full colour; any two of a document differ, also where they are smoothed against white.
func hue(number int) color.RGBA {
	at := 6 * (float64(number) + .3) / groupSize
	part := func(shift float64) uint8 {
		distance := math.Abs(math.Mod(at+shift, 6) - 3) // 0 to 3: the component is full, falls, and is nothing
		return uint8(255 * min(max(2-distance, 0), 1))
	}
	return color.RGBA{part(3), part(1), part(5), 255}
}

// in is the document of an attack on the folder, with an element for its style sheets. A canary serves what refers to the folder.
func (m mark) in(f theft, canary *site) document {
	path := newPath()
	canary.handle(path+"/redirect", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Location", "file://"+m.folder+"/"+r.URL.RawQuery)
		w.WriteHeader(http.StatusFound)
	})
	canary.serve(path+"/css", "text/css", `@import "file://`+m.folder+`/x.css";.`+m.class+`:after{content:url(file://`+m.folder+`/x.svg)}`)
	canary.serve(path+"/frame", "text/html", `<img src="file://`+m.folder+`/x.svg"><iframe src="file://`+m.folder+`/x.html"></iframe>`)
	at := canary.URL + path
	d := f.filled("{dir}", strings.TrimPrefix(m.folder, "/"), "{redirect}", at+"/redirect", "{css}", at+"/css", "{frame}", at+"/frame")
	styled := `<b class=` + m.class + `>x</b>`
	if d.Header != "" {
		d.Header += styled
	} else {
		d.HTML += styled
	}
	return d
}

// isOn reports whether a PDF has the text or the colour.
func (m mark) isOn(t *testing.T, file *pdfcheck.File) bool {
	t.Helper()
	text, err := file.Text()
	require.NoError(t, err)
	if strings.Contains(text, m.text) {
		return true
	}
	pages, err := file.Pages()
	require.NoError(t, err)
	for page := range pages {
		picture, err := file.Picture(page + 1)
		require.NoError(t, err)
		if m.paints(picture) {
			return true
		}
	}
	return false
}

// paints reports whether a picture has the colour. What is painted is larger than the distance between the pixels that are read.
func (m mark) paints(picture *pdfcheck.Picture) bool {
	const distance, tolerance = 2, 12
	near := func(a, b uint8) bool { return max(a, b)-min(a, b) <= tolerance }
	for y := 0; y < picture.Bounds().Max.Y; y += distance {
		for x := 0; x < picture.Bounds().Max.X; x += distance {
			if c := picture.At(x, y); near(c.R, m.paint.R) && near(c.G, m.paint.G) && near(c.B, m.paint.B) {
				return true
			}
		}
	}
	return false
}
