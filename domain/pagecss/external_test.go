package pagecss_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain/pagecss"
)

// site are style sheets by address.
type site map[string]string

func (s site) read(_ context.Context, address string) (string, error) {
	text, found := s[address]
	if !found {
		return "", errors.New("not found")
	}
	return text, nil
}

func TestExternalSheetsInOrder(t *testing.T) {
	const at = "https://a.example/"
	for name, test := range map[string]struct {
		sheets []pagecss.Stylesheet
		site   site
		want   string
	}{
		"linked":           {[]pagecss.Stylesheet{{Text: "@page a{}"}, {URL: at}, {Text: "@page c{}"}}, site{at: "@page b{}"}, "[a] [b] [c]"},
		"linked for print": {[]pagecss.Stylesheet{{URL: at, Media: "screen"}, {URL: at + "p", Media: "print"}}, site{at: "@page a{}", at + "p": "@page b{}"}, "[b]"},
		"missing":          {[]pagecss.Stylesheet{{URL: at}, {Text: "@page a{}"}}, nil, "[a]"},
		"imported": {[]pagecss.Stylesheet{{URL: at, Text: "@charset 'x';@layer a;@import 'b.css';@import url(c.css) print;@page a{}@import 'd.css';"}},
			site{at + "b.css": "@page b{}", at + "c.css": "@page c{}", at + "d.css": "@page d{}"}, "[b] [c] [a]"},
		"imported for the screen": {[]pagecss.Stylesheet{{URL: at, Text: "@import 'b.css' screen;@import 'c.css' supports(no: such);@import 'd.css' supports(size: a4) print;"}},
			site{at + "b.css": "@page b{}", at + "c.css": "@page c{}", at + "d.css": "@page d{}"}, "[d]"},
		"imports of imports": {[]pagecss.Stylesheet{{URL: at, Text: `@import "x/b.css" screen, print;`}},
			site{at + "x/b.css": "@import 'c.css' print;@import 'd.css' screen;", at + "x/c.css": "@page c{}", at + "x/d.css": "@page d{}"}, "[c]"},
		"into a layer":       {[]pagecss.Stylesheet{{URL: at, Text: "@import 'b.css' layer(x);@import 'b.css' layer print;"}}, site{at + "b.css": "@page b{}"}, "[b] layered [b] layered"},
		"in circles":         {[]pagecss.Stylesheet{{URL: at}}, site{at: "@import 'b.css';@page a{}", at + "b.css": "@import 'https://a.example/';@page b{}"}, "[b] [a]"},
		"without an address": {[]pagecss.Stylesheet{{Text: "@import 'b.css';@import '';@import;@page a{}"}}, site{"b.css": "@page b{}"}, "[a]"},
	} {
		t.Run(name, func(t *testing.T) {
			all := pagecss.WithExternal(t.Context(), test.sheets, test.site.read)
			require.Equal(t, test.want, strings.ReplaceAll(pagecss.Rules(all...), "\n", " "))
		})
	}
}

func TestExternalSheetsAreBounded(t *testing.T) {
	reads := 0
	endless := func(context.Context, string) (string, error) {
		reads++
		return fmt.Sprintf("@import 'a%d.css';@import 'b%d.css';", reads, reads), nil
	}
	pagecss.WithExternal(t.Context(), []pagecss.Stylesheet{{URL: "https://a.example/"}}, endless)
	require.Equal(t, 50, reads)

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	reads = 0
	pagecss.WithExternal(ctx, []pagecss.Stylesheet{{URL: "https://a.example/"}}, endless)
	require.Zero(t, reads)
}
