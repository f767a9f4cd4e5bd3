package page_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"platen/domain"
	"platen/domain/page"
	"platen/domain/stylesheet"
)

const mm = domain.Millimetre

// defaults is the page of documents that say nothing of pages.
var defaults = page.Page{Size: domain.A4, Margins: domain.UniformMargins(10 * mm), Steering: page.Steering{Edge: 5 * mm, Gap: 3 * mm}}

// read reads one style sheet on A4 with margins of 10 mm.
func read(t require.TestingT, css string, root ...string) *page.Rules {
	attributes := map[string]string{}
	for _, attribute := range root {
		name, value, _ := strings.Cut(attribute, "=")
		attributes[name] = value
	}
	rules, err := page.Read(context.Background(), []stylesheet.Sheet{{Text: css}}, attributes, defaults)
	require.NoError(t, err)
	return rules
}

// layoutOf computes the pages of one style sheet.
func layoutOf(t require.TestingT, css string, root ...string) page.Layout {
	layout, err := read(t, css, root...).ComputedLayout()
	require.NoError(t, err)
	return layout
}

// TestMargins: the left margins of the first page, the second and the third.
func TestMargins(t *testing.T) {
	for css, want := range map[string][3]float64{
		"":                             {10, 10, 10},
		"@page{margin:20mm}":           {20, 20, 20},
		"@page{margin:1mm 2mm 3mm}":    {2, 2, 2},
		"@page{margin:1mm 2mm 3mm 4cm": {40, 40, 40},
		"@page{margin:5%}":             {10.5, 10.5, 10.5},
		"@page{margin:auto}":           {0, 0, 0},
		"@page{margin:20mm;margin:-1;margin:red;margin:1mm,2mm;margin:20;margin:1mm 1mm 1mm 1mm 1mm}": {20, 20, 20},
		"@page{margin:-5mm}": {0, 0, 0},
		"@page{MARGIN:2CM}":  {20, 20, 20},
		"@p\\61ge{m\\61rgin:20m\\6d}@page /* a */ :left /* b */ {margin/**/:/**/30mm}":   {20, 30, 20},
		"@page{margin:calc(1cm + 2*(3mm - 1mm)/2)}":                                      {12, 12, 12},
		"@page{margin:max(1cm,min(5%,2in),clamp(1mm,33mm,3mm))}":                         {10.5, 10.5, 10.5},
		"@page{margin:20mm}@page{margin:calc(1mm + 2)}":                                  {20, 20, 20},
		"@page{margin:20mm}@page{margin:calc(1mm / 0)}":                                  {20, 20, 20},
		"@page{margin:20mm}@page{margin:4lh}":                                            {20, 20, 20},
		"html{font-size:20px}@page{margin:1em 2rem}":                                     {10.583, 10.583, 10.583},
		"html{font:bold 30px/1 x}@page{margin:1rem}":                                     {7.9375, 7.9375, 7.9375},
		"@page{margin:150mm}":                                                            {10, 10, 10}, // no room for content
		"@page :first{margin:20mm}":                                                      {20, 10, 10},
		"@page:left{margin:20mm}":                                                        {10, 20, 10},
		"@page :RIGHT{margin:20mm}":                                                      {20, 10, 20},
		"@page :first{margin:30mm}@page :right{margin:20mm}@page{margin:1mm}":            {30, 1, 20},
		"@page :first{margin:30mm}@page :right{margin:20mm!important}":                   {20, 10, 20},
		"@page :first,:left{margin:20mm}":                                                {10, 10, 10}, // no browser knows lists
		"@page a{margin:20mm}@page b:first{margin:30mm}@page :blank{margin:40mm}":        {10, 10, 10},
		"@page :first:left{margin:20mm}@page :nth(2){margin:30mm}":                       {10, 10, 10},
		"@page :first{size:A5;margin:20mm}":                                              {10, 10, 10}, // one print has one paper
		"@media print{@page{margin:20mm}}@media screen{@page{margin:30mm}}":              {20, 20, 20},
		"@media screen,print{@page{margin:20mm}}@media not print{@page{margin:30mm}}":    {20, 20, 20},
		"@media print and (orientation:portrait){@page{margin:20mm}}":                    {20, 20, 20},
		"@media (orientation:landscape),(max-width:50mm){@page{margin:20mm}}":            {10, 10, 10},
		"@media (min-width:50mm) and (max-height:40cm){@page{margin:20mm}}":              {20, 20, 20},
		"@media (prefers-color-scheme:dark){@page{margin:20mm}}":                         {10, 10, 10},
		"@media (width > 5cm) and (height <= 60em){@page{margin:20mm}}":                  {10, 10, 10},
		"@media (width > 5cm) and (height <= 70em){@page{margin:20mm}}":                  {20, 20, 20},
		"@supports (size:A4){@page{margin:20mm}}@supports (no:such){@page{margin:30mm}}": {20, 20, 20},
		"@supports not (display:block){@page{margin:20mm}}@supports{@page{margin:20mm}}": {10, 10, 10},
		"@supports (size:a5) and (x:y){@page{margin:20mm}}":                              {10, 10, 10},
		"@layer a{@page{margin:20mm}}@page{margin:30mm}@layer b{@page{margin:40mm}}":     {30, 30, 30},
		"p{@page{margin:20mm}}@page{p{margin:30mm}@top-left{margin:40mm}}":               {10, 10, 10},
		"p{color:red;@media print{x:y}}@page{margin:20mm}":                               {20, 20, 20},
		"a[href='}{']{x:url(;})}@page{margin:20mm}":                                      {20, 20, 20},
		"}};@page{margin:20mm}":                                                          {20, 20, 20},
		":root{--m:33mm}@page{margin:20mm var(--m)}":                                     {33, 33, 33},
		"html{--m:33mm!important}:root{--m:1mm}@page{margin:var(--m)}":                   {33, 33, 33},
		":root{--a:var(--b);--b:1mm 2mm 3mm 33mm}@page{margin:var(--a)}":                 {33, 33, 33},
		"@page{margin:var(--none,var(--no,33mm))}":                                       {33, 33, 33},
		"@page{margin:20mm}@page{margin:var(--none)}":                                    {0, 0, 0},
		":root{--m:var(--m)}@page{margin:var(--m)}":                                      {0, 0, 0},
		"p{--m:33mm}@page{--m:33mm;margin:var(--m)}":                                     {0, 0, 0},
		":root{--m:33mm;p{--m:1mm}}@page{margin:var(--m)}":                               {33, 33, 33},
		"@page{margin:clamp(1mm,33mm,3mm)}":                                              {3, 3, 3},
		"@page{margin:20mm}@page{margin:calc(1mm*1mm)}":                                  {20, 20, 20},
		"@page{margin:20mm}@page{margin:calc(1/1mm)}":                                    {20, 20, 20},
		"@page{margin:20mm}@page{margin:calc(1mm*x)}":                                    {20, 20, 20},
		"@page{margin:20mm}@page{margin:calc(1mm*infinity)}":                             {20, 20, 20},
		"@page{margin:20mm}@page{margin:calc(1mm 2mm)}":                                  {20, 20, 20},
		"@page{margin:20mm}@page{margin:calc(1mm,2mm)}":                                  {20, 20, 20},
		"@page{margin:20mm}@page{margin:max(1mm,2)}":                                     {20, 20, 20},
		"@page{margin:20mm}@page{margin:clamp(1mm,2mm)}":                                 {20, 20, 20},
		"@page{margin:20mm}@page{margin:round(1mm,2mm,3mm)}":                             {20, 20, 20},
		"@page{margin:20mm}@page{margin:}":                                               {20, 20, 20},
		"@page{margin:20mm;margin-left:1mm 2mm;margin-x:3mm}":                            {20, 20, 20},
		"@page{margin:unset}":                                                            {0, 0, 0},
		"@page{margin:initial}":                                                          {0, 0, 0},
		"@page{margin:inherit}":                                                          {0, 0, 0},
		"html{font-size:-5px}@page{margin:1em}":                                          {4.233, 4.233, 4.233},
		"@page :first{margin:30mm}@page auto{margin:20mm}":                               {30, 10, 10},
		"@media{@page{margin:20mm}}":                                                     {20, 20, 20},
		"@media all{@page{margin:20mm}}":                                                 {20, 20, 20},
		"@media only print{@page{margin:20mm}}":                                          {20, 20, 20},
		"@media not screen{@page{margin:20mm}}":                                          {20, 20, 20},
		"@media not (orientation:landscape){@page{margin:20mm}}":                         {10, 10, 10},
		"@media (orientation:landscape) and (orientation:portrait){@page{margin:20mm}}":  {10, 10, 10},
		"@media screen and (orientation:portrait){@page{margin:20mm}}":                   {10, 10, 10},
		"@media screen{@media print{@page{margin:20mm}}}":                                {10, 10, 10},
		"@media screen{@supports (size:A4){@page{margin:20mm}}}":                         {10, 10, 10},
		"@supports (margin:0){@page{margin:20mm}}":                                       {20, 20, 20},
		"@supports (display:grid){@page{margin:20mm}}":                                   {10, 10, 10},
		"@keyframes x{@page{margin:20mm}}{@page{margin:20mm}}":                           {10, 10, 10},
		":root{--Mm:33mm;--mm:1mm}@page{margin:var(--Mm)}":                               {33, 33, 33},
		":root{--m:1mm;--m:33mm}@page{margin:var(--m)}":                                  {33, 33, 33},
	} {
		layout := layoutOf(t, css)
		for i, left := range want {
			require.InDelta(t, left, layout.Page(i+1).Margins.Left.Millimetres(), 0.01, "%s: page %d", css, i+1)
			require.Equal(t, layout.Page(i+3).Margins, layout.Page(i+5).Margins)
		}
	}
}

