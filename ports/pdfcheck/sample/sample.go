// Package sample makes small PDFs from their objects, for tests of what reads or changes PDFs.
package sample

import (
	"bytes"
	"fmt"
	"strings"
)

// File writes a PDF of the given objects, numbered from 1, the first of which is the catalog. The number of an empty object
// stays free. trailer is added to the trailer's entries.
func File(trailer string, objects ...string) []byte {
	var out bytes.Buffer
	out.WriteString("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
	offsets := make([]int, len(objects))
	for i, object := range objects {
		if offsets[i] = out.Len(); object != "" {
			fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", i+1, object)
		}
	}
	table := out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for i, offset := range offsets {
		if objects[i] == "" {
			out.WriteString("0000000000 00000 f \n")
			continue
		}
		fmt.Fprintf(&out, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(&out, "trailer\n<</Size %d /Root 1 0 R %s>>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, trailer, table)
	return out.Bytes()
}

// Stream writes a stream object; entries are added to its dictionary.
func Stream(entries, content string) string {
	return fmt.Sprintf("<</Length %d %s>>\nstream\n%s\nendstream", len(content), entries, content)
}

// Page describes a page for Pages.
type Page struct {
	// MediaBox is the page's box; zero: A4.
	MediaBox [4]float64
	// Entries are added to the page's dictionary, as in "/Rotate 90".
	Entries string
	// Content is the content stream; /F1 is Helvetica.
	Content string
	// Links are annotations: rectangles in PDF order (left, bottom, right, top) and addresses.
	Links []Link
}

// Link is a link annotation of a Page.
type Link struct {
	Rect [4]float64
	URI  string
}

// A4 is the box of a page, in points.
var A4 = [4]float64{0, 0, 595, 842}

// Text is the content that writes one line of Helvetica at a point, counted from the bottom left.
func Text(x, y, size float64, text string) string {
	return fmt.Sprintf("BT /F1 %g Tf %g %g Td (%s) Tj ET\n", size, x, y, text)
}

// Box is the content that fills a rectangle with a colour, red, green and blue from 0 to 1.
func Box(x, y, width, height, r, g, b float64) string {
	return fmt.Sprintf("q %g %g %g rg %g %g %g %g re f Q\n", r, g, b, x, y, width, height)
}

// Pages writes a PDF of pages. Its title is "A sample".
func Pages(pages ...Page) []byte {
	objects := []string{
		"<</Type /Catalog /Pages 2 0 R>>",
		"",
		"<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>",
		"<</Title (A sample)>>",
	}
	var kids strings.Builder
	for _, p := range pages {
		if p.MediaBox == ([4]float64{}) {
			p.MediaBox = A4
		}
		first := len(objects) + 1
		fmt.Fprintf(&kids, "%d 0 R ", first)
		objects = append(objects,
			fmt.Sprintf("<</Type /Page /Parent 2 0 R /MediaBox %s /Resources <</Font <</F1 3 0 R>>>> /Contents %d 0 R /Annots [%s] %s>>",
				array(p.MediaBox), first+1, annotations(p.Links), p.Entries),
			Stream("", p.Content))
	}
	objects[1] = fmt.Sprintf("<</Type /Pages /Count %d /Kids [%s]>>", len(pages), kids.String())
	return File("/Info 4 0 R", objects...)
}

func annotations(links []Link) string {
	var out strings.Builder
	for _, l := range links {
		fmt.Fprintf(&out, "<</Type /Annot /Subtype /Link /Rect %s /Border [0 0 0] /A <</S /URI /URI (%s)>>>>", array(l.Rect), l.URI)
	}
	return out.String()
}

func array(box [4]float64) string {
	return fmt.Sprintf("[%g %g %g %g]", box[0], box[1], box[2], box[3])
}
