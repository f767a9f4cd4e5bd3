package compare_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain/comparison"
	"platen/integration/harness"
)

// meanings are pairs of documents whose words are the same, as text, with what a person says of them.
func meanings(t *testing.T) map[string]struct {
	a, b     string // html
	verdicts []comparison.Verdict
	reason   string // a part of the first one
} {
	code := func(seed uint64, size string, drawn func(*testing.T, [][]bool, string) string) string {
		return "<p>Ticket</p>" + drawn(t, modules(seed), size)
	}
	named := func(name string) string {
		content, err := os.ReadFile(filepath.Join("testdata", "cases", name+".json"))
		require.NoError(t, err)
		return string(content)
	}
	const text = "<p>The contractor shall notify the principal of delays in writing.</p>"
	boxes := func(margin string) string {
		return strings.Repeat("<div style='border:1px solid #333;padding:3mm;margin:"+margin+"'>"+text+"</div>", 4)
	}
	// columns are blocks side by side as far as there is room.
	columns := func(width string, blocks int) string {
		block := "<div style='float:left;width:" + width + ";box-sizing:border-box;padding-right:8mm'>" + text + text + "</div>"
		return "<style>@page{margin:15mm}</style>" + strings.Repeat(block, blocks)
	}
	squares := ""
	for n := range 40 {
		squares += fmt.Sprintf("<i style='position:absolute;left:%dmm;top:%dmm;width:20mm;height:20mm;background:#ccc'></i>", n%4*40+n/4%2*20, n/4*20)
	}
	checkerboard := "<div style='position:absolute;z-index:-1'>" + squares + "</div>"
	box := "<p><span style='display:inline-block;width:3.5mm;height:3.5mm;border:1px solid'>%s</span> Newsletter"
	list := "<style>ul{list-style:%s}b{position:absolute;margin-left:-1.2em;display:%s}</style><ul><li><b>•</b>one<li><b>•</b>two</ul>"
	cross := "<svg viewBox='0 0 10 10' style='display:block'><path d='M1 1L9 9M9 1L1 9' stroke='black'/></svg>"
	return map[string]struct {
		a, b     string
		verdicts []comparison.Verdict
		reason   string
	}{
		"struck through":     {named("strike-a"), named("strike-b"), broken, "struck through"},
		"no longer struck":   {text + "<p><del>120.00</del> 99.00", text + "<p>120.00 99.00", broken, "no longer struck through: “120.00”"},
		"underlined":         {text + "<p><u>important</u>", text + "<p>important", subtle, "no longer underlined"},
		"a box unticked":     {named("checkbox-a"), named("checkbox-b"), broken, "a box is no longer marked"},
		"a box of CSS":       {fmt.Sprintf(box, cross), fmt.Sprintf(box, ""), broken, "no longer marked, at “Newsletter”"},
		"another radio":      {named("radio-a"), named("radio-b"), broken, "a box is"},
		"a wider bar":        {named("barcode-1bar-a"), named("barcode-1bar-b"), broken, "its pattern differs"},
		"a QR of 10 mm":      {code(1, "10mm", drawnAsRectangles), code(2, "10mm", drawnAsRectangles), broken, "its pattern differs"},
		"a QR as a picture":  {code(1, "25mm", drawnAsPicture), code(2, "25mm", drawnAsPicture), broken, "its pattern differs"},
		"the same QR":        {code(1, "20mm", drawnAsRectangles), code(1, "20mm", drawnAsPicture), unseen, ""},
		"a QR moved":         {code(1, "20mm", drawnAsRectangles), "<p style='padding:1.3mm 0 0 3mm'>" + code(1, "20mm", drawnAsRectangles), append(subtle, different...), ""},
		"a lost background":  {text + "<p style='color:#fff'><span style='background:#900'>Hot surface", text + "<p style='color:#fff'>Hot surface", broken, "2 words cannot be seen"},
		"a lost cell's":      {"<table><td style='background:#036;color:#fff'>Total 4,711.00", "<table><td style='color:#fff'>Total 4,711.00", broken, "cannot be seen"},
		"text on its side":   {text + "<h2>Quarterly revenue", text + "<h2 style='transform:rotate(90deg) translateX(30mm);width:60mm'>Quarterly revenue", broken, "turned"},
		"text on its head":   {text + "<h2>Quarterly revenue", text + "<h2 style='transform:rotate(180deg)'>Quarterly revenue", broken, "turned"},
		"grey text":          {named("grey-text-a"), named("grey-text-b"), different, "paler"},
		"a minus":            {named("minus-a"), named("minus-b"), broken, "“−84.00” became “84.00”"},
		"boxes that moved":   {boxes("2mm 0"), boxes("4mm 3mm"), different, ""},
		"one column of two":  {columns("80mm", 14), columns("170mm", 14), different, "2 columns became one"},
		"a checkerboard":     {columns("180mm", 9), checkerboard + "<div style='height:0.8mm'></div>" + columns("180mm", 9), different, "the background"},
		"the marks of lists": {fmt.Sprintf(list, "disc", "none"), fmt.Sprintf(list, "none", "inline"), append(subtle, different...), ""},
		"the bar of a chart": {named("bar-height-a"), named("bar-height-b"), []comparison.Verdict{comparison.Different, comparison.Broken}, ""},
	}
}

