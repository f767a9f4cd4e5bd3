package ports

import (
	"context"
	"image"
	"iter"

	"platen/domain"
)

// Rasterizer draws and reads finished PDFs. PDFs may come from anywhere: a hostile one takes bounded time and memory, and
// results in an error. Safe for concurrent use.
type Rasterizer interface {
	// Read returns the words with their places, the fonts and the links. An error means that the bytes are no PDF that
	// can be read, or that ctx ended.
	Read(ctx context.Context, pdf []byte) (domain.Reading, error)
	// Pages yields one picture for each page, in order, as pages are drawn: only the pictures that the caller keeps
	// stay in memory. They are opaque, on white, and belong to the caller. An error ends the sequence; leaving the loop
	// early ends the work. pdf must not change meanwhile.
	Pages(ctx context.Context, pdf []byte, dpi float64) iter.Seq2[*image.RGBA, error]
	// Region draws a part of a page, counted from 1.
	Region(ctx context.Context, pdf []byte, page int, region domain.Rect, dpi float64) (*image.RGBA, error)
}
