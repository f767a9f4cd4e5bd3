package rendertest

import (
	"bytes"
	_ "embed" // of the font
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// site is a web server on loopback that records its requests.
type site struct {
	server *httptest.Server

	mu       sync.Mutex
	handlers map[string]http.HandlerFunc
	asked    []*http.Request
}

func openSite(t testing.TB) *site {
	s := &site{handlers: map[string]http.HandlerFunc{}}
	s.server = httptest.NewServer(s)
	t.Cleanup(func() {
		s.server.CloseClientConnections()
		s.server.Close()
	})
	return s
}

// url is the address of a path, which begins with a slash.
func (s *site) url(path string) string { return s.server.URL + path }

// serve sets the content of a path.
func (s *site) serve(path, contentType string, content []byte) {
	s.handle(path, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		// Fonts are loaded only from origins that allow it.
		w.Header().Set("Access-Control-Allow-Origin", "*")
		_, _ = w.Write(content)
	})
}

func (s *site) handle(path string, handler http.HandlerFunc) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.handlers[path] = handler
}

// hold makes a path announce its requests and hold them until the second channel is closed. Then they get what the path served before.
func (s *site) hold(path string) (asked <-chan struct{}, release chan struct{}) {
	told, release := make(chan struct{}, 99), make(chan struct{})
	answer := s.handler(path)
	s.handle(path, func(w http.ResponseWriter, r *http.Request) {
		told <- struct{}{}
		select {
		case <-release:
		case <-r.Context().Done():
		}
		answer(w, r)
	})
	return told, release
}

// handler is that of a path. Unknown paths are answered with 404.
func (s *site) handler(path string) http.HandlerFunc {
	s.mu.Lock()
	defer s.mu.Unlock()
	if handler := s.handlers[path]; handler != nil {
		return handler
	}
	return http.NotFound
}

// ServeHTTP answers a request, and remembers it.
func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.asked = append(s.asked, r.Clone(r.Context()))
	s.mu.Unlock()
	s.handler(r.URL.Path)(w, r)
}

// requests returns the requests for paths with that prefix.
func (s *site) requests(prefix string) (found []*http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.asked {
		if strings.HasPrefix(r.URL.Path, prefix) {
			found = append(found, r)
		}
	}
	return found
}

// DeadAddress is a host:port on which nothing listens. A socket that does not listen keeps it until the test ends, since the
// system would soon give a free one to another program.
func DeadAddress(t testing.TB) string {
	t.Helper()
	socket, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM, 0)
	require.NoError(t, err)
	syscall.CloseOnExec(socket)
	t.Cleanup(func() { _ = syscall.Close(socket) })
	require.NoError(t, syscall.Bind(socket, &syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}))
	name, err := syscall.Getsockname(socket)
	require.NoError(t, err)
	address, is := name.(*syscall.SockaddrInet4)
	require.True(t, is)
	return fmt.Sprintf("127.0.0.1:%d", address.Port)
}

var green = color.RGBA{G: 0x80, A: 0xff}

// pngOf is an image of 16 × 16 pixels in one colour.
func pngOf(c color.Color) []byte {
	picture := image.NewRGBA(image.Rect(0, 0, 16, 16))
	draw.Draw(picture, picture.Bounds(), image.NewUniform(c), image.Point{}, draw.Src)
	return encoded(picture)
}

// noise is an image of random pixels, always the same.
func noise(side int) []byte {
	picture := image.NewGray(image.Rect(0, 0, side, side))
	_, _ = rand.NewChaCha8([32]byte{}).Read(picture.Pix)
	return encoded(picture)
}

func encoded(picture image.Image) []byte {
	var out bytes.Buffer
	// A buffer takes all that is written, and the encoder has no other error for such an image.
	_ = png.Encode(&out, picture)
	return out.Bytes()
}

//go:embed square.ttf
var squareFont []byte

// SquareFont is a TrueType font in which every printable ASCII character is a filled square of one em, and the space is
// empty: a word of n letters is a solid bar, n times as long as the font size. So a picture shows whether the font was
// loaded.
func SquareFont() []byte { return squareFont }