// TestMeaning: what changes the meaning without a word is broken, on each engine and from one to the other; what does not, is not.
func TestMeaning(t *testing.T) {
	pdfs := map[string][2]held{}
	all := meanings(t)
	for _, engine := range []string{"chrome", "wkhtmltopdf"} {
		service := harness.Shared(t, "PLATEN_ENGINE="+engine)
		a, b := held{}, held{}
		for name, m := range all {
			for into, html := range map[*held]string{&a: m.a, &b: m.b} {
				body := []byte(html)
				if !strings.HasPrefix(html, "{") {
					var err error
					body, err = json.Marshal(map[string]string{"html": html, "css": "body{font:11pt/1.4 Liberation Sans}"})
					require.NoError(t, err)
				}
				(*into)[name] = service.PDF(t, body).Body
			}
		}
		pdfs[engine] = [2]held{a, b}
	}
	for _, engines := range [][2]string{{"chrome", "chrome"}, {"wkhtmltopdf", "wkhtmltopdf"}, {"chrome", "wkhtmltopdf"}} {
		for name, c := range compared(t, pdfs[engines[0]][0], pdfs[engines[1]][1]) {
			m := all[name]
			t.Logf("%v %5.1f %-9s %s: %s", engines, c.Score, c.Verdict, name, strings.Join(c.Reasons, "; "))
			if engines[0] != engines[1] && !slices.Contains(m.verdicts, comparison.Broken) {
				require.NotEqual(t, comparison.Broken, c.Verdict, "%v, %s: %v", engines, name, c.Reasons)
				continue
			}
			require.Contains(t, m.verdicts, c.Verdict, "%v, %s: %v", engines, name, c.Reasons)
			if m.reason != "" {
				require.Contains(t, c.Reasons[0], m.reason, "%v, %s", engines, name)
			}
		}
	}
}

// modules are those of a code: random ones, and its three finder patterns.
func modules(seed uint64) [][]bool {
	const n, finder = 25, 7
	random := rand.New(rand.NewPCG(seed, seed))
	all := make([][]bool, n)
	for y := range all {
		all[y] = make([]bool, n)
		for x := range all[y] {
			all[y][x] = random.IntN(2) == 0
			for _, corner := range [][2]int{{0, 0}, {n - finder, 0}, {0, n - finder}} {
				if u, v := x-corner[0], y-corner[1]; u >= -1 && v >= -1 && u <= finder && v <= finder {
					ring := max(max(u-3, 3-u), max(v-3, 3-v))
					all[y][x] = ring == 3 || ring < 2
				}
			}
		}
	}
	return all
}

func drawnAsRectangles(_ *testing.T, all [][]bool, size string) string {
	var svg strings.Builder
	fmt.Fprintf(&svg, "<svg width='%s' height='%s' viewBox='0 0 %d %d' shape-rendering='crispEdges'>", size, size, len(all), len(all))
	for y, row := range all {
		for x, dark := range row {
			if dark {
				fmt.Fprintf(&svg, "<rect x='%d' y='%d' width='1' height='1'/>", x, y)
			}
		}
	}
	return svg.String() + "</svg>"
}

func drawnAsPicture(t *testing.T, all [][]bool, size string) string {
	const pixels = 4 // a module
	picture := image.NewGray(image.Rect(0, 0, pixels*len(all), pixels*len(all)))
	for y := range pixels * len(all) {
		for x := range pixels * len(all) {
			if !all[y/pixels][x/pixels] {
				picture.SetGray(x, y, color.Gray{Y: 255})
			}
		}
	}
	var file bytes.Buffer
	require.NoError(t, png.Encode(&file, picture))
	return fmt.Sprintf("<img style='width:%s;height:%s' src='data:image/png;base64,%s'>", size, size, base64.StdEncoding.EncodeToString(file.Bytes()))
}