// TestSheetsInOrder: a later sheet wins, whatever its selectors, as in Blink; among important declarations an earlier one.
func TestSheetsInOrder(t *testing.T) {
	for css, want := range map[string]float64{
		"@page :first{margin:20mm}|@page{margin:30mm}":                     30,
		"@page{margin:30mm!important}|@page :first{margin:20mm!important}": 30,
		"@page{margin:30mm!important}|@page{margin:20mm}":                  30,
		"@page{margin:20mm}|@layer a{@page{margin:30mm}}":                  30,
	} {
		var sheets []stylesheet.Sheet
		for sheet := range strings.SplitSeq(css, "|") {
			sheets = append(sheets, stylesheet.Sheet{Text: sheet})
		}
		rules, err := page.Read(t.Context(), sheets, nil, defaults)
		require.NoError(t, err)
		layout, err := rules.ComputedLayout()
		require.NoError(t, err)
		require.InDelta(t, want, layout.Page(1).Margins.Left.Millimetres(), 0.01, css)
	}
}

func TestSizes(t *testing.T) {
	for css, want := range map[string]domain.Size{
		"@page{size:A5}":                                                         {Width: 148 * mm, Height: 210 * mm},
		"@page{size:a4 landscape}":                                               {Width: 297 * mm, Height: 210 * mm},
		"@page{size:landscape}":                                                  {Width: 297 * mm, Height: 210 * mm},
		"@page{size:ledger portrait}":                                            {Width: 11 * domain.Inch, Height: 17 * domain.Inch},
		"@page{size:80mm 200mm}":                                                 {Width: 80 * mm, Height: 200 * mm},
		"@page{size:calc(10mm*5)}":                                               {Width: 50 * mm, Height: 50 * mm},
		"@page{size:A5}@page{size:auto}":                                         domain.A4,
		"@page{size:A5}@page{size:A9}@page{size:-1mm}":                           {Width: 148 * mm, Height: 210 * mm},
		"@page{size:A5}@page{size:A5 A4}@page{size:A5 1mm}":                      {Width: 148 * mm, Height: 210 * mm},
		"@page{size:A5}@page{size:initial}":                                      domain.A4,
		"@page{size:A5}@page{size:landscape portrait}@page{size:auto landscape}": {Width: 148 * mm, Height: 210 * mm},
		"@page{size:A5}@page{size:1mm 2mm 3mm}@page{size:landscape 50mm}":        {Width: 148 * mm, Height: 210 * mm},
		"@page{size:0}":                                                          domain.A4,
		"@page{size:50mm;margin:30mm}":                                           domain.A4, // no room: browsers print their default, too
	} {
		size := layoutOf(t, css).Default().Size
		require.InDelta(t, want.Width.Points(), size.Width.Points(), 1e-6, css)
		require.InDelta(t, want.Height.Points(), size.Height.Points(), 1e-6, css)
	}
	layoutOf(t, "@page{size:9in 200in}@media screen{@page{size:9999mm}}")
	for css, message := range map[string]string{
		"@page{size:9in 99999mm}":        "a page of 229 by 99999 mm is larger than a PDF page can be, 5080 mm a side: change the @page size",
		"@page{size:1e-3mm;margin:-1mm}": "",
		"@page{size:9in .5mm;margin:0}":  "a page of 228.6 by 0.5 mm is smaller than a PDF page can be, 1.1 mm a side: change the size and the margins of @page",
	} {
		_, err := read(t, css).ComputedLayout()
		if message == "" {
			require.NoError(t, err)
			continue
		}
		require.Equal(t, domain.InvalidRequest, domain.AsError(err).Code)
		require.Equal(t, message, domain.AsError(err).Message)
	}
}

