package comparereport_test

import (
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/comparereport"
	"platen/domain/comparison"
)

// TestPicturesKeepEveryColour: a picture of 256 colours is stored with a palette, one of more without, and each has its pixels.
func TestPicturesKeepEveryColour(t *testing.T) {
	for _, colours := range []int{1, 2, 16, 17, 256, 257, 3000} {
		folder := t.TempDir()
		writer, err := comparereport.New(folder)
		require.NoError(t, err)
		picture := image.NewRGBA(image.Rect(0, 0, 64, 61))
		for k := range 64 * 61 {
			n := k % colours
			picture.SetRGBA(k%64, k/64, color.RGBA{uint8(n), uint8(7 * n), uint8(n >> 8), 255})
		}
		require.NoError(t, writer.Picture(t.Context(), comparison.Picture{Document: "d", Engine: "e", Page: 2, Kind: comparison.DrawnPage, Image: picture}))
		finish(t, writer, "")
		require.NoError(t, writer.Close())
		file, err := os.Open(filepath.Join(folder, comparereport.PictureName("d", "e", 2, comparison.DrawnPage)))
		require.NoError(t, err)
		stored, err := png.Decode(file)
		require.NoError(t, err)
		require.NoError(t, file.Close())
		_, palette := stored.(*image.Paletted)
		require.Equal(t, colours <= 256, palette, "%d colours", colours)
		for k := range 64 * 61 {
			require.Equal(t, picture.At(k%64, k/64), color.RGBAModel.Convert(stored.At(k%64, k/64)), "%d colours", colours)
		}
	}
}

// TestHeatMapsKeepTransparency: a heat map is laid over a page.
func TestHeatMapsKeepTransparency(t *testing.T) {
	folder := t.TempDir()
	writer, err := comparereport.New(folder)
	require.NoError(t, err)
	heat := image.NewPaletted(image.Rect(0, 0, 33, 9), color.Palette{color.RGBA{}, color.RGBA{R: 200, A: 255}})
	heat.SetColorIndex(32, 8, 1)
	require.NoError(t, writer.Picture(t.Context(), comparison.Picture{Document: "d", Engine: "e", Page: 1, Kind: comparison.HeatMap, Image: heat}))
	finish(t, writer, "")
	require.NoError(t, writer.Close())
	file, err := os.Open(filepath.Join(folder, comparereport.PictureName("d", "e", 1, comparison.HeatMap)))
	require.NoError(t, err)
	defer file.Close()
	stored, err := png.Decode(file)
	require.NoError(t, err)
	require.Equal(t, heat.Bounds(), stored.Bounds())
	for y := range 9 {
		for x := range 33 {
			require.Equal(t, color.RGBAModel.Convert(heat.At(x, y)), color.RGBAModel.Convert(stored.At(x, y)))
		}
	}
}
