package reader_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/internal/enginepdf"
	"platen/adapters/pdf/reader"
	"platen/domain"
)

// TestFaintText: the text that engines print with too little contrast is found, with its ratio; where nobody can know, none is.
func TestFaintText(t *testing.T) {
	const picture = `data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mP8z8BQz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC`
	faint := func(ratio, needed float64) []domain.FaintText {
		return []domain.FaintText{{Text: "some text", Ratio: ratio, Needed: needed}}
	}
	for html, want := range map[string][]domain.FaintText{
		`<p style="color:#222">some text`:                                                    nil,
		`<p style="color:#767676">some text`:                                                 nil, // 4.54
		`<p style="color:#777">some text`:                                                    faint(4.48, 4.5),
		`<p style="color:#aaa">some text<p>in between<p style="color:#aaa">and so on`:        faint(2.32, 4.5),
		`<p style="color:#fff">some text`:                                                    faint(1, 4.5),
		`<table><td style="background:#036;color:#fff">some text<td>black on white</table>`:  nil,
		`<table><td style="background:#036;color:#333">some text<td>black on white</table>`:  faint(1, 4.5),
		`<p style="font:24px DejaVu Sans;color:#888">some text`:                              nil, // 18 points: 3.54
		`<p style="font:24px DejaVu Sans;color:#999">some text`:                              faint(2.85, 3),
		`<p style="font:bold 19px DejaVu Sans;color:#888">some text`:                         nil, // 14.25 points
		`<p style="font:19px DejaVu Sans;color:#888">some text`:                              faint(3.54, 4.5),
		`<p style="color:#aaa;background:url(` + picture + `)">some text`:                    nil,
		`<p style="color:#aaa;background:-webkit-linear-gradient(left,#000,#fff)">some text`: nil,
		`<p style="color:#aaa;position:relative"><img src="` + picture + `" style="position:absolute;left:0;top:0;width:300px;height:50px;z-index:-1">some text`: nil,
		`<p style="color:#666;border-bottom:3px solid #000;text-decoration:underline">some text`:                                                                 nil,
	} {
		for name, print := range enginepdf.Engines {
			if name != "chrome" && strings.Contains(html, "DejaVu") {
				continue // the bare command prints in another size
			}
			got, err := reader.Reader{}.FaintText(print(t, `<!DOCTYPE html><meta charset=utf-8><title>x</title>`+html))
			require.NoError(t, err)
			require.Len(t, got, len(want), "%s: %s: %v", name, html, got)
			for i := range want {
				require.Equal(t, want[i].Text, got[i].Text, "%s: %s", name, html)
				require.InDelta(t, want[i].Ratio, got[i].Ratio, 0.02, "%s: %s", name, html)
				require.Equal(t, want[i].Needed, got[i].Needed, "%s: %s", name, html)
			}
		}
	}
	for html, want := range map[string]int{
		`<p style="opacity:.4">some text`:                                                 1,
		`<p style="opacity:.8">some text`:                                                 0,
		`<p style="opacity:.5"><span style="background:#000;color:#fff">some text</span>`: 0, // not judged
		`<p style="background:rgba(0,0,0,.2);color:#777">some text`:                       1,
		`<p style="background:rgba(0,0,0,.2);color:#555">some text`:                       0,
	} {
		got, err := reader.Reader{}.FaintText(enginepdf.Chrome(t, html))
		require.NoError(t, err)
		require.Len(t, got, want, html)
	}
}

// TestFaintTextOfContent: what engines of other versions may write.
func TestFaintTextOfContent(t *testing.T) {
	const text = " BT /F1 10 Tf 30 500 Td (text) Tj ET"
	for content, want := range map[string]int{
		".6 g" + text: 1, ".4 g" + text: 0, "0 0 0 .4 k" + text: 1, "/DeviceRGB cs .6 .6 .6 sc" + text: 1, "/Odd cs .6 scn" + text: 0,
		"q .6 g Q" + text: 0, "1 g 0 0 0 rg 20 490 100 30 re f 1 g" + text: 0, "0 g 20 490 100 30 re f .1 g" + text: 1,
		"0 g 20 490 12 30 re f .6 g" + text: 0, "0 g 20 490 m 99 490 l 60 600 l f .6 g" + text: 0, "3 Tr .6 g" + text: 0, ".6 g BT /F1 10 Tf 30 500 Td ( ) Tj ET": 0,
	} {
		got, err := reader.Reader{}.FaintText(withForm(content, ""))
		require.NoError(t, err)
		require.Len(t, got, want, content)
	}
}
