package accessibility_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/domain/accessibility"
	"platen/domain/template"
)

// right is a document that breaks no rule, around the HTML of a body.
func right(body string) string {
	return `<!doctype html><html lang="en"><head><title>Invoice</title></head><body>` + body + `</body></html>`
}

func TestCheck(t *testing.T) {
	for _, tt := range []struct{ name, document, want string }{
		{"a right document", right(`<h1>One</h1><h2>Two</h2><h2>Two</h2><h3>Three</h3><h1>One</h1><p>Text`), ""},
		{"an empty fragment", "", "missing title, missing lang"},
		{"a fragment", "<p>Hello", "missing title, missing lang"},
		{"a blank title", `<html lang=de><title> </title><p>x`, "missing title"},
		{"a title in SVG is not the document's", `<html lang=de><svg><title>x</title><path/></svg>`, "missing title"},
		{"a blank lang", `<html lang=" "><title>x</title>`, "missing lang"},
		{"no language tag", `<html lang="plain english"><title>x</title>`, "missing lang"},
		{"a language tag", `<html lang=" en_GB "><title>x</title>`, ""},
		{"lang elsewhere", `<html><title>x</title><body lang=en>`, "missing lang"},
		{"attributes of a second html tag", `<html><title>x</title><body><html lang=en>`, ""},

		{"no alt", right(`<img src=a.png><img src=b.png title=" ">`), "2 pictures without alt"},
		{"alternatives", right(`<img alt=Logo><img aria-label=Logo><img title=Logo><img aria-labelledby=x>`), ""},
		{"an alt that says nothing", right(`<img alt=" "><img alt="" role=img>`), "2 pictures without alt"},
		{"decoration", right(`<img alt=""><img role=presentation><img role=none><img aria-hidden=true><div aria-hidden=true><p><img></div>`), ""},
		{"not shown", right(`<div hidden><img></div><p style="color: red; display : none"><img></p><p style="visibility:hidden"><img></p><template><img></template>`), ""},
		{"not open", right(`<details><summary>x</summary><img><h6>x</h6></details><dialog><img></dialog><div popover><img></div>`), ""},
		{"open", right(`<details open><summary>x</summary><img></details><details><summary><img></summary></details><dialog open><img></dialog>`),
			"3 pictures without alt"},
		{"hidden elements end", right(`<p hidden>a<p><img><ul><li hidden>b<li><img></ul><table role=none><tr hidden><td>c<tr><td><img></table>`),
			"3 pictures without alt"},
		{"hidden cells, sections and terms end", right(`<table role=none><tbody hidden><tr><td><tbody><tr><td hidden><td><img></table>` +
			`<dl><dt hidden>x<dd><img></dl>`), "2 pictures without alt"},
		{"hidden rows end before a section", right(`<table role=none><caption hidden>x<tr hidden><td>c<tbody><tr><td><img></table>`), "1 picture without alt"},
		{"noscript is shown", right(`<noscript><img></noscript>`), "1 picture without alt"},
		{"no tags", right(`<!-- <img> --><textarea><img></textarea><style>/* <img> */</style><p title="<img>">`), ""},
		{"inline SVG", right(`<svg><circle r=1 /></svg>`), "1 picture without alt"},
		{"SVG with a title", right(`<svg><title>Chart</title><g><circle r=1 /></g></svg><svg aria-label=Chart><rect/></svg>`), ""},
		{"the title of a part of SVG", right(`<svg><g><title>Bar</title><rect/></g></svg>`), "1 picture without alt"},
		{"a title that closes itself", right(`<svg><title/><rect/></svg><img>`), "2 pictures without alt"},
		{"SVG that paints nothing", right(`<svg><defs><path id=a /></defs><symbol><rect/></symbol></svg><svg/>`), ""},
		{"decorative SVG", right(`<svg aria-hidden=true><rect/><rect/></svg><svg role=none><rect/></svg><h1>x</h1>`), ""},
		{"other pictures", right(`<input type=IMAGE><map><area href=x><area></map><embed src=a.svg><object data=b.svg></object><i role=img></i>`),
			"5 pictures without alt"},
		{"a picture in a picture", right(`<svg aria-label=Map><g role=img><rect/></g></svg>`), ""},
		{"other decoration", right(`<object data=a.svg role=none></object><embed src=a.svg role=presentation>`), ""},
		{"areas", right(`<map><area><area href=x alt=Way></map>`), ""},
		{"an area that leads somewhere", right(`<map><area href=x></map>`), "1 picture without alt"},
		{"other alternatives", right(`<input type=image alt=Go><input><map><area href=x alt=Way></map><embed title=Plan src=a.svg><embed><object></object>` +
			`<object data=b.svg>A plan</object><object data=c.svg><img alt=Plan></object><i role=img aria-label=Star></i>`), ""},

		{"pictures in frames", right(`<iframe srcdoc="<img><h3>x</h3><img alt=x><iframe srcdoc='<img>'></iframe>"></iframe><iframe hidden srcdoc="<img>"></iframe>`),
			"1 picture without alt"},

		{"first heading", right(`<h2>Two</h2><h3>Three</h3>`), "1 skipped heading level"},
		{"skipped levels", right(`<h1>1</h1><h3>3</h3><h4>4</h4><h1>1</h1><div role=heading aria-level=3>3</div>`), "2 skipped heading levels"},
		{"headings by role", right(`<h1>1</h1><p role=heading>2</p><h5 role=presentation>x</h5><h3>3</h3><h1 role=heading>1</h1>`), ""},
		{"no headings", right(`<h1>1</h1><hr><tt>x</tt><h2>2</h2><h0>x</h0><h3>3</h3><b2>x</b2>`), ""},
		{"a first heading by its level", right(`<p role=heading aria-level=1>1</p>`), ""},
		{"levels of headings", right(`<h1>1</h1><h5 aria-level=2>2</h5><h2 aria-level=x>2</h2><h1 aria-level=4>4</h1>`), "1 skipped heading level"},
		{"hidden headings", right(`<h1>1</h1><h3 hidden>3</h3><h2>2</h2>`), ""},

		{"no head cells", right(`<table><tr><td>1</table>`), "1 table without head cells"},
		{"head cells", right(`<table><tr><th>1<td>2</table><table><tr><td role=rowheader>1<td>2</table>`), ""},
		{"head cells by role", right(`<table><tr><td role=columnheader>1<tr><td>2</table>`), ""},
		{"head cells that say they are none", right(`<table><tr><th role=cell>1</table><table><tr><th role=none>1<td>2</table>`),
			"2 tables without head cells"},
		{"layout", right(`<table role=presentation><tr><td>1</table><table role=none><tr><td>1</table><table></table>`), ""},
		{"tables in tables", right(`<table role=none><tr><td><table><tr><th>1</table><td><table><tr><td>1</table></table>`), "1 table without head cells"},
		{"head cells of an inner table", right(`<table><tr><td><table><tr><th>1</table></table>`), "1 table without head cells"},
		{"all of them", "<h2>x</h2><img><img><table><tr><td>1</table>",
			"missing title, missing lang, 2 pictures without alt, 1 skipped heading level, 1 table without head cells"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.want, summary(t, tt.document))
		})
	}
}

