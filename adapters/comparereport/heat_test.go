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

// TestHeatMapsKeepTransparency: a heat map is laid over a page.
func TestHeatMapsKeepTransparency(t *testing.T) {
	folder := t.TempDir()
	writer, err := comparereport.New(folder)
	require.NoError(t, err)
	heat := image.NewPaletted(image.Rect(0, 0, 33, 9), color.Palette{color.RGBA{}, color.RGBA{R: 200, A: 255}})
	heat.SetColorIndex(32, 8, 1)
	require.NoError(t, writer.Picture(comparison.Picture{Document: "d", Engine: "e", Page: 1, Kind: comparison.HeatMap, Image: heat}))
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
