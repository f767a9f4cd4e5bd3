package pagecss_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"platen/domain"
	"platen/domain/pagecss"
)

var tenMillimetres = domain.UniformMargins(10 * domain.Millimetre)

func TestDefaultPage(t *testing.T) {
	const mm = domain.Millimetre
	for css, want := range map[string]struct {
		paper   domain.Size
		margins domain.Margins
	}{
		"":                                                               {domain.A4, tenMillimetres},
		"@page{size:landscape}":                                          {domain.Size{Width: 297 * mm, Height: 210 * mm}, tenMillimetres},
		"@page{size:A3 landscape}":                                       {domain.Size{Width: 420 * mm, Height: 297 * mm}, tenMillimetres},
		"@page{size:10cm}":                                               {domain.Size{Width: 100 * mm, Height: 100 * mm}, tenMillimetres},
		"@page{size:10cm 400Q}":                                          {domain.Size{Width: 100 * mm, Height: 100 * mm}, tenMillimetres},
		"@page{size:96px 10em}":                                          {domain.Size{Width: domain.Inch, Height: 160 * domain.Pixel}, tenMillimetres},
		"@page{size:A5}@page{size:auto}":                                 {domain.A4, tenMillimetres},
		"@page{margin:10%}":                                              {domain.A4, domain.Margins{Top: 29.7 * mm, Right: 21 * mm, Bottom: 29.7 * mm, Left: 21 * mm}},
		"@page{margin:auto}":                                             {domain.A4, domain.UniformMargins(0)},
		"@page{margin:-1mm}":                                             {domain.A4, domain.UniformMargins(0)},
		"@page{margin:20mm;margin-top:initial}":                          {domain.A4, domain.Margins{Right: 20 * mm, Bottom: 20 * mm, Left: 20 * mm}},
		"@page{margin:20mm;margin-top:revert}":                           {domain.A4, domain.Margins{Top: 10 * mm, Right: 20 * mm, Bottom: 20 * mm, Left: 20 * mm}},
		"@page{margin:calc(1mm + 1mm)}":                                  {domain.A4, domain.UniformMargins(2 * mm)},
		"@page{margin:calc( (30mm - 2 * 5mm)/4 + 0px )}":                 {domain.A4, domain.UniformMargins(5 * mm)},
		"@page{margin:max(1mm,min(20mm, 7mm),3mm)}":                      {domain.A4, domain.UniformMargins(7 * mm)},
		"@page{margin:clamp(5mm,1mm,9mm)}":                               {domain.A4, domain.UniformMargins(5 * mm)},
		"@page{margin:calc(10% - 1mm)}":                                  {domain.A4, domain.Margins{Top: 28.7 * mm, Right: 20 * mm, Bottom: 28.7 * mm, Left: 20 * mm}},
		"@page{margin:CALC(1mm + MIN(1MM,calc(2mm)))}":                   {domain.A4, domain.UniformMargins(2 * mm)},
		"@page{margin:calc(1mm + 1)}":                                    {domain.A4, tenMillimetres},
		"@page{margin:calc(1mm * 1mm)}":                                  {domain.A4, tenMillimetres},
		"@page{margin:calc(1mm / 0)}":                                    {domain.A4, tenMillimetres},
		"@page{margin:calc(1 + 1)}":                                      {domain.A4, tenMillimetres},
		"@page{margin:calc(1mm 1mm)}":                                    {domain.A4, tenMillimetres},
		":root:has(a){--a:0}@page{margin:calc(var(--a))}":                {domain.A4, tenMillimetres},
		"@page{margin:calc(1e308mm * 1e308)}":                            {domain.A4, tenMillimetres},
		"@page{margin:calc(1e308mm*1e9 - 1e308mm*1e9)}":                  {domain.A4, tenMillimetres},
		"@page{size:calc(50mm + 50mm)}":                                  {domain.Size{Width: 100 * mm, Height: 100 * mm}, tenMillimetres},
		"@page{size:calc(50mm + 50mm) max(1mm, 80mm)}":                   {domain.Size{Width: 100 * mm, Height: 80 * mm}, tenMillimetres},
		"@page{margin:1mm}@page{margin:2mm}":                             {domain.A4, domain.UniformMargins(2 * mm)},
		"@page{margin:1mm!important;margin:2mm}":                         {domain.A4, domain.UniformMargins(1 * mm)},
		"@page{margin:1mm}@layer{@page{margin:2mm}}":                     {domain.A4, domain.UniformMargins(1 * mm)},
		"@page{margin:1mm!important}@layer{@page{margin:2mm!important}}": {domain.A4, domain.UniformMargins(1 * mm)},
		"@page :first{margin:1mm}@page a{size:A5}":                       {domain.A4, tenMillimetres},
		"@page{margin:500mm}":                                            {domain.A4, tenMillimetres},
		"@page{size:A5;margin-left:140mm}":                               {domain.A4, tenMillimetres},
		"@page{size:15mm}":                                               {domain.A4, tenMillimetres},
		"@page{size:0}":                                                  {domain.A4, tenMillimetres},
		"@page{size:1e9mm;margin:1mm}":                                   {domain.A4, domain.UniformMargins(1 * mm)},
	} {
		page := pagecss.Of(css).Default()
		require.InDelta(t, want.paper.Width.Points(), page.Size.Width.Points(), 1e-6, css)
		require.InDelta(t, want.paper.Height.Points(), page.Size.Height.Points(), 1e-6, css)
		require.InDelta(t, want.margins.Top.Points(), page.Margins.Top.Points(), 1e-6, css)
		require.InDelta(t, want.margins.Right.Points(), page.Margins.Right.Points(), 1e-6, css)
		require.InDelta(t, want.margins.Bottom.Points(), page.Margins.Bottom.Points(), 1e-6, css)
		require.InDelta(t, want.margins.Left.Points(), page.Margins.Left.Points(), 1e-6, css)
	}
}