func summary(t *testing.T, document string) string {
	found, err := accessibility.Check(t.Context(), document)
	require.NoError(t, err)
	var all []string
	for _, f := range found {
		all = append(all, f.String())
	}
	return strings.Join(all, ", ")
}

// TestOffsets: findings are at start tags, and a table is told where it begins.
func TestOffsets(t *testing.T) {
	document := "<!doctype html>\n<html>\n<table><tr><td><img></table><svg><rect/></svg><img>"
	found, err := accessibility.Check(t.Context(), document)
	require.NoError(t, err)
	at := map[accessibility.Rule][]string{}
	for _, f := range found {
		for _, offset := range f.Offsets {
			at[f.Rule] = append(at[f.Rule], document[offset:offset+4])
		}
	}
	require.Equal(t, map[accessibility.Rule][]string{
		accessibility.Title: {"<htm"}, accessibility.Language: {"<htm"},
		accessibility.Alternative: {"<img", "<svg", "<img"}, accessibility.TableHead: {"<tab"},
	}, at)
}

// TestHostileDocuments: the work is linear in the document, whatever the parser of HTML would make of it.
func TestHostileDocuments(t *testing.T) {
	var attributes strings.Builder
	for i := range 50_000 {
		fmt.Fprintf(&attributes, " a%d", i)
	}
	for name, body := range map[string]string{
		"attributes of later body tags": "<body" + attributes.String() + ">" + strings.Repeat("<body>", 99),
		"end tags of paragraphs":        strings.Repeat("<div>", 500) + strings.Repeat("</p>", 400_000),
		"formatting elements":           strings.Repeat("<b x=1>", 400) + strings.Repeat("<p>x</b></i>", 50_000),
		"paragraphs":                    strings.Repeat("<p>", 300_000),
		"deep elements":                 strings.Repeat("<div>", 200_000),
	} {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
			defer cancel()
			found, err := accessibility.Check(ctx, right(body))
			require.NoError(t, err)
			require.Empty(t, found)
			runtime.ReadMemStats(&after)
			require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(100*len(body)))
		})
	}
}

func TestEndOfContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := accessibility.Check(ctx, right("<p>"))
	require.ErrorIs(t, err, context.Canceled)
	_, err = accessibility.Request(ctx, template.Default(), domain.Request{HTML: right("<p>")})
	require.ErrorIs(t, err, context.Canceled)
}
