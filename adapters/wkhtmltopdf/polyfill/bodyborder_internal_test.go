package polyfill

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// bodyBorder is what hasBodyBorder finds, as one expression.
var bodyBorder = regexp.MustCompile(`(?i)\b(?:body|html)\b[^{}<>]*\{[^{}]*\b(?:border|outline)\b|<(?:body|html)\s[^>]*\b(?:border|outline)\b`)

func TestBodyBorder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		document := strings.Join(rapid.SliceOf(rapid.SampledFrom([]string{
			"body", "HTML", "<body", "<html", "<p", "border", "border-left", "Outline", "bordered", "{", "}", "<", ">", " ", "\n", "x", ":", ",",
		})).Draw(t, "words"), "")
		require.Equal(t, bodyBorder.MatchString(document), hasBodyBorder(document), "%q", document)
	})
}

// TestHostileBodyBorder: what looks like many rules or tags takes no longer than as much text.
func TestHostileBodyBorder(t *testing.T) {
	for _, part := range []string{"<body ", "body ", "html{", "body{x}", "<", "{"} {
		require.False(t, hasBodyBorder(strings.Repeat(part, 5<<20/len(part))))
	}
}

// BenchmarkBodyBorder looks for a border in a long table.
func BenchmarkBodyBorder(b *testing.B) {
	document := `<!DOCTYPE html><style>body{margin:0}td{border:1px solid}</style><table>` +
		strings.Repeat("<tr><td>1</td><td>Consulting, package 7</td><td>30.00</td></tr>", 3600) + "</table>"
	for name, find := range map[string]func(string) bool{"scan": hasBodyBorder, "expression": bodyBorder.MatchString} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				find(document)
			}
		})
	}
}
