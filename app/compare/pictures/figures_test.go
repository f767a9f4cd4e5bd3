package pictures_test

import (
	"image"
	"image/color"
	"image/draw"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/app/compare/pictures"
	"platen/app/compare/words"
	"platen/domain"
)

var (
	red   = color.RGBA{0xc0, 0x10, 0x10, 0xff}
	green = color.RGBA{0x10, 0x90, 0x30, 0xff}
	blue  = color.RGBA{0x10, 0x30, 0xc0, 0xff}
)

// drawn is a filled rectangle, in pixels, or the triangle in it that points upwards or downwards.
type drawn struct {
	x, y, width, height int
	colour              color.RGBA
	points              string
}

func (d drawn) has(x, y int) bool {
	width := d.width * (y + 1) / d.height
	switch d.points {
	case "up":
	case "down":
		width = d.width * (d.height - y) / d.height
	default:
		return true
	}
	return x >= (d.width-width)/2 && x < (d.width+width)/2
}

// with is a page with them.
func with(all ...drawn) *pictures.Painted {
	var rects []domain.PaintedRect
	for _, d := range all {
		rects = append(rects, domain.PaintedRect{Kind: domain.Shape, Rect: rect(d)})
	}
	return pictures.NewPainted(picture(all...), rects, nil, 0)
}

// picture is a white page with them.
func picture(all ...drawn) *image.RGBA {
	p := image.NewRGBA(image.Rect(0, 0, 600, 400))
	draw.Draw(p, p.Bounds(), image.White, image.Point{}, draw.Src)
	for _, d := range all {
		for i := range d.width * d.height {
			if x, y := i%d.width, i/d.width; d.has(x, y) {
				p.Set(d.x+x, d.y+y, d.colour)
			}
		}
	}
	return p
}

func rect(d drawn) domain.Rect {
	at := func(pixels int) domain.Length { return domain.Length(pixels) * domain.Inch / pictures.DPI }
	return domain.Rect{Left: at(d.x), Top: at(d.y), Right: at(d.x + d.width), Bottom: at(d.y + d.height)}
}

// Outlines tell two arrows apart of which every pixel is like the other's.
func TestFiguresByOutline(t *testing.T) {
	arrow := func(left, top, size float64, downwards bool) *pictures.Painted {
		painted := domain.PaintedRect{Kind: domain.Shape, Rect: domain.Rect{Left: mm(left), Top: mm(top), Right: mm(left + size), Bottom: mm(top + size)}}
		corners := [][2]float64{{0, 0.5}, {0.5, 0}, {1, 0.5}, {0.5, 0.5}, {0.5, 1}}
		for i, from := range corners[1:] {
			line := [4]float64{corners[i][0], corners[i][1], from[0], from[1]}
			if downwards {
				line[1], line[3] = 1-line[1], 1-line[3]
			}
			painted.Outline = append(painted.Outline, [4]domain.Length{mm(left + size*line[0]), mm(top + size*line[1]), mm(left + size*line[2]), mm(top + size*line[3])})
		}
		picture := picture()
		pixels := func(v float64) int { return int(v / 25.4 * pictures.DPI) }
		draw.Draw(picture, image.Rect(pixels(left)+2, pixels(top)+2, pixels(left+size), pixels(top+size)), image.NewUniform(red), image.Point{}, draw.Src)
		return pictures.NewPainted(picture, []domain.PaintedRect{painted}, nil, 0)
	}
	by := func(b *pictures.Painted) (changes []pictures.FigureChange) {
		for _, f := range pictures.Compare(t.Context(), words.Comparison{}, arrow(20, 20, 6, false), b).Figures {
			changes = append(changes, f.By)
		}
		return changes
	}
	require.Equal(t, []pictures.FigureChange{pictures.Reshaped}, by(arrow(20, 20.2, 6, true)))
	require.Empty(t, by(arrow(20, 20.2, 6, false)), "a hair lower")
	require.Empty(t, by(arrow(60, 40, 6, false)), "elsewhere")
}

func mm(v float64) domain.Length { return domain.Length(v) * domain.Millimetre }

