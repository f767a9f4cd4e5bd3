package comparereport

import (
	"image"
	"image/png"
	"io"
	"sync"
)

// pngEncoder writes PNGs. Safe for concurrent use.
type pngEncoder struct{ buffers pngBuffers }

func (e *pngEncoder) encode(to io.Writer, picture image.Image) error {
	encoder := png.Encoder{CompressionLevel: png.BestSpeed, BufferPool: &e.buffers}
	return encoder.Encode(to, picture)
}

// pngBuffers is a png.EncoderBufferPool for concurrent use.
type pngBuffers struct{ pool sync.Pool }

// Get gives a used buffer, or nil.
func (b *pngBuffers) Get() *png.EncoderBuffer {
	buffer, _ := b.pool.Get().(*png.EncoderBuffer)
	return buffer
}

// Put keeps a buffer for the next picture.
func (b *pngBuffers) Put(buffer *png.EncoderBuffer) { b.pool.Put(buffer) }
