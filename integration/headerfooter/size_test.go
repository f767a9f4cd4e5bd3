package headerfooter_test

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/jpeg"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNumbersTakeLittleRoom: 100 pages, whose numbers take two prints, with a large logo take at most a tenth more than without numbers.
func TestNumbersTakeLittleRoom(t *testing.T) {
	t.Parallel()
	logo := `<img style="height:12mm" src="data:image/jpeg;base64,` + base64.StdEncoding.EncodeToString(photo(t, 760)) + `">`
	body := strings.Repeat(`<div style="page-break-after:always">x</div>`, 99) + "x"
	for engine, service := range services(t) {
		t.Run(engine, func(t *testing.T) {
			without := service.PDF(t, request{HTML: body, Header: logo}.body(t)).Body
			with := service.PDF(t, request{HTML: body, Header: logo + numbered}.body(t)).Body
			require.Greater(t, len(without), 250<<10, "the logo is not large")
			require.Less(t, float64(len(with)), 1.1*float64(len(without)))
		})
	}
}

// photo is a picture that does not compress well.
func photo(t *testing.T, side int) []byte {
	picture := image.NewGray(image.Rect(0, 0, side, side))
	random := rand.NewChaCha8([32]byte{1})
	_, _ = random.Read(picture.Pix)
	var out bytes.Buffer
	require.NoError(t, jpeg.Encode(&out, picture, &jpeg.Options{Quality: 80}))
	return out.Bytes()
}
