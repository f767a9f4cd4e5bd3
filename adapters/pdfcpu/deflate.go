package pdfcpu

import (
	"bytes"
	"compress/zlib"
	"sync"
)

// compressors keeps compressors for the next stream. A new one takes 800 KB of memory and more time than the compression of a document of
// one page.
var compressors = sync.Pool{New: func() any {
	z, _ := zlib.NewWriterLevel(nil, zlib.BestSpeed) // the level is a valid one
	return z
}}

// deflate compresses the content of a stream.
func deflate(content []byte) ([]byte, error) {
	z := compressors.Get().(*zlib.Writer)
	defer compressors.Put(z)
	var out bytes.Buffer
	z.Reset(&out)
	if _, err := z.Write(content); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
