package pictures_test

import (
	"image"
	"image/draw"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/app/compare/pictures"
)

// Codes that are painted as rectangles side by side have seams, which say nothing.
func TestSeamsOfCodes(t *testing.T) {
	const n, pitch = 15, 24
	code := func(seams bool) *image.RGBA {
		picture := image.NewRGBA(image.Rect(0, 0, (n+2)*pitch, (n+2)*pitch))
		draw.Draw(picture, picture.Bounds(), image.White, image.Point{}, draw.Src)
		random := rand.New(rand.NewPCG(1, 1))
		for y := range n {
			for x := range n {
				if random.IntN(2) == 0 || y == 0 || x == 0 && y < n/2 {
					module := image.Rect(0, 0, pitch, pitch).Add(image.Pt((x+1)*pitch, (y+1)*pitch))
					draw.Draw(picture, module, image.Black, image.Point{}, draw.Src)
				}
			}
			for x := range n {
				if seams {
					seam := image.Rect(0, 0, 1, pitch).Add(image.Pt((x+1)*pitch, (y+1)*pitch))
					draw.Draw(picture, seam, image.White, image.Point{}, draw.Src)
				}
			}
		}
		return picture
	}
	clean, ok := pictures.ReadPattern(code(false))
	require.True(t, ok)
	seamed, ok := pictures.ReadPattern(code(true))
	require.True(t, ok)
	require.True(t, clean.Equal(seamed))
}