func TestThePageOfANumber(t *testing.T) {
	const mm = domain.Millimetre
	for css, want := range map[string][3]domain.Length{ // left margins of the pages 1, 2 and 3
		"":                          {10 * mm, 10 * mm, 10 * mm},
		"@page{margin:20mm}":        {20 * mm, 20 * mm, 20 * mm},
		"@page :first{margin:20mm}": {20 * mm, 10 * mm, 10 * mm},
		"@page :left{margin:20mm}":  {10 * mm, 20 * mm, 10 * mm},
		"@page :right{margin:20mm}": {20 * mm, 10 * mm, 20 * mm},
		"@page :first{margin:30mm}@page :right{margin:20mm}@page{margin:1mm}":           {30 * mm, 1 * mm, 20 * mm},
		"@page :first{margin:30mm}@page :right{margin:20mm!important}@page{margin:1mm}": {20 * mm, 1 * mm, 20 * mm},
		"@page :left{margin:30mm}@page{margin:1mm!important}":                           {1 * mm, 1 * mm, 1 * mm},
		"@page a{margin:20mm}@page a:first{margin:30mm}@page b, :first{margin:40mm}":    {10 * mm, 10 * mm, 10 * mm},
	} {
		geometry := pagecss.Of(css)
		for i := range 6 {
			margins := geometry.Page(i+1, domain.A4).Margins
			expected := want[2-i%2]
			if i == 0 {
				expected = want[0]
			}
			require.Equal(t, expected, margins.Left, "%s: page %d", css, i+1)
		}
	}
}