func TestFigures(t *testing.T) {
	bar, dot, line := drawn{40, 40, 100, 20, blue, ""}, drawn{40, 100, 16, 16, red, ""}, drawn{40, 200, 200, 1, blue, ""}
	arrow, band := drawn{300, 100, 20, 20, red, "up"}, drawn{20, 300, 500, 20, blue, ""}
	lamp := drawn{80, 100, 16, 16, green, ""}
	for name, test := range map[string]struct {
		is   drawn
		want pictures.FigureChange
		kind pictures.FigureKind
	}{
		"a dot is gone":                  {drawn{}, pictures.Missing, pictures.Sign},
		"a dot in the colour of another": {drawn{40, 100, 16, 16, green, ""}, pictures.Exchanged, pictures.Sign},
		"a dot in a new colour":          {drawn{40, 100, 16, 16, color.RGBA{0xe0, 0xc0, 0x10, 0xff}, ""}, pictures.Exchanged, pictures.Sign},
		"a dot a shade lighter":          {drawn{40, 100, 16, 16, color.RGBA{0xe8, 0x70, 0x70, 0xff}, ""}, pictures.Recoloured, pictures.Sign},
		"a longer bar":                   {drawn{40, 40, 130, 20, blue, ""}, pictures.Resized, pictures.Sign},
		"a bar that begins later":        {drawn{70, 40, 100, 20, blue, ""}, pictures.Moved, pictures.Sign},
		"a line to write on is gone":     {drawn{}, pictures.Missing, pictures.Rule},
		"an arrow that points downwards": {drawn{300, 100, 20, 20, red, "down"}, pictures.Reshaped, pictures.Sign},
		"an arrow elsewhere":             {drawn{350, 160, 20, 20, red, "up"}, "", ""},
		"a band without words is gone":   {drawn{}, pictures.Missing, pictures.Rule},
	} {
		t.Run(name, func(t *testing.T) {
			was := map[string]drawn{"a dot": dot, "a lon": bar, "a bar": bar, "a lin": line, "an ar": arrow, "a ban": band}[name[:5]]
			found := pictures.Compare(t.Context(), words.Comparison{}, with(lamp, was), with(lamp, test.is))
			if test.want == "" {
				require.Empty(t, found.Figures)
				return
			}
			require.Len(t, found.Figures, 1)
			require.Equal(t, test.want, found.Figures[0].By)
			require.Equal(t, test.kind, found.Figures[0].Kind)
		})
	}
}

// Most of what is around a bar between others is in its own colour.
func TestBarsThatTouch(t *testing.T) {
	bars := func(gap int) *pictures.Painted {
		var all []drawn
		for i, height := range []int{60, 100, 140} {
			all = append(all, drawn{40 + i*(40+gap), 300 - height, 40, height, green, ""})
		}
		return with(all...)
	}
	for _, f := range pictures.Compare(t.Context(), words.Comparison{}, bars(20), bars(0)).Figures {
		require.Equal(t, pictures.Moved, f.By)
	}
}

// The word above a bar stands on its edge, and is not in it.
func TestBarBelowAWord(t *testing.T) {
	bar := func(width int) *pictures.Painted {
		d := drawn{40, 100, width, 15, blue, ""}
		word := words.Word{Text: "+4.2", Pieces: 1, Box: words.BoxOf(rect(drawn{40, 75, 100, 25, blue, ""}))}
		return pictures.NewPainted(picture(d), []domain.PaintedRect{{Kind: domain.Shape, Rect: rect(d)}}, []words.Word{word}, 0)
	}
	found := pictures.Compare(t.Context(), words.Comparison{}, bar(120), bar(60)).Figures
	require.Len(t, found, 1)
	require.Equal(t, pictures.Resized, found[0].By)
}

// One engine fills a shape and draws its line in two operations, another one in one.
func TestFiguresWithLines(t *testing.T) {
	const size, half = 48, 1 // pixels, the latter of half the line
	outline := [][4]domain.Length{{mm(20), mm(30), mm(25), mm(20)}, {mm(25), mm(20), mm(30), mm(30)}}
	triangle := func(x int, insets ...int) *pictures.Painted {
		shape := drawn{x, 100, size, size, red, "up"}
		var painted []domain.PaintedRect
		for _, inset := range insets {
			painted = append(painted, domain.PaintedRect{Kind: domain.Shape, Outline: outline,
				Rect: rect(drawn{x + inset, 100 + inset, size - 2*inset, size - 2*inset, red, ""})})
		}
		return pictures.NewPainted(picture(shape), painted, nil, 0)
	}
	require.Empty(t, pictures.Compare(t.Context(), words.Comparison{}, triangle(100, half, 0), triangle(99, 0)).Figures)
}

// A box whose sides are painted one by one, as an inset border is, is a control.
func TestControlOfFourLines(t *testing.T) {
	box := []drawn{{40, 40, 14, 1, blue, ""}, {40, 53, 14, 1, blue, ""}, {40, 40, 1, 14, blue, ""}, {53, 40, 1, 14, blue, ""}}
	marked := append(slices.Clone(box), drawn{44, 44, 6, 6, blue, ""})
	found := pictures.Compare(t.Context(), words.Comparison{}, with(marked...), with(box...)).Controls
	require.Len(t, found, 1)
	require.False(t, found[0].Marked)
}