func TestFirstPageIsLeft(t *testing.T) {
	for css, want := range map[string]bool{
		"": false, "html{direction:rtl}": true, "body{direction:rtl}": false, ":root{direction:var(--d)}html{--d:RTL}": true,
	} {
		require.Equal(t, want, layoutOf(t, css).FirstPageIsLeft, css)
	}
	require.True(t, layoutOf(t, "", "dir=RTL").FirstPageIsLeft)
	require.False(t, layoutOf(t, "html{direction:ltr}", "dir=rtl").FirstPageIsLeft)
	require.InDelta(t, 20, layoutOf(t, "@page :left{margin:20mm}", "dir=rtl").Page(1).Margins.Left.Millimetres(), 0.01)
	require.InDelta(t, 33, layoutOf(t, ":root{--m:1mm}@page{margin:var(--m)}", "style=--m:33mm").Page(1).Margins.Left.Millimetres(), 0.01)
}

func TestSteering(t *testing.T) {
	l := layoutOf(t, "@page{--platen-bleed:yes;--platen-edge:0;--platen-gap:x;--platen-gap:-1mm}@page :first{--platen-header:none!important}"+
		"@page:left{--platen-footer:none;--platen-edge:1mm 2mm;--platen-gap:calc(1mm*2)}")
	first, left := l.Page(1).Steering, l.Page(2).Steering
	require.True(t, first.NoHeader && !first.NoFooter && first.Bleed)
	require.True(t, !left.NoHeader && left.NoFooter && left.Bleed)
	require.Zero(t, left.Edge)
	require.Equal(t, 2*mm, left.Gap)
	require.Equal(t, 3*mm, first.Gap)
	require.Equal(t, defaults.Steering, layoutOf(t, "@page{--platen-edge:10%;--platen-gap:min(0%,1mm)}").Page(1).Steering)
	shown := layoutOf(t, "@page{--platen-header:none;--platen-bleed:yes}@page:left{--platen-header:auto;--platen-bleed:no;--platen-edge:9999mm}").Page(2)
	require.Equal(t, defaults.Steering, shown.Steering)
}

