package pagerule_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain/internal/pagerule"
	"platen/domain/stylesheet"
)

// rules writes the rules of a style sheet back.
func rules(css string) string { return pagerule.Write(stylesheet.Sheet{Text: css}) }

func TestPageRules(t *testing.T) {
	const thirty = "[] top:30mm right:30mm bottom:30mm left:30mm"
	for css, want := range map[string]string{
		"":                                       "",
		"@page{margin:30mm}":                     thirty,
		"@PAGE { MARGIN : 30MM ; }":              thirty,
		"@page{margin:30mm":                      thirty,
		"@page{}":                                "[]",
		"@page{margin:1mm 2mm}":                  "[] top:1mm right:2mm bottom:1mm left:2mm",
		"@page{margin:1mm 2mm 3mm}":              "[] top:1mm right:2mm bottom:3mm left:2mm",
		"@page{margin:1mm 2mm 3mm 4mm}":          "[] top:1mm right:2mm bottom:3mm left:4mm",
		"@page{margin:1mm 2mm 3mm 4mm 5mm}":      "[]",
		"@page{margin-left:1in;margin-left:2in}": "[] left:1in left:2in",
		"@page{margin-block:1mm 2mm;margin-inline:3mm}":                           "[] top:1mm bottom:2mm left:3mm right:3mm",
		"@page{margin-block-start:1mm;margin-inline-end:2mm}":                     "[] top:1mm right:2mm",
		"@page{margin:0 auto -1.5e1mm 10%}":                                       "[] top:0 right:auto bottom:-1.5e1mm left:10%",
		"@page{margin-top:calc( 1mm + VAR(--A) )}:root:has(a){--A:0}":             "[] top:calc( 1mm + VAR(--A) )",
		"@page{margin-top:1mm!important;margin-left:2mm ! /**/ IMPORTANT }":       "[] top:1mm! left:2mm!",
		"@page{margin-top:inherit}":                                               "[] top:inherit",
		"@page{margin:inherit 1mm}":                                               "[]",
		"@page{margin:30mm;margin:20foo;margin:5;margin:;margin}":                 thirty,
		"@page{margin:30mm;margin:1mm,2mm;margin:1mm/2mm;margin:{};margin:(1mm)}": thirty,
		"@page{margin:30mm;color:red;--x:{a:b};margin-trim:1mm}":                  thirty,
		"@page{;;;{}margin:20mm;margin:30mm}":                                     thirty,
		"@page{x{}margin:20mm;margin:30mm}":                                       thirty,
		"@page{@top-left{margin:20mm}margin:30mm;@bottom-left{content:'}'}}":      thirty,
		"@page{@top-left{margin:20mm;{}}margin:30mm}":                             thirty,
		"@page{@right-top{margin:20mm;{}}margin:30mm}":                            "[] @right-top margin-right:20mm top:30mm right:30mm bottom:30mm left:30mm",
		"@page{@RIGHT-middle {color:red;margin-right:5%!important":                "[] @right-middle margin-right:5%!",
		"@page{@right-middle{margin-left:1mm;@right-top{margin:1mm}size:a5}}":     "[]",
		"@page{@right-middle x{margin:1mm}}":                                      "[]",
		"@page{@right-middle{margin:1mm}padding-right:2mm}@page{margin-left:0}":   "[] @right-middle margin-right:1mm padding-right:2mm\n[] left:0",
		"@page{@foo;margin:30mm}":                                                 thirty,
		"/* @page{margin:20mm} */@page{margin:30mm/* ; */}":                       thirty,
		"<!-- @page{margin:30mm} -->":                                             thirty,
		"@charset 'x';@import 'a';@layer a,b;@page{margin:30mm}":                  thirty,
		"p{color:red}@page{margin:30mm}q{}":                                       thirty,
		"p{@page{margin:30mm}}":                                                   "",
		"p{content:'}'}@page{margin:30mm}":                                        thirty,
		"p{content:'\n}@page{margin:30mm}":                                        thirty,
		"p:not(}){} )@page{margin:20mm}{}@page{margin:30mm}":                      thirty,
		"}@page{margin:20mm}@page{margin:30mm}":                                   thirty,
		"x;@page{margin:20mm}@page{margin:30mm}":                                  thirty,
		"@font-face{src:url(data:x;a{b})}@page{margin:30mm}":                      thirty,
		"@keyframes a{from{}to{}}@page{margin:30mm}":                              thirty,

		"@page{padding:1mm 2mm;padding-inline:3mm;padding:-1mm;padding:auto}":               "[] padding-top:1mm padding-right:2mm padding-bottom:1mm padding-left:2mm padding-left:3mm padding-right:3mm",
		"@page{padding-left:calc(-1mm);padding-block-start:5%}":                             "[] padding-left:calc(-1mm) padding-top:5%",
		"@page{border-left:Red 2mm solid}":                                                  "[] border-left-width:2mm border-left-style:solid",
		"@page{border-left:solid;border-left:thin;border-left:#123}":                        "[] border-left-width:medium border-left-style:solid border-left-width:thin border-left-style:none border-left-width:medium border-left-style:none",
		"@page{border-top:solid solid;border-top:1mm 1mm;border-top:red 5;border:1% solid}": "[]",
		"@page{border-inline-width:1mm 2mm;border-block-end-style:dashed;border-color:red}": "[] border-left-width:1mm border-right-width:2mm border-bottom-style:dashed",
		"@page{border-top:inherit;border-top-width:-1mm;border-radius:1mm;border-x:1mm}":    "[] border-top-width:inherit border-top-style:inherit",

		"@page a{}@page A:FIRST{}@page :left{}@page:right{}@page --x:blank{}": "[a]\n[A:first]\n[:left]\n[:right]\n[--x:blank]",
		"@page a , :first{}":   "[a, :first]",
		"@page :first:left{}":  "[:first:left]",
		"@page a b{}":          "",
		"@page a :first{}":     "",
		"@page auto{}":         "",
		"@page :odd{}":         "",
		"@page a,{}":           "",
		"@page ,a{}":           "",
		"@page 1{}":            "",
		"@page (a){}":          "",
		"@page;@page a;":       "",
		"@page-x{margin:30mm}": "",

		"@media print{@page{margin:30mm}}":                                  thirty,
		"@media all, screen{@page{margin:30mm}}":                            thirty,
		"@media screen{@page{margin:20mm}}":                                 "",
		"@media not screen{@page{margin:30mm}}":                             thirty,
		"@media not print{@page{margin:20mm}}":                              "",
		"@media only print and (min-width:1px){@page{margin:30mm}}":         thirty,
		"@media (min-width:1px){@page{margin:30mm}}":                        thirty,
		"@media print{@media screen{@page{margin:20mm}}@page{margin:30mm}}": thirty,
		"@media print{p{}@page{margin:30mm}}@page a{}":                      thirty + "\n[a]",
		"@media screen{@page{margin:20mm}p{{}}}@page{margin:30mm}":          thirty,
		"@supports (display:grid){@page{margin:30mm}}":                      thirty,
		"@supports not (display:grid){@page{margin:20mm}}":                  "",
		"@layer a{@page{margin-top:1mm}}@layer{@media print{@page b{}}}":    "[] layered top:1mm\n[b] layered",
		"@layer a{}@page{margin:30mm}":                                      thirty,
		"@container x (width>1px){@scope (a){@page{margin:30mm}}}":          thirty,

		"@page{size:A5}":                 "[] size:a5",
		"@page{size:A5 landscape}":       "[] size:a5 landscape",
		"@page{size:landscape letter}":   "[] size:landscape letter",
		"@page{size:portrait}":           "[] size:portrait",
		"@page{size:auto}":               "[] size:auto",
		"@page{size:10cm}":               "[] size:10cm",
		"@page{size:10cm 8in!important}": "[] size:10cm 8in!",
		"@page{size:calc(1mm + 1in)}":    "[] size:calc(1mm + 1in)",
		"@page{size:A6}":                 "[]",
		"@page{size:A5 A4}":              "[]",
		"@page{size:landscape portrait}": "[]",
		"@page{size:1mm 2mm 3mm}":        "[]",
		"@page{size:1mm landscape}":      "[]",
		"@page{size:-1mm}":               "[]",
		"@page{size:50%}":                "[]",
		"@page{size:auto auto}":          "[]",
		"@page{size:5}":                  "[]",
	} {
		require.Equal(t, want, rules(css), css)
	}
}

