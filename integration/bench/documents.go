package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"net/http/httptest"
	"strings"
)

// document is what both sides print: the service from its template, the floor with the placeholders filled.
type document struct {
	name           string
	html           string
	header, footer string
	// resources: it loads some, so the floor waits for it, and resets the tab after it.
	resources bool
	// contains must be in the PDF, so that a PDF without its picture is noticed.
	contains string
}

// check returns an error if a PDF is not whole.
func (d document) check(pdf []byte) error {
	if !bytes.HasPrefix(pdf, []byte("%PDF-")) || !bytes.Contains(pdf[max(0, len(pdf)-16):], []byte("%%EOF")) {
		return fmt.Errorf("%s: no whole PDF: %.60q…", d.name, pdf)
	}
	if !bytes.Contains(pdf, []byte(d.contains)) {
		return fmt.Errorf("%s: no %s in the PDF", d.name, d.contains)
	}
	return nil
}

// invoiceNumber is the number of the invoice, in the header and footer as well.
const invoiceNumber = "2026-000117"

// values fill the placeholders that every document has.
var values = map[string]string{"number": invoiceNumber, "date": "20 November 2026", "customer": "Example Ltd"}

// filled is the document for an engine.
func (d document) filled() string {
	html := d.html
	for name, value := range values {
		html = strings.ReplaceAll(html, "{{"+name+"}}", value)
	}
	return html
}

// request is the document for the service.
func (d document) request() []byte {
	// Strings always marshal.
	body, _ := json.Marshal(map[string]any{"html": d.html, "data": values, "headerHtml": d.header, "footerHtml": d.footer})
	return body
}

// numbered is the document with a header and a footer. Both have the invoice's number, and the footer has the page's too.
func (d document) numbered() document {
	d.name += " with header and footer"
	d.header = `<div style="font:9pt sans-serif;display:flex;justify-content:space-between;border-bottom:1px solid #999">
<span>Example Ltd</span><span>Invoice {{number}}</span></div>`
	d.footer = `<div style="font:8pt sans-serif;text-align:center">Invoice {{number}},
page <span class="pageNumber"></span> of <span class="totalPages"></span></div>`
	return d
}

// The documents, with the number of pages in Chrome.
var (
	onePage     = document{name: "1 page", html: table(8)}
	ninePages   = document{name: "9 pages", html: table(330)}
	manyPages   = document{name: "95 pages", html: table(3600)}
	longest     = document{name: "500 pages", html: prose(500)}
	imageOnPage = func(address string) document {
		logo := fmt.Sprintf(`<img src="http://%s/logo.png" alt="" width=120 height=40>`, address)
		return document{name: "image by URL",
			html: strings.Replace(table(8), "<h1>", logo+"<h1>", 1), resources: true, contains: "/Subtype /Image"}
	}
)

// rowText is in each row of a table.
const rowText = "as ordered"

// table is an invoice with a number of rows. It has no :nth-child(), with which wkhtmltopdf takes ten times as long for 3,600 rows, with
// and without the service.
func table(rows int) string {
	var b strings.Builder
	b.WriteString(`<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Invoice {{number}}</title><style>
body { margin: 0; font: 10pt/1.3 sans-serif; color: #222 }
h1 { margin: 0 0 8mm; font-size: 18pt; color: #246 }
.parties { display: flex; justify-content: space-between; margin-bottom: 8mm }
.parties p { margin: 0; width: 45% }
table { width: 100%; border-collapse: collapse }
th { text-align: left; background: #eef2f6 }
th, td { padding: 1mm 2mm; border-bottom: 1px solid #ccd }
.number { text-align: right }
tfoot td { font-weight: bold; border-bottom: 0 }
.terms { margin-top: 10mm; font-size: 8pt; color: #666 }
</style></head><body>
<h1>Invoice {{number}}</h1>
<div class="parties"><p>Platen Printing Works<br>7 Roller Lane<br>Springfield<br>VAT XX 123 456 789</p>
<p>{{customer}}<br>1 Long Street<br>Shelbyville<br>{{date}}</p></div>
<table><thead><tr><th>Item<th>Description<th class="number">Quantity<th class="number">Price</tr></thead><tbody>
`)
	things := []string{"Steel bolts, box of 100", "Oak board, 2 m, planed", "Cotton gloves, one pair", "Copper wire, 25 m roll",
		"Paint, matt, five litres"}
	total := 0
	for i := range rows {
		price := 250 + i*137%9000
		total += price
		fmt.Fprintf(&b, "<tr><td class=\"item\">A-%05d<td>%s, "+rowText+"</td><td class=\"number\">%d<td class=\"number\">%d.%02d</tr>\n", i+1,
			things[i%len(things)], i%9+1, price/100, price%100)
	}
	fmt.Fprintf(&b, `</tbody><tfoot><tr><td colspan="3">Total<td class="number">%d.%02d</tr></tfoot></table>
<p class="terms">Payable within 30 days of {{date}} without deduction. Goods remain our property until they are paid for.
Thank you for your custom.</p>
</body></html>`, total/100, total%100)
	return b.String()
}

// prose is a number of pages of paragraphs. Each page begins with a page break, so that a taller margin adds no page.
func prose(pages int) string {
	const sentence = "The roller turned once more, and the sheet came out warm. "
	text := strings.Repeat("<p>"+strings.Repeat(sentence, 9)+"</p>\n", 7)
	var b strings.Builder
	b.WriteString(`<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>A long story</title><style>
body { margin: 0; font: 11pt/1.4 serif } section { page-break-after: always } section:last-child { page-break-after: auto }
p { margin: 0 0 3mm; text-align: justify }</style></head><body>`)
	for page := range pages {
		fmt.Fprintf(&b, "<section><h2>Chapter %d</h2>%s</section>", page+1, text)
	}
	b.WriteString("</body></html>")
	return b.String()
}

// servePicture serves a picture the size of a logo. It may not be cached, so that each document requests it.
func servePicture() *httptest.Server {
	logo := image.NewGray(image.Rect(0, 0, 240, 80))
	for i := range logo.Pix {
		logo.Pix[i] = uint8(i/240 + i%240) // a gradient, with edges
	}
	var picture bytes.Buffer
	_ = png.Encode(&picture, logo) // a picture of bytes always encodes
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "image/png")
		w.Header().Set("Cache-Control", "no-store")
		_, _ = w.Write(picture.Bytes())
	}))
}
