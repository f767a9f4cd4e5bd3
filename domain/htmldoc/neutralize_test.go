package htmldoc_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRefreshNeutralized: a refresh meta element loses its effect. Text, values and styles say the same.
func TestRefreshNeutralized(t *testing.T) {
	for document, want := range map[string]string{
		`<meta http-equiv=refresh content=0>`:                              `<meta &#104;ttp-equiv=refresh content=0>`,
		`<META HTTP-EQUIV="Refresh" CONTENT="1;url=/">`:                    `<META &#104;TTP-EQUIV="Refresh" CONTENT="1;url=/">`,
		`<meta content=0 http-equiv = ' refresh ' />`:                      `<meta content=0 &#104;ttp-equiv = ' refresh ' />`,
		"<meta\n\tcontent=0\fhttp-equiv\r=\nrefresh>":                      "<meta\n\tcontent=0\f&#104;ttp-equiv\r=\nrefresh>",
		`<meta/http-equiv=refresh>`:                                        `<meta/&#104;ttp-equiv=refresh>`,
		`<meta a="b"http-equiv=refresh>`:                                   `<meta a="b"&#104;ttp-equiv=refresh>`,
		`<meta a='>'http-equiv=refresh>`:                                   `<meta a='>'&#104;ttp-equiv=refresh>`,
		`<meta a/http-equiv=refresh>`:                                      `<meta a/&#104;ttp-equiv=refresh>`,
		`<meta a http-equiv=refresh>`:                                      `<meta a &#104;ttp-equiv=refresh>`,
		`<meta http-equiv=x http-equiv=refresh>`:                           `<meta http-equiv=x &#104;ttp-equiv=refresh>`,
		`<meta http-equiv=&#114;efresh>`:                                   `<meta &#104;ttp-equiv=&#114;efresh>`,
		`<meta http-equiv="refresh&#9;">`:                                  `<meta &#104;ttp-equiv="refresh&#9;">`,
		`<meta http-equiv=refresh`:                                         `<meta &#104;ttp-equiv=refresh`,
		`<svg><style><a title='</style><!--'><meta http-equiv=refresh>-->`: `<svg><style><a title='</style><!--'><meta &#104;ttp-equiv=refresh>-->`,
		`<select><style></select><meta http-equiv=refresh>`:                `<select><style></select><meta &#104;ttp-equiv=refresh>`,
		`<!--><meta http-equiv=refresh>-->`:                                `<!--><meta &#104;ttp-equiv=refresh>-->`,
		`<meta a="<meta http-equiv=refresh>">`:                             `<meta a="<meta &#104;ttp-equiv=refresh>">`,
		`<meta a="<meta b='>" http-equiv=refresh>`:                         `<meta a="<meta b='>" &#104;ttp-equiv=refresh>`,
		`<meta =http-equiv=refresh>`:                                       `<meta =http-equiv=refresh>`,
		`<meta ahttp-equiv=refresh>`:                                       `<meta ahttp-equiv=refresh>`,
		`<meta data-equiv=refresh>`:                                        `<meta data-equiv=refresh>`,
		`<meta http-equiv refresh>`:                                        `<meta http-equiv refresh>`,
		`<meta http-equiv>`:                                                `<meta http-equiv>`,
		`<meta content="http-equiv=refresh">`:                              `<meta content="&#104;ttp-equiv=refresh">`,
		`<meta name=a> http-equiv=refresh>`:                                `<meta name=a> http-equiv=refresh>`,
		`&lt;meta http-equiv="refresh"&gt;`:                                `&lt;meta http-equiv="refresh"&gt;`,
		`&lt;meta http-equiv="default-style"&gt; one-two`:                  `&lt;meta http-equiv="default-style"&gt; one-two`,
		`<meta http-equiv=content-type content="text/html">`:               `<meta http-equiv=content-type content="text/html">`,
		`<style>p::after { content: " http-equiv=refresh " }</style>`:      `<style>p::after { content: " http-equiv=refresh " }</style>`,
		`<meta http-equiv=refresher>`:                                      `<meta http-equiv=refresher>`,
	} {
		require.Equal(t, want, assemble(document, ""))
	}
}

// TestCSSCompletesNoRefresh: css cannot complete a refresh that the document begins.
func TestCSSCompletesNoRefresh(t *testing.T) {
	// A browser that ignores a style element inside select is in an attribute's value where our block begins.
	got := assemble(`<select><style><meta x='</style>`, `' http-equiv=refresh content="0;url=about:blank">`)
	require.Contains(t, got, `<style>' &#104;ttp-equiv=refresh`)
}

// Each of these is as long as a request can be, and made to be looked at again and again.
func TestHostileDocuments(t *testing.T) {
	for _, piece := range []string{
		"<meta ", `<meta a="`, "<meta http-equiv=", "<", "</", "<style>", "<svg>", "<!--", "<template>", "=\"", "<meta = = =",
		"http-equiv=refresh ", "<svg></desc>", "<link rel=stylesheet>", "<p a=1 b=2 c=3>", "<svg><style>",
	} {
		document := strings.Repeat(piece, 2<<20/len(piece))
		require.NotEmpty(t, assemble(document, "p{}"), piece)
	}
}

func BenchmarkDocument(b *testing.B) {
	row := `<tr class="row"><td>1</td><td>An article of some name</td><td style="text-align:right">10.00</td></tr>` + "\n"
	document := "<!doctype html><html><head><meta charset=utf-8><style>td{padding:1mm}</style></head><body><table>" +
		strings.Repeat(row, 5<<20/len(row)) + "</table></body></html>"
	for name, document := range map[string]string{
		"small": document[:2000], "5MB": document,
		"5MB of meta": strings.Repeat("<meta a='", 5<<20/9), "5MB of pages": "<style>" + strings.Repeat("@page{margin:1mm}", 5<<20/17),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(document)))
			for b.Loop() {
				assemble(document, "p{}")
			}
		})
	}
}
