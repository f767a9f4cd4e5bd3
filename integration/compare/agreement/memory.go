package main

import (
	"context"
	"image"
	"iter"
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"

	"platen/app/compare/pictures"
	"platen/domain"
	"platen/ports"
)

// memory is a Rasterizer for a Comparer that reads and draws each of the last PDFs once: most pairs in a row have a side in common.
type memory struct {
	ports.Rasterizer
	last *lru.Cache[string, *seen]
}

// seen is what a PDF has. It is read and drawn when that is asked for first.
type seen struct {
	reading func() (domain.Reading, error)
	pages   func() ([]*image.RGBA, error)
}

func newMemory(of ports.Rasterizer) memory {
	last, _ := lru.New[string, *seen](4) // the sides of two pairs, as two are compared at once; the error is of other sizes
	return memory{of, last}
}

func (m memory) of(ctx context.Context, pdf []byte) *seen {
	if s, known := m.last.Get(string(pdf)); known {
		return s
	}
	s := &seen{
		reading: sync.OnceValues(func() (domain.Reading, error) { return m.Rasterizer.Read(ctx, pdf) }),
		pages: sync.OnceValues(func() (all []*image.RGBA, err error) {
			for picture, err := range m.Rasterizer.Pages(ctx, pdf, pictures.DPI) {
				if err != nil {
					return nil, err
				}
				all = append(all, picture)
			}
			return all, nil
		}),
	}
	m.last.Add(string(pdf), s)
	return s
}

// Read reads a PDF.
func (m memory) Read(ctx context.Context, pdf []byte) (domain.Reading, error) {
	return m.of(ctx, pdf).reading()
}

// Pages draws a PDF at the resolution of comparisons. The pictures, which a Comparer does not change, stay this Rasterizer's.
func (m memory) Pages(ctx context.Context, pdf []byte, _ float64) iter.Seq2[*image.RGBA, error] {
	return func(yield func(*image.RGBA, error) bool) {
		all, err := m.of(ctx, pdf).pages()
		for _, picture := range all {
			if !yield(picture, nil) {
				return
			}
		}
		if err != nil {
			yield(nil, err)
		}
	}
}
