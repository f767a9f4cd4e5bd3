package engines_test

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/ports/rendertest"
)

// site is a web server on loopback: /green.png, /square.ttf, /print.css with styles for print only, /width.css with styles for an A4
// page, and /page.css with page rules.
type site struct{ *httptest.Server }

func openSite(t *testing.T) *site {
	t.Helper()
	pixel := image.NewRGBA(image.Rect(0, 0, 1, 1))
	pixel.Set(0, 0, green)
	var picture bytes.Buffer
	require.NoError(t, png.Encode(&picture, pixel))
	mux := http.NewServeMux()
	for path, content := range map[string]struct {
		kind string
		data []byte
	}{
		"/green.png":  {"image/png", picture.Bytes()},
		"/square.ttf": {"font/ttf", rendertest.SquareFont()},
		"/print.css":  {"text/css", []byte(`@media print{.x{background:url(green.png)} p{font:20mm/1 Square;color:#008000;margin:0}}`)},
		"/page.css":   {"text/css", []byte(`@page{size:A5;margin:20mm 30mm}`)},
		"/width.css":  {"text/css", []byte(`@media (min-width:700px) and (max-width:740px){.x{background:#008000}}`)},
	} {
		mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", content.kind)
			w.Header().Set("Access-Control-Allow-Origin", "*")
			_, _ = w.Write(content.data)
		})
	}
	s := &site{httptest.NewServer(mux)}
	t.Cleanup(s.Close)
	return s
}

// allowed is the setting that lets documents reach the site.
func (s *site) allowed() string { return "PLATEN_EGRESS_ALLOW=" + s.Listener.Addr().String() }

var green = color.RGBA{G: 0x80, A: 0xff}

// paper is a size in millimetres.
func paper(width, height float64) domain.Size {
	return domain.Size{Width: domain.Length(width) * mm, Height: domain.Length(height) * mm}
}

// box is a region of a page in millimetres.
func box(left, top, right, bottom float64) domain.Rect {
	return domain.Rect{Left: domain.Length(left) * mm, Top: domain.Length(top) * mm, Right: domain.Length(right) * mm, Bottom: domain.Length(bottom) * mm}
}
