package chrome_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"
)

// site is a web server on loopback.
type site struct {
	server *httptest.Server
	mux    *http.ServeMux

	mu     sync.Mutex
	colour color.Color
}

// openSite serves /colour.png and /style.css, which are of the colour of the moment and may be cached;
// /cookie.png and /referrer.png, which are red for those who bring one; and /slow.png, which
// takes as long as its query says.
func openSite(t testing.TB) *site {
	s := &site{mux: http.NewServeMux(), colour: green}
	s.server = httptest.NewServer(s.mux)
	t.Cleanup(s.server.Close)
	s.mux.HandleFunc("/colour.png", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Cache-Control", "max-age=3600")
		sendPNG(w, s.painted())
	})
	s.mux.HandleFunc("/style.css", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Cache-Control", "max-age=3600")
		w.Header().Set("Content-Type", "text/css")
		r, g, b, _ := s.painted().RGBA()
		fmt.Fprintf(w, "p{color:rgb(%d,%d,%d)}", r>>8, g>>8, b>>8)
	})
	s.mux.HandleFunc("/cookie.png", func(w http.ResponseWriter, r *http.Request) {
		http.SetCookie(w, &http.Cookie{Name: "seen", Value: "before", MaxAge: 3600, Secure: true, SameSite: http.SameSiteNoneMode})
		w.Header().Set("Cache-Control", "no-store")
		sendPNG(w, choose(len(r.Cookies()) > 0))
	})
	s.mux.HandleFunc("/referrer.png", func(w http.ResponseWriter, r *http.Request) {
		sendPNG(w, choose(r.Referer() != ""))
	})
	s.mux.HandleFunc("/slow.png", func(w http.ResponseWriter, r *http.Request) {
		wait, err := time.ParseDuration(r.URL.RawQuery)
		if err != nil {
			wait = 500 * time.Millisecond
		}
		select {
		case <-time.After(wait):
		case <-r.Context().Done():
		}
		sendPNG(w, green)
	})
	return s
}

func (s *site) address() string { return s.server.Listener.Addr().String() }

func (s *site) paint(c color.Color) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.colour = c
}

func (s *site) painted() color.Color {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.colour
}

func choose(suspicious bool) color.Color {
	if suspicious {
		return red
	}
	return green
}

func sendPNG(w http.ResponseWriter, c color.Color) {
	w.Header().Set("Content-Type", "image/png")
	_, _ = w.Write(pngOf(c))
}

func pngOf(c color.Color) []byte {
	square := image.NewRGBA(image.Rect(0, 0, 16, 16))
	draw.Draw(square, square.Bounds(), image.NewUniform(c), image.Point{}, draw.Src)
	var out bytes.Buffer
	_ = png.Encode(&out, square) // a buffer takes everything
	return out.Bytes()
}
