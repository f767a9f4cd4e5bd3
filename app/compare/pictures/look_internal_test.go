package pictures

import (
	"image"
	"image/color"
	"image/draw"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/app/compare/words"
	"platen/domain"
)

// The border of a frame is clipped around the frame's legend, of which some renderers leave a shade.
func TestClippedLine(t *testing.T) {
	picture := image.NewRGBA(image.Rect(0, 0, 200, 40))
	draw.Draw(picture, picture.Bounds(), image.White, image.Point{}, draw.Src)
	for x := 10; x < 190; x++ {
		level := uint8(136)
		if x >= 60 && x < 110 {
			level = 213
			if x%2 == 0 {
				level = 0 // a letter
			}
		}
		picture.Set(x, 20, color.Gray{Y: level})
	}
	part := func(from, to float64) words.Box {
		return words.Box{X0: from * pixel, Y0: 20 * pixel, X1: to * pixel, Y1: 20.5 * pixel}
	}
	p, white := NewPainted(picture, nil, nil, 0), [3]float64{255, 255, 255}
	require.False(t, p.shows(part(60, 109), white))
	require.True(t, p.shows(part(120, 160), white))
}

// TestShiftBelowAPixel: strokes that a shift spreads over two pixels are not bolder.
func TestShiftBelowAPixel(t *testing.T) {
	word := words.Word{Text: "lilli", Pieces: 1, Box: words.Box{X1: 60 * pixel, Y1: 20 * pixel}}
	strokes := func(level uint8, width int) Look {
		picture := image.NewRGBA(image.Rect(0, 0, 60, 20))
		draw.Draw(picture, picture.Bounds(), image.White, image.Point{}, draw.Src)
		for x := 5; x < 55; x += 10 {
			stroke := image.Rect(x, 4, x+width, 16)
			draw.Draw(picture, stroke, image.NewUniform(color.Gray{Y: level}), image.Point{}, draw.Src)
		}
		return Look{ink: readInk(NewPainted(picture, nil, nil, 0).canvas, word), drawn: true}
	}
	require.NotEqual(t, Weight, CompareLooks(strokes(0, 1), strokes(128, 2), word, word).By)
	require.Equal(t, Weight, CompareLooks(strokes(0, 1), strokes(0, 2), word, word).By)
}

// bars is the look of a word of five strokes on white, on which a block is drawn.
func bars(level uint8, bottom int, over image.Rectangle) Look {
	picture := image.NewRGBA(image.Rect(0, 0, 60, 20))
	draw.Draw(picture, picture.Bounds(), image.White, image.Point{}, draw.Src)
	for x := 5; x < 55; x += 10 {
		draw.Draw(picture, image.Rect(x, 4, x+1, bottom), image.NewUniform(color.Gray{Y: level}), image.Point{}, draw.Src)
	}
	draw.Draw(picture, over, image.NewUniform(color.Gray{Y: 136}), image.Point{}, draw.Src)
	return Look{ink: readInk(NewPainted(picture, nil, nil, 0).canvas, lilli), drawn: true}
}

var lilli = words.Word{Text: "lilli", Pieces: 1, Box: words.Box{X1: 60 * pixel, Y1: 20 * pixel}}

// TestCutInHalf: the box of a word is taller than its strokes, of which a third is cut off.
func TestCutInHalf(t *testing.T) {
	none := image.Rectangle{}
	require.Equal(t, Cut, CompareLooks(bars(0, 16, none), bars(0, 12, none), lilli, lilli).Harm)
	require.Equal(t, Harm{}, CompareLooks(bars(0, 16, none), bars(0, 14, none), lilli, lilli).Harm)
}

// TestHardlySeen: nobody misses a word that was hardly seen, and a block over all of one but the space after it hides it.
func TestHardlySeen(t *testing.T) {
	none := image.Rectangle{}
	faint, fainter, clear := bars(228, 16, none), bars(233, 16, none), bars(0, 16, none)
	for _, pair := range [][2]Look{{faint, fainter}, {fainter, faint}} {
		require.Equal(t, Harm{}, CompareLooks(pair[0], pair[1], lilli, lilli).Harm)
	}
	require.Equal(t, Invisible, CompareLooks(clear, fainter, lilli, lilli).Harm)
	require.Equal(t, Invisible, CompareLooks(clear, bars(0, 16, image.Rect(0, 0, 56, 20)), lilli, lilli).Harm)
}

// TestLinesOfTables: a line between the numbers of a column is no fraction bar, and one above a row no bar over its words.
func TestLinesOfTables(t *testing.T) {
	word := func(text string, left, right, top float64) words.Word {
		return words.Word{Text: text, Box: words.Box{X0: left, Y0: top, X1: right, Y1: top + 4}}
	}
	line := words.Box{X0: 20, Y0: 4.5, X1: 30, Y1: 4.7}
	above, below := word("12.50", 21, 29, 0.4), word("15.50", 21, 29, 4.8)
	label, next, operator := word("Item", 5, 15, 0.4), word("Sum", 5, 15, 4.8), word("=", 32, 34, 2.6)
	require.True(t, isFractionBar(line, above.Box, []words.Word{above, below}))
	require.False(t, dividesRows(line, above.Box, []words.Word{above, below}))
	require.True(t, dividesRows(line, above.Box, []words.Word{label, above, next, below}))
	require.False(t, dividesRows(line, above.Box, []words.Word{label, above, operator, below}), "beside a fraction")

	line = words.Box{X0: 20.5, Y0: 4.5, X1: 29.5, Y1: 4.7}
	require.True(t, isBar(line, []words.Word{above, below}))
	require.False(t, isBar(line, []words.Word{label, above, next, below}))
}

