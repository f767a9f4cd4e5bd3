package features

import (
	"bytes"
	"image"
	"image/png"
)

const (
	// maxThumbnails is the number of pages that are shown of a document of several.
	maxThumbnails = 3
	// croppedWidth and croppedHeight bound the only page of a document, in pixels.
	croppedWidth, croppedHeight = 260, 160
)

// thumbnails shows what is drawn: of a document of one page what is painted on it, otherwise the first pages as a whole.
func (d drawn) thumbnails() (pictures [][]byte) {
	pages, err := d.pages()
	if err != nil {
		return nil
	}
	for _, page := range pages[:min(len(pages), maxThumbnails)] {
		shown := image.Image(page)
		if len(pages) == 1 {
			shown = page.SubImage(painting(page))
		}
		var encoded bytes.Buffer
		encoder := png.Encoder{CompressionLevel: png.BestCompression}
		if encoder.Encode(&encoded, shown) == nil { // it fails only for pictures without pixels
			pictures = append(pictures, encoded.Bytes())
		}
	}
	return pictures
}

// painting is the region of a page that holds what is painted, from its corner on and within bounds; a corner of an empty page.
func painting(page *image.RGBA) image.Rectangle {
	var found image.Rectangle
	white := colours["white"]
	for y := page.Rect.Min.Y; y < page.Rect.Max.Y; y++ {
		for x := page.Rect.Min.X; x < page.Rect.Max.X; x++ {
			if !white(page.RGBAAt(x, y)) {
				found = found.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	found = found.Inset(-4).Intersect(page.Rect)
	found.Max.X, found.Max.Y = min(found.Max.X, found.Min.X+croppedWidth), min(found.Max.Y, found.Min.Y+croppedHeight)
	return found
}