// TestReserve: the top margins of the pages 1 to 3 with a header that needs 28 mm.
func TestReserve(t *testing.T) {
	reserve := page.MarginReserve{Header: 20 * mm}
	for css, want := range map[string][3]float64{
		"":                                     {28, 28, 28},
		"@page{margin:50mm}":                   {50, 50, 50},
		"@page :first{margin-top:60mm}":        {60, 28, 28},
		"@page :first{--platen-header:none}":   {10, 28, 28},
		"@page{--platen-edge:0}":               {23, 23, 23},
		"@page :left{--platen-gap:10mm}":       {28, 35, 28},
		"@page:first{margin-bottom:262mm}":     {28, 28, 28}, // no room, so the default page's margins
		"@page:first{margin:100mm 0 195mm 0}":  {28, 28, 28},
		"@page{--platen-footer:none}":          {28, 28, 28},
		"@page{margin-top:1mm!important}":      {28, 28, 28},
		"@page{margin:1mm;margin-bottom:20mm}": {28, 28, 28},
	} {
		layout, err := layoutOf(t, css).Reserve(reserve.Everywhere())
		require.NoError(t, err)
		for i, top := range want {
			require.InDelta(t, top, layout.Page(i+1).Margins.Top.Millimetres(), 0.01, "%s: page %d", css, i+1)
		}
	}
	footers, err := layoutOf(t, "@page :left{--platen-footer:none}").Reserve(page.MarginReserve{Footer: 20 * mm}.Everywhere())
	require.NoError(t, err)
	for i, bottom := range []float64{28, 10, 28} {
		require.InDelta(t, bottom, footers.Page(i+1).Margins.Bottom.Millimetres(), 0.01, "page %d", i+1)
	}
	for _, measured := range []domain.Length{39.9, 40, 40.2} { // exactly 40 %, as engines measure it
		_, err := layoutOf(t, "@page{size:100mm}").Reserve(page.MarginReserve{Header: measured * domain.Millimetre}.Everywhere())
		require.NoError(t, err, measured)
	}
	for css, message := range map[string]string{
		"@page{size:100mm 40mm}":                "headerHtml is 20 mm tall, more than 40 % of the page's 40 mm",
		"@page{size:100mm 60mm;margin:0 0 28mm": "header, footer and margins together leave no room for content on a page of 60 mm",
	} {
		_, err := layoutOf(t, css).Reserve(reserve.Everywhere())
		require.Equal(t, message, domain.AsError(err).Message)
	}
}

