package poppler

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"io"
	"iter"
	"math"
	"strconv"

	"platen/domain"
)

// Pages streams pdftoppm's pictures: portable pixmaps, one after the other, on its standard output.
func (r *Rasterizer) Pages(ctx context.Context, pdf []byte, dpi float64) iter.Seq2[*image.RGBA, error] {
	return func(yield func(*image.RGBA, error) bool) {
		t, err := r.start(ctx, pdf, "pdftoppm", "-r", strconv.FormatFloat(dpi, 'f', -1, 64), pdfPath)
		if err != nil {
			yield(nil, fmt.Errorf("draw the PDF: %w", err))
			return
		}
		stream := bufio.NewReaderSize(t.out, 1<<18)
		for {
			picture, err := r.readPicture(stream)
			if err == nil {
				if !yield(picture, nil) {
					_ = t.stop()
					return
				}
				continue
			}
			if errors.Is(err, io.EOF) {
				err = t.finish(ctx, r.config.Timeout)
			} else {
				err = errors.Join(ctx.Err(), err, t.stop())
			}
			if err != nil {
				yield(nil, fmt.Errorf("draw the PDF: %w", err))
			}
			return
		}
	}
}

// Region draws one picture with pdftoppm.
func (r *Rasterizer) Region(ctx context.Context, pdf []byte, page int, region domain.Rect, dpi float64) (*image.RGBA, error) {
	number, at := strconv.Itoa(page), func(l domain.Length) string { return strconv.Itoa(int(math.Round(l.Inches() * dpi))) }
	t, err := r.start(ctx, pdf, "pdftoppm", "-r", strconv.FormatFloat(dpi, 'f', -1, 64), "-f", number, "-l", number,
		"-x", at(region.Left), "-y", at(region.Top), "-W", at(region.Width()), "-H", at(region.Height()), pdfPath)
	if err != nil {
		return nil, fmt.Errorf("draw a part of the PDF: %w", err)
	}
	picture, err := r.readPicture(bufio.NewReader(t.out))
	if err != nil {
		return nil, fmt.Errorf("draw a part of the PDF: %w", errors.Join(ctx.Err(), err, t.stop()))
	}
	return picture, t.finish(ctx, r.config.Timeout)
}

// opaque is the alpha of a pixel, read as a little-endian number.
const opaque = 0xff << 24

// readPicture reads one pixmap (netpbm's format P6 with 8 bits a sample). io.EOF means that there is none.
func (r *Rasterizer) readPicture(stream *bufio.Reader) (*image.RGBA, error) {
	magic, err := stream.ReadString('\n')
	if err != nil {
		if magic != "" {
			err = io.ErrUnexpectedEOF
		}
		return nil, err
	}
	var width, height, depth int
	if _, err := fmt.Fscanf(stream, "%d %d\n%d\n", &width, &height, &depth); err != nil || magic != "P6\n" || depth != 255 {
		return nil, errors.New("pdftoppm wrote no pixmap")
	}
	if width < 1 || height < 1 || width > r.config.MaxPixels/height {
		return nil, fmt.Errorf("a page has %d × %d pixels, more than the %d allowed", width, height, r.config.MaxPixels)
	}
	picture := image.NewRGBA(image.Rect(0, 0, width, height))
	line := make([]byte, 3*width+1) // a pixel is read with the byte after it
	for y := range height {
		if _, err := io.ReadFull(stream, line[:3*width]); err != nil {
			return nil, errors.New("pdftoppm ended within a page")
		}
		row := picture.Pix[y*picture.Stride:][:4*width]
		for x := range width {
			binary.LittleEndian.PutUint32(row[4*x:], binary.LittleEndian.Uint32(line[3*x:])|opaque)
		}
	}
	return picture, nil
}
