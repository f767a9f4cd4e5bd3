package integration_test

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/ports/rendertest"
)

// site is a web server on loopback for the resources of documents, which records its requests.
type site struct {
	*httptest.Server
	http.ServeMux

	mu    sync.Mutex
	asked []*http.Request
}

// other paths are a 404 until a test adds them.
// anything else is a 404 until a test puts it there.
func openSite(t testing.TB) *site {
	t.Helper()
	s := &site{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.asked = append(s.asked, r.Clone(r.Context()))
		s.mu.Unlock()
		s.ServeHTTP(w, r)
	}))
	t.Cleanup(func() {
		s.CloseClientConnections()
		s.Close()
	})
	s.put("/green.png", "image/png", greenPNG())
	s.put("/square.ttf", "font/ttf", rendertest.SquareFont())
	s.put("/green.css", "text/css", []byte(".block{background:#008000}"))
	return s
}

// put serves something at a path.
func (s *site) put(path, contentType string, content []byte) {
	s.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.Header().Set("Access-Control-Allow-Origin", "*")
		_, _ = w.Write(content)
	})
}

// hold serves the green image at a path after release is closed. It announces every request for it.
func (s *site) hold(path string) (asked chan struct{}, release chan struct{}) {
	asked, release = make(chan struct{}, 100), make(chan struct{})
	s.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
		asked <- struct{}{}
		select {
		case <-release:
			w.Header().Set("Content-Type", "image/png")
			_, _ = w.Write(greenPNG())
		case <-r.Context().Done():
		}
	})
	return asked, release
}

// visits are the requests for paths with that prefix.
func (s *site) visits(prefix string) (found []*http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.asked {
		if strings.HasPrefix(r.URL.Path, prefix) {
			found = append(found, r)
		}
	}
	return found
}

// host is the site's host:port, for egress.allow.
func (s *site) host() string { return s.Listener.Addr().String() }

// allowed is the setting that lets documents reach the site.
func (s *site) allowed() string { return "PLATEN_EGRESS_ALLOW=" + s.host() }

var (
	red   = color.RGBA{R: 0xff, A: 0xff}
	green = color.RGBA{G: 0x80, A: 0xff}
)

func greenPNG() []byte {
	picture := image.NewRGBA(image.Rect(0, 0, 8, 8))
	draw.Draw(picture, picture.Bounds(), image.NewUniform(green), image.Point{}, draw.Src)
	var out bytes.Buffer
	if err := png.Encode(&out, picture); err != nil {
		panic(err)
	}
	return out.Bytes()
}

func dataURL(contentType string, content []byte) string {
	return "data:" + contentType + ";base64," + base64.StdEncoding.EncodeToString(content)
}

// content is what the site serves at a path.
func (s *site) content(t testing.TB, path string) []byte {
	recorder := httptest.NewRecorder()
	s.ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, path, nil))
	require.Equal(t, http.StatusOK, recorder.Code)
	return recorder.Body.Bytes()
}

// noisePNG is an image that does not compress, always the same.
func noisePNG(side int) []byte {
	picture := image.NewGray(image.Rect(0, 0, side, side))
	_, _ = rand.NewChaCha8([32]byte{}).Read(picture.Pix)
	var out bytes.Buffer
	if err := png.Encode(&out, picture); err != nil {
		panic(err)
	}
	return out.Bytes()
}