// TestPagesHaveRoom: what is true of the pages of any style sheet.
func TestPagesHaveRoom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		length := rapid.SampledFrom([]string{"0", "1mm", "10mm", "200mm", "1e300mm", "-5mm", "50%", "99%", "1e9px", "3em", "auto", "calc(1px)", "100vw", "calc(1mm/0)"})
		checkPages(t, "@page{size:"+length.Draw(t, "size")+";margin:"+length.Draw(t, "a")+" "+length.Draw(t, "b")+"}@page :first{margin:"+length.Draw(t, "c")+"}")
	})
}

func FuzzRead(f *testing.F) {
	f.Add("@page a:first{margin:1mm 2% 3em!important;size:a5 landscape;@top-left{content:'x'}}")
	f.Add("@media print and (min-width:1px){@layer a{@page{margin:calc(1mm + (2px))}}}p{(}")
	f.Add("@page{margin:calc(max(1mm,2%)*3 - min(1em,(2px/4)))!important;size:clamp(1mm,2mm,3mm) 1e9mm}")
	f.Add(":root{--a:var(--b,1mm);--b:var(--a)}@page{size:1e999mm 0x1p5mm;margin:-0 var(--a)}")
	f.Fuzz(func(t *testing.T, css string) { checkPages(t, css) })
}

func checkPages(t require.TestingT, css string) {
	rules := read(t, css)
	layout, err := rules.ComputedLayout()
	if err != nil {
		require.Equal(t, domain.InvalidRequest, domain.AsError(err).Code)
		return
	}
	for number := 1; number <= 3; number++ {
		p := layout.Page(number)
		require.LessOrEqual(t, max(p.Size.Width, p.Size.Height), domain.MaxPageSide)
		m := p.Margins
		require.GreaterOrEqual(t, min(m.Top, m.Right, m.Bottom, m.Left), domain.Length(0))
		require.Greater(t, p.Size.Width-m.Left-m.Right, domain.Length(0))
		require.Greater(t, p.Size.Height-m.Top-m.Bottom, domain.Length(0))
	}
	specimens, err := rules.Specimens()
	if err != nil {
		require.Equal(t, domain.InvalidRequest, domain.AsError(err).Code)
	}
	for _, specimen := range specimens {
		require.NotContains(t, specimen.CSS+specimen.Body, "<script")
	}
}

// TestHostileRules: what styles say is bounded, and so is the time that reading takes.
func TestHostileRules(t *testing.T) {
	for css, want := range map[string]string{
		strings.Repeat("@page{}", 100_001):              "the document has more than 100000 @page rules and declarations in them",
		"@page{" + strings.Repeat("margin:0;", 100_001): "the document has more than 100000 @page rules and declarations in them",
	} {
		_, err := page.Read(t.Context(), []stylesheet.Sheet{{Text: css}}, nil, page.Page{Size: domain.A4})
		require.Equal(t, domain.InvalidRequest, domain.AsError(err).Code)
		require.Equal(t, want, domain.AsError(err).Message)
	}
	doubling := ":root{--a0:1mm;"
	for i := range 200 {
		doubling += fmt.Sprintf("--a%d:%s;", i+1, strings.Repeat(fmt.Sprintf("var(--a%d) ", i), 20))
	}
	for _, css := range []string{
		doubling + "}@page{margin:var(--a200)}", "@page{margin:" + strings.Repeat("(", 1<<20), "@page{margin:" + strings.Repeat("var(--a,", 1<<16),
		strings.Repeat("@media print{", 1<<16) + "@page{}", strings.Repeat("@page a{margin:1mm}", 50_000-1),
	} {
		layoutOf(t, css)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := page.Read(ctx, []stylesheet.Sheet{{Text: strings.Repeat("@page{margin:0}", 10_000)}}, nil, page.Page{Size: domain.A4})
	require.ErrorIs(t, err, context.Canceled)
}
