package tags_test

import (
	"maps"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/internal/enginepdf"
	"platen/adapters/pdf/content"
	"platen/adapters/pdf/page"
	"platen/adapters/pdf/tags"
	"platen/domain"
	"platen/ports/pdfcheck"
	"platen/ports/pdfcheck/sample"
)

func TestMain(m *testing.M) { os.Exit(enginepdf.Run(m)) }

const dot = `data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mP8z8BQz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC`

// mend mends the structure of what Chrome prints. It returns what cannot be mended, too.
func mend(t *testing.T, html string) ([]byte, []string) {
	t.Helper()
	f, pages, err := page.Open(enginepdf.Chrome(t, `<!DOCTYPE html><html lang=en><title>x</title>`+html))
	require.NoError(t, err)
	for _, p := range pages {
		p.Dict = maps.Clone(p.Dict)
	}
	tree := tags.Read(f)
	tree.Mark(pages, make([]page.Box, len(pages)))
	unmet := tree.Mend()
	tree.Links(pages)
	tree.Write()
	for _, p := range pages {
		f.Set(p.Ref, p.Dict)
	}
	require.NoError(t, f.Err())
	mended, err := f.Write()
	require.NoError(t, err)
	pdfcheck.In(t, mended, pdfcheck.Sound(), pdfcheck.Tagged(true))
	return mended, unmet
}

// structureOf returns the structure with its text, one element a line, without attributes and elements that group nothing.
func structureOf(t *testing.T, pdf []byte) string {
	text, err := pdfcheck.Open(t, pdf).Structure()
	require.NoError(t, err)
	var lines []string
	for line := range strings.Lines(text) {
		switch line = strings.TrimSpace(line); {
		case line == "", line == "NonStruct", strings.HasPrefix(line, "/"), strings.HasPrefix(line, "Object "):
		default:
			line, _, _ = strings.Cut(line, " <node")
			line, _, _ = strings.Cut(line, " (")
			lines = append(lines, strings.TrimSuffix(line, ":"))
		}
	}
	return strings.Join(lines, " ")
}

func TestStructure(t *testing.T) {
	for name, test := range map[string]struct{ html, want string }{
		"lists": {`<ol><li>one<ul><li>a</ul><li>two</ol>`,
			`Document L LI Lbl "1. " LBody "one" L LI Lbl "" LBody "a" LI Lbl "2. " LBody "two"`},
		"generated content": {`<style>.b::before{content:"before "}.a::after{content:" after"}</style><p>one<p class=b>two<p class=a>three<p><q>four</q>`,
			`Document P "one" P "before " "two" P "three" " after" P "“" "four" "”"`},
		"text that the engine does not tag": {`<p>one<iframe srcdoc="<p>two"></iframe><p>three`, `Document P "one" "two" P "three"`},
		"decoration": {`<style>div,td{border:1px solid;background:#eee}td{box-shadow:1px 1px red}</style><div>one</div><hr><table><tr><th>h<tr><td>d</table>`,
			`Document "one" Table TR TH "h" TR TD "d"`},
		"background pictures": {`<p style="background:url(` + dot + `)">one<p><img alt="" src="` + dot + `">`, `Document P "one"`},
		"shadows": {`<p style="width:3em;text-shadow:1px 1px #ccc,2px 2px 3px red">one <b>two</b> three <a href="https://platen.example/">four</a><p>five`,
			`Document P "one" "two" "three" Link "four" P "five"`},
		"shadows over several lines": {`<p style="width:3em;text-shadow:1px 1px red">one two three`, `Document P "one" "two" "three"`},
		"shadows of several fonts":   {`<meta charset=utf-8><p style="text-shadow:1px 1px red">one 😀 two`, `Document P "one 😀 two"`},
		"figures":                    {`<figure><img alt=dot src="` + dot + `"><figcaption>two</figcaption></figure>`, `Document Div Figure "" Caption "two"`},
		"captions": {`<table><caption>one</caption><caption>two</caption><tr><th>h</table>` +
			`<div role=table><div role=row><b role=columnheader>h</b></div><p role=caption>one</p></div>`,
			`Document Table Caption "one" Div "two" TR TH "h" Table Caption "one" TR TH "h"`},
		"pictures in pictures": {`<div role=img aria-label=dots><img src="` + dot + `"><img alt=dot src="` + dot + `"></div>`,
			`Document Figure Div "" Figure ""`},
		"groups in groups":        {`<style>p::before{content:"one "}</style>` + strings.Repeat(`<div style="opacity:.9">`, 99) + `<p>two`, `Document P "one " "two"`},
		"empty cells":             {`<style>table{border-collapse:collapse}td{border:1px solid}</style><table><tr><th>A<th>B<th>C<tr><td><td>b<td><tr><td><td><td><tr><td>a<td><td>c</table>`, `Document Table TR TH "A" TH "B" TH "C" TR TD TD "b" TD TR TD "a" TD TD "c"`},
		"rows of empty cells":     {`<style>table{border-collapse:collapse}</style><table><tr><th>A<th>B<tr><td rowspan=2>a<td>b<tr><td></table>`, `Document Table TR TH "A" TH "B" TR TD "a" TD "b"`},
		"cells that are left out": {`<table><tr><th>A<th>B<tr><td>a<td>b<tr><td>only</table>`, `Document Table TR TH "A" TH "B" TR TD "a" TD "b" TR TD "only" TD`},
		"letters that cut a gradient": {`<h1 style="background:linear-gradient(red,blue);-webkit-background-clip:text;color:transparent">one <b>two</b></h1>`,
			`Document H1 "one " "two"`},
		"opacity": {`<div style="opacity:.5;border:1px solid"><p>one <b>two</b></div>`, `Document P "one " "two"`},
		"hidden content": {`<style>.b::before{content:"before "}</style><p>one <i role=figure aria-label=` + domain.Decoration + `>★</i> two<div role=figure aria-label=` +
			domain.Decoration + `><h3>three</h3><img src="` + dot + `"></div><p class=b>four`, `Document P "one " " two" P "before " "four"`},
		"headings below the sixth": {`<h1>1</h1><h2>2</h2><h3>3</h3><h4>4</h4><h5>5</h5><h6>6</h6><p role=heading aria-level=7>7`,
			`Document H1 "1" H2 "2" H3 "3" H4 "4" H5 "5" H6 "6" H6 "7"`},
	} {
		t.Run(name, func(t *testing.T) {
			mended, unmet := mend(t, test.html)
			require.Empty(t, unmet)
			require.Equal(t, test.want, structureOf(t, mended))
		})
	}
}