// TestFrameIsNoInk: the rows of a frame at the edges of a word's box are left out, and strokes of the word are not.
func TestFrameIsNoInk(t *testing.T) {
	picture := image.NewRGBA(image.Rect(0, 0, 80, 20))
	draw.Draw(picture, picture.Bounds(), image.White, image.Point{}, draw.Src)
	draw.Draw(picture, image.Rect(0, 0, 80, 1), image.Black, image.Point{}, draw.Src)
	draw.Draw(picture, image.Rect(10, 19, 70, 20), image.Black, image.Point{}, draw.Src)
	c := NewPainted(picture, nil, nil, 0).canvas
	require.Equal(t, image.Rect(10, 1, 70, 20), withoutFrame(c, image.Rect(10, 0, 70, 20), [3]float64{255, 255, 255}))
	require.Equal(t, image.Rect(9, 1, 50, 19), withoutFrame(c, image.Rect(9, 0, 50, 20), [3]float64{255, 255, 255}), "a line that begins with the word")
}

// TestRingOfASign: the background of a cell is no ring around the sign in it.
func TestRingOfASign(t *testing.T) {
	for text, ringed := range map[string]bool{"○": false, "B": true} {
		box := words.Box{X0: 22 * pixel, Y0: 12 * pixel, X1: 34 * pixel, Y1: 28 * pixel}
		around := domain.Rect{Left: 18 * px, Top: 8 * px, Right: 38 * px, Bottom: 32 * px}
		all := []words.Word{{Text: text, Pieces: 1, Box: box}}
		p := NewPainted(image.NewRGBA(image.Rect(0, 0, 60, 40)), []domain.PaintedRect{{Kind: domain.Shape, Rect: around}}, all, 0)
		looks := make([]Look, len(all))
		p.ReadLooks(looks)
		require.Equal(t, ringed, looks[0].ringed, text)
	}
}

const px = domain.Inch / DPI

// TestSideOfACell: the lower side of a cell is no bar above the word in the next row, whose font is taller than the row.
func TestSideOfACell(t *testing.T) {
	for name, side := range map[string]image.Rectangle{"bar": {}, "cell": image.Rect(10, 2, 11, 21)} {
		picture := image.NewRGBA(image.Rect(0, 0, 120, 60))
		draw.Draw(picture, picture.Bounds(), image.White, image.Point{}, draw.Src)
		var painted []domain.PaintedRect
		for _, r := range []image.Rectangle{image.Rect(10, 20, 110, 21), side} {
			draw.Draw(picture, r, image.Black, image.Point{}, draw.Src)
			at := func(pixels int) domain.Length { return domain.Length(pixels) * px }
			painted = append(painted, domain.PaintedRect{Rect: domain.Rect{Left: at(r.Min.X), Top: at(r.Min.Y), Right: at(r.Max.X), Bottom: at(r.Max.Y)}})
		}
		all := []words.Word{{Text: "word", Pieces: 1, Box: words.Box{X0: 10 * pixel, Y0: 19 * pixel, X1: 110 * pixel, Y1: 41 * pixel}}}
		looks := make([]Look, len(all))
		NewPainted(picture, painted, all, 0).ReadLooks(looks)
		require.Equal(t, name == "bar", looks[0].overlined, name)
	}
}

// TestUnderlineOfAHighlight: a line under a word is one also where the word's background ends close to it.
func TestUnderlineOfAHighlight(t *testing.T) {
	picture := image.NewRGBA(image.Rect(0, 0, 120, 60))
	draw.Draw(picture, picture.Bounds(), image.White, image.Point{}, draw.Src)
	draw.Draw(picture, image.Rect(10, 19, 110, 39), image.NewUniform(color.RGBA{R: 255, G: 255, A: 255}), image.Point{}, draw.Src)
	draw.Draw(picture, image.Rect(10, 37, 110, 38), image.Black, image.Point{}, draw.Src)
	painted := []domain.PaintedRect{
		{Rect: domain.Rect{Left: 10 * px, Top: 19 * px, Right: 110 * px, Bottom: 39 * px}},
		{Rect: domain.Rect{Left: 10 * px, Top: 37 * px, Right: 110 * px, Bottom: 38 * px}},
	}
	all := []words.Word{{Text: "word", Pieces: 1, Box: words.Box{X0: 10 * pixel, Y0: 19 * pixel, X1: 110 * pixel, Y1: 41 * pixel}}}
	looks := make([]Look, len(all))
	NewPainted(picture, painted, all, 0).ReadLooks(looks)
	require.True(t, looks[0].underlined)
}

// TestStrokesThatStandHigher: a word whose strokes stand higher in its box, as in another font, is not cut.
func TestStrokesThatStandHigher(t *testing.T) {
	require.True(t, shrunk(0.18, 0.68, 0.18, 0.4, 5.6, 0.22))
	require.False(t, shrunk(0.41, 0.95, 0.22, 0.74, 5.6, 0.15))
}
