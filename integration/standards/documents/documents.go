// Package documents has the documents whose PDFs have to keep PDF/UA and PDF/A: those of the corpus, and some of its own. Their authors'
// part is made right: each has a title, a language, alternatives, headings in order and tables with head cells, and a numbered header and
// footer.
package documents

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"platen/domain"
	"platen/domain/template"
)

// Document is a request in two forms.
type Document struct {
	Name string
	// Right is the request with the author's part made right, Wrong the one of the corpus; nil: there is none, or its author has nothing to
	// mend.
	Right, Wrong *domain.Request
}

// parts has what documents have: lists, links, forms, tables, pictures, colours, effects.
//
//go:embed parts.html
var parts string

// scripts are texts that not every machine has fonts for.
//
//go:embed scripts.html
var scripts string

// rightToLeft is Arabic and Hebrew over several pages.
//
//go:embed righttoleft.html
var rightToLeft string

// Corpus returns the documents of a folder as they are there, but each with a header and a footer.
func Corpus(folder string) (all []Document, err error) {
	paths, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil || len(paths) == 0 {
		return nil, fmt.Errorf("there is no corpus in %s: %w", folder, err)
	}
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".json")
		if name == "MANIFEST" {
			continue
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		request, err := domain.ParseRequest(content)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		all = append(all, Document{Name: name, Wrong: numbered(request)})
	}
	return all, nil
}

// All returns the documents of the corpus in a folder, filled, and the others.
func All(corpus string) ([]Document, error) {
	all, err := Corpus(corpus)
	if err != nil {
		return nil, err
	}
	for i := range all {
		d := &all[i]
		filled, _, err := template.Default().Fill(*d.Wrong)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", d.Name, err)
		}
		right := filled
		right.HTML, err = mend(d.Name, filled.HTML)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", d.Name, err)
		}
		d.Wrong, d.Right = &filled, &right
	}
	return append(all, Own()...), nil
}

// Own returns the documents that are not of the corpus.
func Own() []Document {
	return []Document{
		{Name: "parts", Right: numbered(domain.Request{HTML: parts})},
		{Name: "scripts", Right: numbered(domain.Request{HTML: scripts})},
		{Name: "right-to-left", Right: again(rightToLeft, verse, 40)},
		// As many with Chrome; the numbered headers take two prints.
		{Name: "60-pages", Right: again(invoice, "<tr><td>12<td>Article 34 of the catalogue<td>5.67", 2250)},
	}
}

// again puts a part of a document into it as often as is said.
func again(document, part string, times int) *domain.Request {
	return numbered(domain.Request{HTML: strings.Replace(document, "<!--again-->", strings.Repeat(part, times), 1)})
}

// Body is the JSON of a request whose document asks for standards, as in "ua-1 a-2b".
func Body(request domain.Request, standards string) []byte {
	wish := fmt.Sprintf(`<meta name="platen:standards" content="%s">`, standards)
	if before, after, has := strings.Cut(request.HTML, "<head>"); has {
		request.HTML = before + "<head>" + wish + after
	} else {
		request.HTML = wish + request.HTML
	}
	return request.JSON()
}

// numbered adds a header and a footer to a request that has none.
func numbered(r domain.Request) *domain.Request {
	if r.HeaderHTML == "" {
		r.HeaderHTML = `<style>p { margin: 0; border-bottom: 1px solid teal; color: teal; font: 9pt sans-serif }</style>` +
			`<p><svg width=12 height=12><circle cx=6 cy=6 r=5 fill=teal /></svg> A report — page <span class=pageNumber></span></p>`
	}
	if r.FooterHTML == "" {
		r.FooterHTML = `<p style="margin: 0; font: 8pt serif; text-align: center; background: #eee">` +
			`<span class=pageNumber></span> of <span class=totalPages></span>, <a href="https://platen.example/terms">terms</a></p>`
	}
	return &r
}

// verse is a paragraph of rightToLeft.
const verse = `<h2>הצהרה <span lang=ar>إعلان</span> 12</h2><p>يولد جميع الناس أحراراً متساوين في الكرامة والحقوق (1948). ` +
	`<bdo dir=ltr lang=en>All human beings</bdo> <a href="https://platen.example/ar">المزيد</a>.</p>` +
	`<ul><li>واحد <b>اثنان</b><li>ثلاثة 123</ul><p lang=he>כל בני אדם נולדו בני חורין ושווים בערכם ובזכויותיהם.</p>`

// invoice is one with as many rows as are put into it.
const invoice = `<!doctype html><html lang=en><head><title>A long invoice</title><style>table { width: 100%; border-collapse: collapse }
	th, td { border: 1px solid #999; padding: 1px 4px; font: 9pt sans-serif }</style></head><body><h1>Invoice</h1><table>
	<thead><tr><th>Position<th>Article<th>Price</thead><tbody><!--again--></table></body></html>`
