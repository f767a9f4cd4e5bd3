package polyfill_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/wkhtmltopdf/polyfill"
)

func TestDeclarationsAreTranslated(t *testing.T) {
	for css, want := range map[string]string{
		"p{inset:5mm}":                                                 "p{top:5mm;right:5mm;bottom:5mm;left:5mm}",
		"p{inset: 1px 2px!important; color:red}":                       "p{top:1px!important;right:2px!important;bottom:1px!important;left:2px!important; color:red}",
		"p{inset:1px 2px calc(1px + 2px)}":                             "p{top:1px;right:2px;bottom:calc(1px + 2px);left:2px}",
		"p{inset:1px 2px 3px 4px 5px}":                                 "p{inset:1px 2px 3px 4px 5px}",
		"p{margin-inline:1px 2px;PADDING-BLOCK:5vw}":                   "p{-webkit-margin-start:1px;-webkit-margin-end:2px;-webkit-padding-before:35.906px;-webkit-padding-after:35.906px}",
		"p{border-inline-end:3px solid rgb(0 0 0 / 50%)}":              "p{-webkit-border-end:3px solid rgba(0,0,0,0.5)}",
		"p{margin-block:var(--a) 1px;inline-size:var(--b)}":            "p{margin-top:var(--a);margin-bottom:1px;width:var(--b)}",
		"p{border-inline-start:1px solid var(--c);inset:var(--d)}":     "p{border-left:1px solid var(--c);top:var(--d);right:var(--d);bottom:var(--d);left:var(--d)}",
		"p{border-block:3px solid red!important}":                      "p{-webkit-border-before:3px solid red!important;-webkit-border-after:3px solid red!important}",
		"p{color:rgb(1 2 3 / var(--alpha, 1))}":                        "p{color:rgba(1,2,3,var(--alpha, 1))}",
		"p{writing-mode:vertical-rl}":                                  "p{-webkit-writing-mode:vertical-rl}",
		"p{overflow-wrap:anywhere}":                                    "p{overflow-wrap:break-word}",
		"p{display:inline-flex!important}":                             "p{page-break-inside:avoid;display:inline-flex!important}",
		"p{text-decoration:underline dotted rgb(0 0 9)}":               "p{-webkit-text-decoration:underline dotted rgba(0,0,9,1)}",
		"p{width:FIT-content;min-width:calc(1px + 2px)}":               "p{width:-webkit-fit-content;min-width:calc(1px + 2px)}",
		"p{justify-content:space-evenly;align-items:end;float:start}":  "p{justify-content:space-around;align-items:flex-end;float:start}",
		"p{justify-content:right;text-align:right;float:right}":        "p{justify-content:flex-end;text-align:right;float:right}",
		"p{color:rgb(0 128 255)}":                                      "p{color:rgba(0,128,255,1)}",
		"p{color:RGBA(0% 50% 100% / .5);width:1px}":                    "p{color:rgba(0%,50%,100%,.5);width:1px}",
		"p{color:hsl(120deg 60% 70%)}":                                 "p{color:hsla(120,60%,70%,1)}",
		"p{color:hsl(0.5turn 60% 70%)}":                                "p{color:hsl(0.5turn 60% 70%)}",
		"p{color:rgb(0,0,0)}":                                          "p{color:rgb(0,0,0)}",
		"p{color:rgb(var(--x) / 5%)}":                                  "p{color:rgb(var(--x) / 5%)}",
		"p{background:linear-gradient(red,blue)!important;border:1px}": "p{background:linear-gradient(180.05deg,red,blue)!important;background-origin:border-box!important;border:1px}",
		"p{background-image:linear-gradient(red,rgb(0 0 9))}":          "p{background-image:linear-gradient(180.05deg,red,rgba(0,0,9,1));background-origin:border-box}",
		"p{background:linear-gradient( to  left,red,blue)}":            "p{background:linear-gradient( 270.05deg,red,blue);background-origin:border-box}",
		"p{background:repeating-linear-gradient(90deg ,red,blue)}":     "p{background:repeating-linear-gradient(90.05deg,red,blue);background-origin:border-box}",
		"p{background:linear-gradient(45deg,red,blue)}":                "p{background:linear-gradient(45deg,red,blue);background-origin:border-box}",
		"p{background:linear-gradient(to top left,red,blue)}":          "p{background:linear-gradient(to top left,red,blue);background-origin:border-box}",
		"p{background:linear-gradient(calc(45deg),red,blue)}":          "p{background:linear-gradient(calc(45deg),red,blue);background-origin:border-box}",
		"p{background:-webkit-linear-gradient(left,red,blue)}":         "p{background:-webkit-linear-gradient(left,red,blue);background-origin:border-box}",
		"p{border-image:linear-gradient(red,blue)}":                    "p{border-image:linear-gradient(red,blue)}",
		"inset:hover{color:red}":                                       "inset:hover{color:red}",
		"inset:hover {color:red}":                                      "inset:hover {color:red}",
		`p{content:"inset:5mm";--inset:5mm}/*inset:5mm*/`:              `p{content:"inset:5mm";--inset:5mm}/*inset:5mm*/`,
		"@media (min-width:1px){p{inset:0}}":                           "@media (min-width:0){p{top:0;right:0;bottom:0;left:0}}",
		"@supports (inset:0){p{inset:0}}":                              "@supports (inset:0){p{top:0;right:0;bottom:0;left:0}}",
	} {
		got, _ := polyfill.EditedOn(onA4("<style>" + css + "</style>"))
		require.Equal(t, base+"<style>"+want+"</style>", got, css)
	}
	got, _ := polyfill.EditedOn(onA4(`<p title="inset:5mm" style='color:red;inset:5mm'>inset:5mm`))
	require.Equal(t, base+`<p title="inset:5mm" style="color:red;top:5mm;right:5mm;bottom:5mm;left:5mm">inset:5mm`, got)
	got, _ = polyfill.EditedOn(onA4(`<p style="inset:5mm;font:'x'">`))
	require.Equal(t, base+`<p style="top:5mm;right:5mm;bottom:5mm;left:5mm;font:&#39;x&#39;">`, got)
	got, _ = polyfill.EditedOn(onA4(`<p style="inset:5mm;font:&quot;x&quot;">`))
	require.Equal(t, base+`<p style="top:5mm;right:5mm;bottom:5mm;left:5mm;font:&#34;x&#34;">`, got, "character references")
	got, _ = polyfill.EditedOn(onA4(`<p>x<body style="inset:5mm">`))
	require.NotContains(t, got, "top:5mm", "a body without a tag gets none, which would stand before the doctype")
}