// A white cell without a frame is no control, whatever is drawn in it, such as the number of a day in a calendar.
func TestCellWithoutFrame(t *testing.T) {
	cell := drawn{40, 40, 20, 20, color.RGBA{0xff, 0xff, 0xff, 0xff}, ""}
	day, smaller := drawn{46, 46, 7, 7, blue, ""}, drawn{46, 46, 3, 3, blue, ""}
	require.Empty(t, pictures.Compare(t.Context(), words.Comparison{}, with(cell, day), with(cell, smaller)).Controls)
}

func grey(level uint8) color.RGBA { return color.RGBA{level, level, level, 0xff} }

// Engines draw thin lines over one pixel or two.
func TestLineOverTwoPixels(t *testing.T) {
	at := func(y int, level uint8, rows int) *pictures.Painted {
		painted := domain.PaintedRect{Kind: domain.Shape, Rect: rect(drawn{40, y, 200, 1, grey(level), ""})}
		return pictures.NewPainted(picture(drawn{40, y, 200, rows, grey(level), ""}), []domain.PaintedRect{painted}, nil, 0)
	}
	line := func(level uint8, rows int) *pictures.Painted { return at(200, level, rows) }
	found := pictures.Compare(t.Context(), words.Comparison{}, line(221, 1), line(238, 2))
	require.Empty(t, found.Figures)
	require.Zero(t, found.Residue)
	require.NotZero(t, found.Changed)
	require.NotZero(t, pictures.Compare(t.Context(), words.Comparison{}, line(221, 1), line(119, 1)).Residue)
	for _, f := range pictures.Compare(t.Context(), words.Comparison{}, at(192, 119, 1), at(195, 187, 2)).Figures {
		require.Equal(t, pictures.Altered, f.By, "a little lower")
	}
}

// The lines of a table that stand a little lower are not those of other rows.
func TestLinesOfRows(t *testing.T) {
	row := func(y int) drawn { return drawn{100, y, 1, 28, blue, ""} }
	require.Empty(t, pictures.Compare(t.Context(), words.Comparison{}, with(row(40), row(100)), with(row(102), row(42))).Figures)
}

// A line of a table stays where it is while the words of its cells do not.
func TestLineBesideWordsThatMoved(t *testing.T) {
	line := drawn{40, 192, 200, 1, blue, ""}
	word := func(y int) words.Word {
		return words.Word{Text: "word", Box: words.BoxOf(rect(drawn{40, y, 60, 16, blue, ""}))}
	}
	moved := words.Comparison{A: []words.Word{word(170)}, B: []words.Word{word(173)}, Moves: []words.Move{{DY: 3 * 25.4 / pictures.DPI}}}
	require.Empty(t, pictures.Compare(t.Context(), moved, with(line), with(drawn{39, 192, 202, 1, blue, ""})).Figures)
}

// A line between two rows, as above a sum, touches the words around it.
func TestLineThatTouchesWords(t *testing.T) {
	word := words.Word{Text: "word", Box: words.BoxOf(rect(drawn{40, 170, 60, 16, blue, ""}))}
	line := drawn{40, 187, 60, 1, blue, ""}
	page := func(painted ...domain.PaintedRect) *pictures.Painted {
		return pictures.NewPainted(picture([]drawn{line}[:len(painted)]...), painted, []words.Word{word}, 0)
	}
	found := pictures.Compare(t.Context(), words.Comparison{}, page(domain.PaintedRect{Kind: domain.Shape, Rect: rect(line)}), page()).Figures
	require.Len(t, found, 1)
	require.Equal(t, pictures.Missing, found[0].By)
}

// The background of a cell between the lines of its row is no box.
func TestCellOfARow(t *testing.T) {
	cell, above, below := drawn{40, 41, 30, 30, grey(250), ""}, drawn{40, 40, 30, 1, grey(200), ""}, drawn{40, 71, 30, 1, grey(200), ""}
	for _, f := range pictures.Compare(t.Context(), words.Comparison{}, with(cell, above, below), with()).Figures {
		require.True(t, f.Decorates(), f)
	}
	box := append([]drawn{{39, 40, 1, 32, grey(200), ""}, {70, 40, 1, 32, grey(200), ""}}, cell, above, below)
	require.True(t, slices.ContainsFunc(pictures.Compare(t.Context(), words.Comparison{}, with(box...), with()).Figures,
		func(f pictures.Figure) bool { return f.Kind == pictures.Sign }))
}

// A drawing that is hardly smaller looks a little different.
func TestFigureHardlySmaller(t *testing.T) {
	by := func(size int) pictures.FigureChange {
		found := pictures.Compare(t.Context(), words.Comparison{}, with(drawn{100, 40, 200, 200, red, "up"}), with(drawn{100, 40, size, size, red, "up"}))
		require.Len(t, found.Figures, 1)
		return found.Figures[0].By
	}
	require.Equal(t, pictures.Altered, by(196))
	require.Equal(t, pictures.Scaled, by(180))
}