func TestPagesWithNames(t *testing.T) {
	geometry := pagecss.Of("@page{margin:1mm}@page a{size:A5;margin-left:2mm}@page :left{margin-left:3mm;margin-right:4mm}" +
		"@page a:left{margin-left:5mm}@page b:first{margin-left:6mm}@page c, d{margin:7mm}@page a{margin-top:8mm!important}@page :first{margin-top:9mm}")
	require.Equal(t, []string{"a", "b"}, geometry.Names())
	mm := domain.Millimetre
	a5 := domain.Size{Width: 148 * mm, Height: 210 * mm}
	for _, c := range []struct {
		name   string
		number int
		size   domain.Size
		want   domain.Margins
	}{
		{"a", 1, a5, domain.Margins{Top: 8 * mm, Right: 1 * mm, Bottom: 1 * mm, Left: 2 * mm}},
		{"a", 2, a5, domain.Margins{Top: 8 * mm, Right: 4 * mm, Bottom: 1 * mm, Left: 5 * mm}},
		{"a", 3, a5, domain.Margins{Top: 8 * mm, Right: 1 * mm, Bottom: 1 * mm, Left: 2 * mm}},
		{"b", 1, domain.A4, domain.Margins{Top: 9 * mm, Right: 1 * mm, Bottom: 1 * mm, Left: 6 * mm}},
		{"b", 2, domain.A4, domain.Margins{Top: 1 * mm, Right: 4 * mm, Bottom: 1 * mm, Left: 3 * mm}},
		{"", 1, domain.A4, domain.Margins{Top: 9 * mm, Right: 1 * mm, Bottom: 1 * mm, Left: 1 * mm}},
	} {
		require.Equal(t, pagecss.Page{Size: c.size, Margins: c.want}, geometry.Named(c.name, c.number), "%s: page %d", c.name, c.number)
	}
}

func TestNamesOfPagesAreBounded(t *testing.T) {
	var css strings.Builder
	for i := range 5_000 {
		fmt.Fprintf(&css, "@page n%d{size:%dmm}", i, i+1)
	}
	require.Len(t, pagecss.Of(css.String()).Names(), 100)
}

func TestSizesBeyondPDFAreRefused(t *testing.T) {
	require.NoError(t, pagecss.Of("@page a{size:9in 200in}@page{size:14400pt}@media screen{@page{size:9999mm}}").CheckSizes())
	err := pagecss.Of("@page a{size:9in 99999mm}@page{size:9in}").CheckSizes()
	require.Equal(t, domain.InvalidRequest, domain.AsError(err).Code)
	require.Equal(t, "@page size: 9in 99999mm is larger than a PDF page can be, 5080 mm a side", domain.AsError(err).Message)
}

func TestEveryPageHasRoom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		length := rapid.SampledFrom([]string{"0", "1mm", "10mm", "200mm", "1e300mm", "-5mm", "50%", "99%", "1e9px", "3em", "auto", "calc(1px)", "100vw"})
		css := "@page{size:" + length.Draw(t, "size") + ";margin:" + length.Draw(t, "a") + " " + length.Draw(t, "b") + "}"
		checkPage(t, css)
	})
}

func FuzzGeometry(f *testing.F) {
	f.Add("@page a:first{margin:1mm 2% 3em!important;size:a5 landscape;@top-left{content:'x'}}")
	f.Add("@media print{@layer a{@page{margin:calc(1mm + (2px))}}}p{(}")
	f.Add("@page{margin:calc(max(1mm,2%)*3 - min(1em,(2px/4)))!important;size:clamp(1mm,2mm,3mm) 1e9mm}")
	f.Add("@page{size:1e999mm 0x1p5mm;margin:-0 +1e-9in}")
	f.Fuzz(func(t *testing.T, css string) { checkPage(t, css) })
}

// checkPage checks what is true of the page of any style sheet: it is paper, and there is room on it.
func checkPage(t require.TestingT, css string) {
	page := pagecss.Of(css).Default()
	require.Greater(t, page.Size.Width, domain.Length(0))
	require.Greater(t, page.Size.Height, domain.Length(0))
	require.LessOrEqual(t, max(page.Size.Width, page.Size.Height), domain.MaxPageSide)
	m := page.Margins
	require.GreaterOrEqual(t, min(m.Top, m.Right, m.Bottom, m.Left), domain.Length(0))
	require.Greater(t, page.Size.Width-m.Left-m.Right, domain.Length(0))
	require.Greater(t, page.Size.Height-m.Top-m.Bottom, domain.Length(0))
}
