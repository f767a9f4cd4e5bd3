package headerfooter_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"platen/domain"
	"platen/domain/headerfooter"
)

// manyAttributes returns attributes with different names.
func manyAttributes(first, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, " a%d", first+i)
	}
	return b.String()
}

// hostile are headers whose parsing would take far more time or memory than their length suggests.
func hostile() map[string]string {
	var openTags, repeatedHTML, repeatedBody strings.Builder
	for i := range 480 {
		fmt.Fprintf(&openTags, "<b a%d>", i)
	}
	for i := range 4000 {
		repeatedHTML.WriteString("<html" + manyAttributes(5*i, 5) + ">")
		repeatedBody.WriteString("<BODY" + manyAttributes(5*i, 5) + "/>")
	}
	open := openTags.String()
	return map[string]string{
		"open elements":                   "<p>" + open + strings.Repeat("<p>x", 4000),
		"open elements, other end tags":   "<p>" + open + strings.Repeat("<p>x</i></u></em>", 4000),
		"open elements, end tags first":   "<p>" + strings.Repeat("</b>", 480) + open + strings.Repeat("<p>x", 4000),
		"open elements, hidden ends":      "<p>" + strings.ReplaceAll(open, ">", "><!-- </b> -->") + strings.Repeat("<p>x", 4000),
		"ends in attributes":              "<p>" + strings.ReplaceAll(open, ">", " b='</b>'>") + strings.Repeat("<p>x", 4000),
		"hidden from a tokenizer":         "<svg><title>" + "<p>" + open + strings.Repeat("<p>x", 4000),
		"a few elements, many attributes": "<p>" + strings.Repeat("<b"+manyAttributes(0, 1000)+">", 2) + strings.Repeat("<p>x", 4000),
		"end tags that do not match":      strings.Repeat("<a><p></b></a>", 20_000),
		"repeated html":                   repeatedHTML.String(),
		"repeated body":                   repeatedBody.String(),
		"tags in tags":                    strings.Repeat("<b x='", 20_000),
		"images in images":                strings.Repeat("<img x='", 20_000),
	}
}

func TestHostileHeadersAreRefused(t *testing.T) {
	for name, text := range hostile() {
		t.Run(name, func(t *testing.T) {
			_, err := headerfooter.Parse(t.Context(), headerfooter.Footer, text, false)
			var refused *domain.Error
			require.ErrorAs(t, err, &refused)
			require.Equal(t, domain.InvalidRequest, refused.Code)
			require.Contains(t, refused.Message, "footerHtml")
			require.NotContains(t, refused.Message, "nested", "refused before it is parsed")
		})
	}
}

func TestLargeHeadersAreAccepted(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("<p><b><i>x</i></b>", 20_000),
		"<font size=2><b>" + strings.Repeat("<p>x", 20_000),
		strings.Repeat(`<td><a class="l" href="https://example.com/?a=1"><img src="data:,"><br><b>x</b></a>`, 10_000),
		`<html lang="en"><body class="a" id="b">` + strings.Repeat("<div>x</div>", 50_000),
		`<img src="data:image/png;base64,` + strings.Repeat("A", 1<<20) + `">`,
		"<svg>" + strings.Repeat(`<path d="M0 0L1 1" fill="red" stroke="none"/>`, 20_000) + "</svg>",
	} {
		_, err := headerfooter.Parse(t.Context(), headerfooter.Header, text, false)
		require.NoError(t, err, text[:60])
	}
}

// TestParseCostIsABound: no markup makes the parser do more than the measure says.
func TestParseCostIsABound(t *testing.T) {
	pieces := rapid.SampledFrom([]string{
		"<b>", "<b a=1 c>", "<i x='>'>", "<a href=x>", "</b>", "</i>", "</a>", "<p>", "</p>", "<td>", "<table>", "</table>", "x", " ",
		"<svg>", "</svg>", "<title>", "</title>", "<select>", "</select>", "<template>", "</template>", "<!-- ", "-->", "<img a>",
		"<br>", "<b x='</b>'", ">", "'", "<nobr>", "</nobr>", "<font color=a b c>", "</font>", "<button>", "</button>", "<b/>",
		"<math>", "<mi>", "<desc>", "<textarea>", "</textarea>", "<div>", "</div>", "<option>", "<tr>", "<frameset>", "<object>", "</object>",
	})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(pieces, 0, 60).Draw(t, "text"), "")
		root, err := html.ParseWithOptions(strings.NewReader(text), html.ParseOptionEnableScripting(false))
		if err != nil {
			return
		}
		made := 0
		for n := range root.Descendants() {
			made += 1 + len(n.Attr)
		}
		ownText := 8 * (1 + strings.Count(text, "<")) // a tag, its text, and elements that it implies
		attributes := strings.Count(text, " ") + strings.Count(text, "=")
		require.LessOrEqual(t, made, ownText+attributes+headerfooter.ParseCost(text), text)
	})
}

// TestParseLooksAtTheDeadline: what the parser is given ends with the context.
func TestParseLooksAtTheDeadline(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := headerfooter.Parse(ctx, headerfooter.Header, strings.Repeat("<p>x", 10_000), false)
	require.ErrorIs(t, err, context.Canceled)
}