// TestUnmet: what only the author can mend is not covered up.
func TestUnmet(t *testing.T) {
	for want, html := range map[string]string{
		"1 picture without alt":   `<img src="` + dot + `">`,
		"2 pictures without alt":  `<img src="` + dot + `"><p><img src="` + dot + `">`,
		"content under a mask":    `<p style="-webkit-mask-image:linear-gradient(#000,transparent)">one</p>`,
		"1 skipped heading level": `<h1>one</h1><h3>two</h3>`,
	} {
		_, unmet := mend(t, html)
		require.Equal(t, []string{want}, unmet)
	}
}

// TestNoClaimOnLostContent: what Chrome paints as a picture or as shapes is not in the structure. Effects that leave text as text are none.
func TestNoClaimOnLostContent(t *testing.T) {
	picture := `<img alt=dot src="` + dot + `">`
	for _, lost := range []string{
		`<p style="filter:blur(1px)">x`, `<p style="filter:opacity(.5)">x`, `<div style="filter:grayscale(1)">` + picture + `</div>`,
		`<p style="-webkit-box-reflect:below">x`, `<p style="transform:perspective(500px) rotateY(5deg)">x`,
		`<p style="transform:rotate(9deg)"><b style="filter:sepia(1)">x</b>`, `<div style="opacity:.5"><p style="filter:blur(1px)">x</div>`,
		`<div style="mix-blend-mode:multiply">one<p style="filter:blur(1px)">x</div>`,
		`<svg role=img aria-label=x><filter id=f><feGaussianBlur stdDeviation=1 /></filter><text y=20 filter="url(#f)">x</text></svg>`,
	} {
		_, unmet := mend(t, "<p>one</p>"+lost)
		require.Equal(t, []string{"content under a filter or in perspective"}, unmet, lost)
	}
	for _, text := range []string{
		`<p style="opacity:.5">x`, `<p style="mix-blend-mode:multiply">x`, `<p style="backdrop-filter:blur(1px)">x`, `<p style="will-change:transform">x`,
		`<p style="transform:rotate(9deg)">x`, `<p style="clip-path:inset(0)">x`, `<p style="background:red;-webkit-background-clip:text;color:transparent">x`,
		`<p style="box-shadow:1px 1px 3px red;border-radius:3px">x`, `<p style="border:3px solid;border-image:url(` + dot + `) 3">x`,
		`<p style="background:url(` + dot + `),conic-gradient(red,blue);background-blend-mode:multiply">x`, `<div style="opacity:.5">x ` + picture + `</div>`,
	} {
		mended, unmet := mend(t, "<p>one</p>"+text)
		require.Empty(t, unmet, text)
		require.Contains(t, structureOf(t, mended), `"x`, text)
	}
}

// TestStatesWithoutEnd: content that saves ever more states ends with an error.
func TestStatesWithoutEnd(t *testing.T) {
	for states, want := range map[int]error{content.MaxSaved: nil, content.MaxSaved + 1: content.ErrTooMuch} {
		f, pages, err := page.Open(sample.File("", "<</Type /Catalog /Pages 2 0 R /StructTreeRoot <</K []>>>>",
			"<</Type /Pages /Count 1 /Kids [3 0 R] /MediaBox [0 0 420 595]>>", "<</Type /Page /Parent 2 0 R /Contents 4 0 R>>",
			sample.Stream("", strings.Repeat("q ", states))))
		require.NoError(t, err)
		tree := tags.Read(f)
		tree.Mark(pages, make([]page.Box, 1))
		require.ErrorIs(t, f.Err(), want)
	}
}

// TestLongLink: the element of a link is read once, however many lines the link has.
func TestLongLink(t *testing.T) {
	mended, unmet := mend(t, `<body style="columns:2"><a href="https://platen.example/">`+strings.Repeat("word ", 9000)+`</a>`)
	require.Empty(t, unmet)
	require.Contains(t, structureOf(t, mended), "Link")
}
