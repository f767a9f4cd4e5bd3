package security_test

import (
	"bytes"
	"compress/flate"
	"compress/zlib"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
)

// pictures are small files and large images.
func pictures() []greedyDocument {
	// Unpacked, the square takes 169 MB, a quarter more than the bound: of one below it, some releases of Chrome hold no more than it takes.
	huge, square := blankPNG(30_000, 30_000), blankPNG(6500, 6500)
	return []greedyDocument{
		{name: "a PNG of 30,000 by 30,000", document: html(picture("image/png", huge)), chrome: harmless, wkhtmltopdf: harmless},
		{name: "the same by URL", document: html(`<img width=100 src="{canary}/x.png">`), serve: puts("/x.png", "image/png", huge), chrome: harmless, wkhtmltopdf: harmless},
		{name: "a PNG that can be unpacked", document: html(picture("image/png", square)), chrome: fat, wkhtmltopdf: fat},
		{name: "the same one by URL", document: html(`<img width=100 src="{canary}/x.png">`), serve: puts("/x.png", "image/png", square), chrome: fat, wkhtmltopdf: fat},
		{name: "noise", document: html(picture("image/png", noisePNG(800, 600))), chrome: large, wkhtmltopdf: large},
		{name: "10^4 pictures", document: html(each(10_000, `<img src="{canary}/%n.png">`)), chrome: late, wkhtmltopdf: late},
		{name: "40 pictures", document: html(each(40, `<img src="{canary}/%n.png">`)), chrome: starved, wkhtmltopdf: starved},
		{name: "a drawing of 10^8 circles", document: html(laughs()), chrome: late, wkhtmltopdf: late},
		{name: "an image of 10^8 circles", document: html(picture("image/svg+xml", []byte(laughs()))), chrome: late, wkhtmltopdf: late},
		{name: "10^9 laughs", document: html(picture("image/svg+xml", []byte(entities()))), chrome: harmless, wkhtmltopdf: harmless},
		{name: "10^9 laughs in a frame", document: html(`<iframe src="` + data("image/svg+xml", []byte(entities())) + `"></iframe>`), chrome: harmless, wkhtmltopdf: harmless},
		{name: "a filter", document: html(`<svg width=9000 height=9000><filter id=f>` + times(20, `<feTurbulence baseFrequency=".01" numOctaves="1000"/><feGaussianBlur stdDeviation="500"/>`) + `</filter><rect width=9000 height=9000 filter="url(#f)"/></svg>`), chrome: late, wkhtmltopdf: harmless},
		{name: "patterns of patterns", document: html(`<svg width=900 height=900><defs><pattern id=p0 width=.01 height=.01><circle r=1 /></pattern>` + patterns(8) + `</defs><rect width=900 height=900 fill="url(#p8)"/></svg>`), chrome: harmless, wkhtmltopdf: harmless},
	}
}

func picture(contentType string, content []byte) string {
	return `<img width=100 src="` + data(contentType, content) + `">`
}

func data(contentType string, content []byte) string {
	return "data:" + contentType + ";base64," + base64.StdEncoding.EncodeToString(content)
}

// puts serves content at a path.
func puts(at, contentType string, content []byte) func(*site, string) {
	return func(canary *site, path string) { canary.serve(path+at, contentType, string(content)) }
}

// mirrors serves pages, each of which has the next one in a frame, up to forty.
func mirrors(canary *site, at string) {
	canary.handle(at, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		if number, err := strconv.Atoi(path.Base(r.URL.Path)); err == nil && number < 40 {
			_, _ = fmt.Fprintf(w, `<iframe src="%d"></iframe>`, number+1)
		}
	})
}

// importers serves style sheets, each of which imports five others, three levels deep: no deeper than the service reads them.
func importers(canary *site, at string) {
	canary.handle(at, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/css")
		name := strings.TrimSuffix(path.Base(r.URL.Path), ".css")
		for i := 0; len(name) < 3 && i < 5; i++ {
			_, _ = fmt.Fprintf(w, `@import "%s%d.css";`, name, i)
		}
	})
}

// blankPNG is an image of zeros, one bit a pixel. The unpacked image is never in memory here: it consists of equal parts, also when
// packed.
func blankPNG(width, height int) []byte {
	const parts = 100 // the heights in use are multiples of it
	part := make([]byte, height/parts*(1+(width+7)/8))
	var packed bytes.Buffer
	packed.WriteString("\x78\x9c")
	z, _ := flate.NewWriter(&packed, flate.BestCompression)
	pack := func() []byte {
		from := packed.Len()
		_, _ = z.Write(part)
		_ = z.Flush()
		return packed.Bytes()[from:]
	}
	pack()
	alike := slices.Clone(pack())
	for range parts - 2 {
		packed.Write(alike)
	}
	_ = z.Close()
	const modulus = 65521 // of Adler-32, whose sum of n zeros this is
	_ = binary.Write(&packed, binary.BigEndian, uint32(parts*len(part)%modulus)<<16|1)
	return encodePNG(width, height, 1, packed.Bytes())
}

// noisePNG is an image that does not compress, always the same.
func noisePNG(width, height int) []byte {
	rows := make([]byte, height*(1+width))
	_, _ = rand.NewChaCha8([32]byte{}).Read(rows)
	for y := range height {
		rows[y*(1+width)] = 0 // unfiltered
	}
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	_, _ = z.Write(rows)
	_ = z.Close()
	return encodePNG(width, height, 8, packed.Bytes())
}

// encodePNG makes a file of packed rows of grey pixels (ISO/IEC 15948).
func encodePNG(width, height int, bits byte, packed []byte) []byte {
	header := binary.BigEndian.AppendUint32([]byte("IHDR"), uint32(width))
	header = binary.BigEndian.AppendUint32(header, uint32(height))
	file := []byte("\x89PNG\r\n\x1a\n")
	for _, chunk := range [][]byte{append(header, bits, 0, 0, 0, 0), append([]byte("IDAT"), packed...), []byte("IEND")} {
		file = binary.BigEndian.AppendUint32(file, uint32(len(chunk)-4))
		file = append(file, chunk...)
		file = binary.BigEndian.AppendUint32(file, crc32.ChecksumIEEE(chunk))
	}
	return file
}

// laughs is a drawing of groups, each of which uses the one before it ten times.
func laughs() string {
	var b strings.Builder
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="90" height="90"><defs><g id="a0"><circle r="1"/></g>`)
	for i := range 8 {
		fmt.Fprintf(&b, `<g id="a%d">%s</g>`, i+1, times(10, fmt.Sprintf(`<use xlink:href="#a%d"/>`, i)))
	}
	return b.String() + `</defs><use xlink:href="#a8"/></svg>`
}

// entities is a drawing with a text of entities, each of which holds the one before it ten times.
func entities() string {
	var b strings.Builder
	b.WriteString(`<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a0 "lol">`)
	for i := range 9 {
		fmt.Fprintf(&b, `<!ENTITY a%d "%s">`, i+1, times(10, fmt.Sprintf("&a%d;", i)))
	}
	return b.String() + `]><svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><text y="20">&a9;</text></svg>`
}

func patterns(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `<pattern id=p%d width=.01 height=.01><rect width=9 height=9 fill="url(#p%d)"/></pattern>`, i+1, i)
	}
	return b.String()
}
