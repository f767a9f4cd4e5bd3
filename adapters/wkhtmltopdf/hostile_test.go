package wkhtmltopdf_test

import (
	"strings"
	"testing"
	"time"

	"platen/adapters/wkhtmltopdf"
)

// Nothing of what a client may send takes more than time in proportion to its size: each of these would take from
// several minutes to days otherwise, and takes seconds now.
func TestNoDocumentIsHardToRead(t *testing.T) {
	const size = 5 << 20
	for name, read := range map[string]func(){
		"blanks between words":  func() { wkhtmltopdf.Edited("<p>א a" + strings.Repeat(" ", size) + "b") },
		"blanks after a number": func() { wkhtmltopdf.Edited("<p>א 1." + strings.Repeat(" ", size) + "1") },
		"accents":               func() { wkhtmltopdf.Edited("<p>א" + strings.Repeat("\u0301", size/2)) },
		"ampersands":            func() { wkhtmltopdf.Edited("<p>א" + strings.Repeat("&aaaaaaaaaaaaaaa", size/16)) },
		"beginnings of attributes": func() {
			wkhtmltopdf.Edited("<p style='" + strings.Repeat("/style=", size/7) + "' " + strings.Repeat("x", size) + ">5vw")
		},
		"attributes of style": func() { wkhtmltopdf.Edited("<p " + strings.Repeat("style='5em' ", size/12) + "style=5vw>") },
		"quotes": func() {
			wkhtmltopdf.Edited(`<p style="5vw" ` + strings.Repeat(`x='" `, size/5) + ">")
		},
		"brackets in a query":  func() { wkhtmltopdf.Edited("<style>@media " + strings.Repeat("(width:", size/7) + ")") },
		"addresses in a style": func() { wkhtmltopdf.Edited("<style>5vw" + strings.Repeat("url(", size/4)) },
		"unclosed tags":        func() { wkhtmltopdf.Edited(strings.Repeat("<base", size/5)) },
		"unclosed comments":    func() { wkhtmltopdf.Edited(strings.Repeat("<!--", size/4)) },
		"unclosed elements":    func() { wkhtmltopdf.Edited(strings.Repeat("<svg><title>", size/12)) },
		"links to one row":     func() { wkhtmltopdf.Edited(strings.Repeat("<a href='#x'><tr id=x>", size/22)) },
		"links of a PDF": func() {
			action := "/A <<\n/Type /Action\n/S /URI\n/URI (about:blank#x)\n>>\n"
			wkhtmltopdf.Finish("<title>T</title><a href='#x'>", []byte(strings.Repeat(action, size/len(action))+"\n/Type /Page\n"), "/tmp/folder")
		},
		"beginnings of links of a PDF": func() {
			wkhtmltopdf.Finish("", []byte(strings.Repeat("/A <<\n/Type /Action\n/S /URI\n/URI (", size/34)), "/tmp/folder")
		},
		"pages of a PDF": func() {
			page := "/A <<\n/Type /Action\n/S /URI\n/URI (x:)\n>>\n\n/Type /Page\n"
			wkhtmltopdf.Finish("", []byte(strings.Repeat(page, size/len(page))), "/tmp/folder")
		},
	} {
		t.Run(name, func(t *testing.T) {
			done := make(chan struct{})
			go func() {
				defer close(done)
				read()
			}()
			select {
			case <-done:
			case <-time.After(2 * time.Minute):
				t.Fatal("it is not read yet")
			}
		})
	}
}
