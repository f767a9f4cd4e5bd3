package stylesheet_test

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/domain/stylesheet"
)

// pages returns the names of the pages that the sheets have rules for, in order, with what the sheets depend on.
func pages(sheets ...stylesheet.Sheet) string {
	var names []string
	for _, sheet := range sheets {
		for _, rule := range pageRule.FindAllStringSubmatch(sheet.Text, -1) {
			name := rule[1]
			if sheet.Layered {
				name += " layered"
			}
			if conditions := strings.Join(slices.DeleteFunc(append(slices.Clone(sheet.Conditions), sheet.Media), func(m string) bool { return m == "" }), "; "); conditions != "" {
				name += " (" + conditions + ")"
			}
			names = append(names, name)
		}
	}
	return strings.Join(names, " ")
}

var pageRule = regexp.MustCompile(`@page (\w+)`)

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
		sheets []stylesheet.Sheet
		site   site
		want   string
	}{
		"linked":           {[]stylesheet.Sheet{{Text: "@page a{}"}, {External: true, URL: at}, {Text: "@page c{}"}}, site{at: "@page b{}"}, "a b c"},
		"linked for print": {[]stylesheet.Sheet{{External: true, URL: at, Media: "screen"}, {External: true, URL: at + "p", Media: "print"}}, site{at: "@page a{}", at + "p": "@page b{}"}, "a (screen) b (print)"},
		"missing":          {[]stylesheet.Sheet{{External: true, URL: at}, {Text: "@page a{}"}}, nil, "a"},
		"imported": {[]stylesheet.Sheet{{URL: at, Text: "@charset 'x';@layer a;@import 'b.css';@import url(c.css) print;@page a{};@import 'd.css';"}},
			site{at + "b.css": "@page b{}", at + "c.css": "@page c{}", at + "d.css": "@page d{}"}, "b c (print) a"},
		"imported for the screen": {[]stylesheet.Sheet{{URL: at, Text: "@import 'b.css' screen;@import 'c.css' supports(no: such);@import 'd.css' supports(size: a4) print;"}},
			site{at + "b.css": "@page b{}", at + "c.css": "@page c{}", at + "d.css": "@page d{}"}, "b (screen) c (not all) d (not all; print)"},
		"imports of imports": {[]stylesheet.Sheet{{URL: at, Text: `@import "x/b.css" screen, print;`}},
			site{at + "x/b.css": "@import 'c.css' print;@import 'd.css' screen;", at + "x/c.css": "@page c{}", at + "x/d.css": "@page d{}"}, "c (screen, print; print) d (screen, print; screen)"},
		"into a layer":       {[]stylesheet.Sheet{{URL: at, Text: "@import 'b.css' layer(x);@import 'b.css' layer print;"}}, site{at + "b.css": "@page b{}"}, "b layered b layered (print)"},
		"in circles":         {[]stylesheet.Sheet{{External: true, URL: at}}, site{at: "@import 'b.css';@page a{}", at + "b.css": "@import 'https://a.example/';@page b{}"}, "b a"},
		"without an address": {[]stylesheet.Sheet{{Text: "@import 'b.css';@import '';@import;@page a{}"}}, site{"b.css": "@page b{}"}, "a"},
	} {
		t.Run(name, func(t *testing.T) {
			all, err := stylesheet.WithExternal(t.Context(), test.sheets, test.site.read)
			require.NoError(t, err)
			require.Equal(t, test.want, pages(all...))
		})
	}
}

func TestExternalSheetsAreBounded(t *testing.T) {
	reads := 0
	endless := func(context.Context, string) (string, error) {
		reads++
		return fmt.Sprintf("@import 'a%d.css';@import 'b%d.css';", reads, reads), nil
	}
	start := []stylesheet.Sheet{{External: true, URL: "https://a.example/"}}
	_, err := stylesheet.WithExternal(t.Context(), start, endless)
	require.Equal(t, domain.InvalidRequest, domain.AsError(err).Code)
	require.Equal(t, "the document's style sheets import each other more than 10 levels deep, too deep to read its @page rules", domain.AsError(err).Message)
	require.Equal(t, 11, reads)

	reads = 0
	wide := func(context.Context, string) (string, error) { reads++; return "", nil }
	_, err = stylesheet.WithExternal(t.Context(), slices.Repeat(start, 100), wide)
	require.NoError(t, err)
	_, err = stylesheet.WithExternal(t.Context(), slices.Repeat(start, 101), wide)
	require.Equal(t, domain.InvalidRequest, domain.AsError(err).Code)
	require.Equal(t, "the document links or imports more than 100 style sheets, too many to read its @page rules", domain.AsError(err).Message)
	require.Equal(t, 200, reads)

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	reads = 0
	_, err = stylesheet.WithExternal(ctx, start, endless)
	require.ErrorIs(t, err, context.Canceled)
	require.Zero(t, reads)

	long := func(context.Context, string) (string, error) { return strings.Repeat(" ", 11<<20), nil }
	_, err = stylesheet.WithExternal(t.Context(), start, long)
	require.NoError(t, err)
	_, err = stylesheet.WithExternal(t.Context(), append(start, start...), long)
	require.Equal(t, domain.InvalidRequest, domain.AsError(err).Code)
	require.Equal(t, "the style sheets that the document links or imports have more than 20MiB of text", domain.AsError(err).Message)
}

// TestEmptySheetIsNotLoaded: the address of a sheet of the document itself is its base.
func TestEmptySheetIsNotLoaded(t *testing.T) {
	read := func(context.Context, string) (string, error) { return "@page a{}", nil }
	sheets, err := stylesheet.WithExternal(t.Context(), []stylesheet.Sheet{{URL: "https://a.example/"}}, read)
	require.NoError(t, err)
	require.Empty(t, pages(sheets...))
}

// TestSheetImportsTheBase: the base of a document's sheet is not a sheet that imports another.
func TestSheetImportsTheBase(t *testing.T) {
	read := func(context.Context, string) (string, error) { return "@page a{}", nil }
	sheets, err := stylesheet.WithExternal(t.Context(), []stylesheet.Sheet{{URL: "https://a.example/", Text: "@import '/';"}}, read)
	require.NoError(t, err)
	require.Equal(t, "a", pages(sheets...))
}
