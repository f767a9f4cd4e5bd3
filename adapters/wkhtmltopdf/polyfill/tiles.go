package polyfill

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"regexp"

	"platen/adapters/pdf/object"
	"platen/domain"
)

// fillOfTiles is how Qt fills a rectangle with a pattern: the pattern's name, and the corner from which the rectangle goes right and down.
var fillOfTiles = regexp.MustCompile(`/(Pat\d+) scn\n/\w+ gs\nq\n(?:\S+ ){6}cm\n(\S+) (\S+) \S+ \S+ re`)

// EnlargeTiles gives repeated pictures their size. WebKit makes a tile with a pixel for each CSS pixel, and has a brush enlarge it to the
// dots of the canvas; Qt leaves the transformation of a brush out of the pattern (QPdfEnginePrivate::addBrushPattern takes the painter's
// alone). So a tile is smaller by the zoom, and the tiles begin at the corner of the page, not at that of the box. It returns other PDFs as
// they are.
func EnlargeTiles(pdf []byte) ([]byte, error) {
	if !bytes.Contains(pdf, []byte("/PatternType 1")) {
		return pdf, nil
	}
	f, err := object.Open(pdf)
	if err != nil {
		return nil, fmt.Errorf("open what wkhtmltopdf wrote: %w", err)
	}
	for _, page := range f.Array(f.Dict(f.Catalog()["Pages"])["Kids"]) { // Qt writes all pages in one node
		patterns := f.Dict(f.Dict(f.Dict(page)["Resources"])["Pattern"])
		content, _ := f.Get(f.Dict(page)["Contents"]).(object.Stream)
		for _, fill := range fillOfTiles.FindAllSubmatch(f.Decode(content), -1) {
			ref, _ := patterns[object.Name(fill[1])].(object.Ref)
			tile, _ := f.Get(ref).(object.Stream)
			matrix := f.Array(tile.Dict["Matrix"])
			x, _ := object.Number(fill[2])
			y, _ := object.Number(fill[3])
			if tile.Dict["PatternType"] == 1. && len(matrix) == 6 {
				tile.Dict = maps.Clone(tile.Dict)
				tile.Dict["Matrix"] = enlarged(f, matrix, x, y)
				f.Set(ref, tile)
			}
		}
	}
	if f.Err() != nil {
		return nil, f.Err()
	}
	return f.Write()
}

// enlarged returns the matrix with which a pixel of the pattern is a CSS pixel, and its origin the point (x, y) of the given matrix. In a
// pattern of SVG a pixel is a dot, and the origin is right. The PDF does not say which of them a pattern is. SVG is laid out without the
// zoom: its unit, if nothing scales it, is a CSS pixel, and that of a box 1/7.5 of one. More than half of a CSS pixel is taken for SVG,
// which is wrong for drawings that are reduced to less than half, and for boxes that a transform enlarges nearly four times.
func enlarged(f *object.File, matrix object.Array, x, y float64) object.Array {
	var m [6]float64
	for i, o := range matrix {
		m[i] = f.Number(o)
	}
	const cssPixel = float64(domain.Pixel / domain.Point)
	unit, pixel := math.Hypot(m[0], m[1]), cssPixel
	if unit > cssPixel/2 {
		pixel, x, y = cssPixel/zoom, 0, 0
	}
	scale := pixel / unit
	return object.Array{
		m[0] * scale, m[1] * scale, m[2] * scale, m[3] * scale, m[0]*x + m[2]*y + m[4], m[1]*x + m[3]*y + m[5],
	}
}

// unitOfPage is how Qt begins to paint a page: the area to which it is clipped, and the size of a dot of the canvas.
var unitOfPage = regexp.MustCompile(`W\* n\nq\n(\S+) 0 0 \S+ 0 0 cm`)

// Scale returns by how much the engine has scaled down a document that is wider than its page, rounded up to a thousandth.
func Scale(pdf []byte) (float64, error) {
	f, err := object.Open(pdf)
	if err != nil {
		return 0, fmt.Errorf("open what wkhtmltopdf wrote: %w", err)
	}
	for _, page := range f.Array(f.Dict(f.Catalog()["Pages"])["Kids"]) {
		content, _ := f.Get(f.Dict(page)["Contents"]).(object.Stream)
		if unit := unitOfPage.FindSubmatch(f.Decode(content)); unit != nil {
			if size, _ := object.Number(unit[1]); size > 0 {
				return math.Ceil(size*zoom*1000) / 1000, f.Err()
			}
		}
	}
	return 1, f.Err()
}
