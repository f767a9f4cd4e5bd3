package remote

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"strconv"

	"platen/domain"
	"platen/ports"
)

// NewGotenberg makes a Source of a Gotenberg: the form of its Chromium module that converts HTML, asked for a paper and margins where
// the document sets none. Requests must be filled, and have their css in the html. An error means that the URL is invalid.
//
// https://gotenberg.dev/docs/convert-with-chromium/convert-html-to-pdf
func NewGotenberg(config Config, paper domain.Size, margins domain.Margins) (*Source, error) {
	inches := func(l domain.Length) string { return strconv.FormatFloat(l.Inches(), 'f', 4, 64) }
	fields := [][2]string{
		{"paperWidth", inches(paper.Width)}, {"paperHeight", inches(paper.Height)},
		{"marginTop", inches(margins.Top)}, {"marginBottom", inches(margins.Bottom)},
		{"marginLeft", inches(margins.Left)}, {"marginRight", inches(margins.Right)},
		{"printBackground", "true"}, {"preferCssPageSize", "true"},
	}
	return open(config, "/forms/chromium/convert/html", func(sample ports.Sample, header http.Header) []byte {
		var body bytes.Buffer
		form := multipart.NewWriter(&body)
		// A buffer takes all that is written.
		for _, f := range fields {
			_ = form.WriteField(f[0], f[1])
		}
		for _, file := range [][2]string{
			{"index.html", sample.Request.HTML}, {"header.html", sample.Request.HeaderHTML}, {"footer.html", sample.Request.FooterHTML},
		} {
			if file[1] != "" {
				part, _ := form.CreateFormFile("files", file[0])
				_, _ = part.Write([]byte(file[1]))
			}
		}
		_ = form.Close() // which writes the end
		header.Set("Content-Type", form.FormDataContentType())
		return body.Bytes()
	})
}