// TestEscapedNames: names with escapes are the names that they stand for.
func TestEscapedNames(t *testing.T) {
	for css, want := range map[string]string{
		`@page{m\61rgin-top:60mm}`:               "[] top:60mm",
		`@p\61ge{margin-top:60mm}`:               "[] top:60mm",
		`@\70 age{margin-top:60mm}`:              "[] top:60mm",
		`@page :f\69rst{margin-top:60m\6d}`:      "[:first] top:60mm",
		`@page \61 b{margin-top:60mm}`:           "[ab] top:60mm",
		`@page a\.b{margin-top:60mm}`:            `[a\.b] top:60mm`,
		`@m\65 dia print{@page{margin-top:6mm}}`: "[] top:6mm",
		`@media screen{@p\61ge{}}`:               "",
	} {
		require.Equal(t, want, rules(css), css)
	}
}

// TestLongMediaAttribute: a condition that is longer than any real one is not true.
func TestLongMediaAttribute(t *testing.T) {
	for _, media := range []string{strings.Repeat("(", 1<<20), strings.Repeat("not ", 1<<18), "print," + strings.Repeat("print,", 1<<18)} {
		require.Empty(t, pagerule.Write(stylesheet.Sheet{Text: "@page{}", Media: media}))
	}
}

func TestHostilePageRules(t *testing.T) {
	for _, piece := range []string{
		"@page{margin:1mm}", "@page", "@page{", "@page(", "@page a,", "@page{margin:", "@page{margin:calc(", "@media print{@page",
		"@layer{@page{}", "@page{x:y;", "@page{{", "@page}", "@page{margin:1mm 1mm/", "@page{@top-left{", "@page\\", "@page{size:\"",
	} {
		require.NotPanics(t, func() { rules(strings.Repeat(piece, 1<<20/len(piece))) }, piece)
		require.NotPanics(t, func() { rules("@page{" + strings.Repeat(piece[5:], 1<<20/len(piece[4:]))) }, piece)
	}
}

// TestHostileLayers: many layers cost little.
func TestHostileLayers(t *testing.T) {
	for _, piece := range []string{"@layer{@page{margin:1mm}}", "@layer a{", "@layer a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.t.u.v.w.x.y.z{@page{margin:1mm}}", "@layer{@layer{@page{margin:1mm}", "@layer a,"} {
		require.NotPanics(t, func() { rules(strings.Repeat(piece, 1<<20/len(piece))) }, piece)
	}
}
