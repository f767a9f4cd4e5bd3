package preview

import (
	"context"
	"image"
	"iter"

	"platen/domain"
	"platen/domain/comparison"
	"platen/ports"
)

// firstPages is a Rasterizer that reads and draws the first MaxPages pages only.
type firstPages struct{ ports.Rasterizer }

func (f firstPages) Read(ctx context.Context, pdf []byte) (domain.Reading, error) {
	reading, err := f.Rasterizer.Read(ctx, pdf)
	reading.Pages = reading.Pages[:min(len(reading.Pages), MaxPages)]
	return reading, err
}

func (f firstPages) Pages(ctx context.Context, pdf []byte, dpi float64) iter.Seq2[*image.RGBA, error] {
	return func(yield func(*image.RGBA, error) bool) {
		drawn := 0
		for picture, err := range f.Rasterizer.Pages(ctx, pdf, dpi) {
			if !yield(picture, err) {
				return
			}
			if drawn++; drawn == MaxPages {
				return
			}
		}
	}
}

// sink is a comparison report that passes pictures on and keeps nothing.
type sink func(comparison.Picture) error

func (s sink) Picture(_ context.Context, picture comparison.Picture) error { return s(picture) }

// PDF keeps nothing.
func (sink) PDF(context.Context, string, string, []byte) error { return nil }

func (s sink) Finish(context.Context, comparison.Summary) error { return nil }
