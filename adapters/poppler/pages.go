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

// Pages streams the pictures of pdftoppm.
func (r *Rasterizer) Pages(ctx context.Context, pdf []byte, dpi float64) iter.Seq2[*image.RGBA, error] {
	return r.draw(ctx, pdf, dpi)
}

// Region draws one picture with pdftoppm.
func (r *Rasterizer) Region(ctx context.Context, pdf []byte, page int, region domain.Rect, dpi float64) (*image.RGBA, error) {
	number, at := strconv.Itoa(page), func(l domain.Length) string { return strconv.Itoa(int(math.Round(l.Inches() * dpi))) }
	for picture, err := range r.draw(ctx, pdf, dpi, "-f", number, "-l", number,
		"-x", at(region.Left), "-y", at(region.Top), "-W", at(region.Width()), "-H", at(region.Height())) {
		return picture, err
	}
	return nil, errors.New("draw a part of the PDF: pdftoppm drew nothing")
}

// draw runs pdftoppm, which writes portable pixmaps, one after the other.
func (r *Rasterizer) draw(ctx context.Context, pdf []byte, dpi float64, arguments ...string) iter.Seq2[*image.RGBA, error] {
	arguments = append(arguments, "-cropbox", "-r", strconv.FormatFloat(dpi, 'f', -1, 64), "-")
	return func(yield func(*image.RGBA, error) bool) {
		err := r.run(ctx, pdf, func(out io.Reader) error {
			stream := bufio.NewReaderSize(out, 1<<18)
			for {
				picture, err := r.readPicture(stream)
				switch {
				case errors.Is(err, io.EOF):
					return nil
				case err != nil:
					return err
				case !yield(picture, nil):
					return errEnough
				}
			}
		}, "pdftoppm", arguments...)
		if err != nil {
			yield(nil, fmt.Errorf("draw the PDF: %w", err))
		}
	}
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
		return nil, errors.New("it wrote no pixmap")
	}
	if width < 1 || height < 1 || width > r.config.MaxPixels/height {
		return nil, fmt.Errorf("a page has %d × %d pixels, more than the %d allowed", width, height, r.config.MaxPixels)
	}
	picture := image.NewRGBA(image.Rect(0, 0, width, height))
	line := make([]byte, 3*width+1) // a pixel is read with the byte after it
	for y := range height {
		if _, err := io.ReadFull(stream, line[:3*width]); err != nil {
			return nil, errors.New("it ended within a page")
		}
		row := picture.Pix[y*picture.Stride:][:4*width]
		for x := range width {
			binary.LittleEndian.PutUint32(row[4*x:], binary.LittleEndian.Uint32(line[3*x:])|opaque)
		}
	}
	return picture, nil
}
