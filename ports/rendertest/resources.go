package rendertest

import (
	"context"
	"encoding/base64"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
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
// engine. integration/contract_resources_test.go has more kinds of them.
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
	t.Run("refused", s.refused)
}

// refused checks that resources that the engine itself refuses to request are reported, with their own document only.
func (s *suite) refused(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.svg")
	require.NoError(t, os.WriteFile(file, []byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`), 0o600))
	local := (&url.URL{Scheme: "file", Path: file}).String()
	for name, tt := range map[string]struct{ body, url string }{
		"local image":             {`<img src="` + local + `?secret">`, local},
		"local background":        {`<p style="background:url(` + local + `)">x`, local},
		"local frame":             {`<iframe src="` + local + `"></iframe>`, local},
		"local object":            {`<object data="` + local + `"></object>`, local},
		"another scheme":          {`<img src="unheardof://nowhere/x.png?secret">`, "unheardof://nowhere/x.png"},
		"another protocol's port": {`<img src="http://127.0.0.1:1/x.png?secret"><a href="http://127.0.0.1:22/">link</a>`, "http://127.0.0.1:1/x.png"},
		"such a port in a style":  {`<p style="background:url(http://127.0.0.1:25/x.png?secret)">x`, "http://127.0.0.1:25/x.png"},
	} {
		t.Run(name, func(t *testing.T) {
			failed := s.render(t, document("", tt.body)).Traffic.Failed
			require.Len(t, failed, 1)
			require.Equal(t, tt.url, failed[0].URL)
			require.Contains(t, failed[0].Reason, "refused")
			require.Empty(t, s.render(t, document("", "Nothing")).Traffic.Failed)
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
