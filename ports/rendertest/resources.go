package rendertest

import (
	"context"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/ports"
	"platen/ports/pdfcheck"
)

func dataURI(contentType string, content []byte) string {
	return "data:" + contentType + ";base64," + base64.StdEncoding.EncodeToString(content)
}

// resources checks that resources are loaded before the page is printed: it holds them back while another document is printed on the same
// engine. integration/contract_resources_test.go has more kinds of them, and integration/network_test.go those that engines refuse.
func (s *suite) resources(t *testing.T) {
	const (
		image = `<img src="%s" style="display:block;width:20mm;height:20mm">`
		style = `<link rel=stylesheet href="%s"><div class=block style="width:20mm;height:20mm"></div>`
		font  = `<style>@font-face{font-family:Late;src:url("%s")}</style><div style="font:20mm/1 Late;color:#008000">X</div>`
	)
	for _, tt := range []struct {
		name, body, contentType string
		content                 []byte
	}{
		{"image", image, "image/png", pngOf(green)},
		{"style sheet", style, "text/css", []byte(`.block{background:#008000}`)},
		{"font", font, "font/ttf", SquareFont()},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := "/late/" + strings.ReplaceAll(tt.name, " ", "-")
			s.site.serve(path, tt.contentType, tt.content)
			asked, release := s.site.hold(path)
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			done := s.begin(ctx, document("", fmt.Sprintf(tt.body, s.site.url(path))))
			awaitRequest(t, asked, done)
			s.render(t, document("", "<p>meanwhile</p>"))
			close(release)
			got := <-done
			require.NoError(t, got.err)
			pdfcheck.In(t, got.pdf.Content, pdfcheck.PaintedAt(1, green, square, 1*mm))
		})
	}
}

// result is the result of a render.
type result struct {
	pdf domain.PDF
	err error
}

// begin renders in a goroutine.
func (s *suite) begin(ctx context.Context, job domain.PrintJob) <-chan result {
	done := make(chan result, 1)
	go func() {
		pdf, err := s.engine.Render(ctx, job, ports.RenderOptions{})
		done <- result{pdf, err}
	}()
	return done
}

// traffic checks that traffic is reported per document, and that failed resources affect nothing else.
func (s *suite) traffic(t *testing.T) {
	s.site.serve("/green.png", "image/png", pngOf(green))
	dead := "http://" + DeadAddress(t)
	t.Run("failed resources are told, and the document comes", func(t *testing.T) {
		body := `<p>Text</p><img src="` + s.site.url("/green.png") + `"><img src="` + s.site.url("/missing.png?key=secret") + `"><img src="` + dead + `/refused.png">`
		pdf := s.check(t, document(`<link rel=stylesheet href="`+s.site.url("/missing.css")+`">`, body), pdfcheck.Text("Text"))
		require.Equal(t, 4, pdf.Traffic.Requests)
		var urls []string
		for _, f := range pdf.Traffic.Failed {
			urls = append(urls, f.URL)
			require.NotEmpty(t, f.Reason, f.URL)
		}
		require.ElementsMatch(t, []string{s.site.url("/missing.png"), s.site.url("/missing.css"), dead + "/refused.png"}, urls)
	})
	t.Run("each document has its own", func(t *testing.T) {
		with := document("", `<img src="`+s.site.url("/green.png")+`">`)
		for range 4 {
			require.Equal(t, domain.Traffic{Requests: 1}, s.render(t, with).Traffic)
			require.Zero(t, s.render(t, document("", "<p>none</p>")).Traffic)
		}
	})
	t.Run("is part of its document's scope", func(t *testing.T) {
		with := document("", `<img src="`+s.site.url("/green.png")+`">`)
		scope := new(Scope)
		s.renderWith(t, with, ports.RenderOptions{Scope: scope})
		s.render(t, document("", `<img src="`+s.site.url("/green.png")+`">`)) // of another document
		s.renderWith(t, with, ports.RenderOptions{Scope: scope})
		require.Equal(t, 2, scope.Requests())
	})
}

// ownRequests checks that the engine requests style sheets as it says of itself. The service requests some for it.
func (s *suite) ownRequests(t *testing.T) {
	s.site.serve("/own.css", "text/css", nil)
	s.render(t, document(`<link rel=stylesheet href="`+s.site.url("/own.css")+`">`, ""))
	requests := s.site.requests("/own.css")
	require.Len(t, requests, 1)
	header, info := requests[0].Header, s.engine.Info()
	require.NotEmpty(t, info.UserAgent)
	require.Equal(t, info.UserAgent, header.Get("User-Agent"))
	require.Equal(t, info.AcceptLanguage, header.Get("Accept-Language"))
	require.Equal(t, "text/css,*/*;q=0.1", header.Get("Accept"))
}
