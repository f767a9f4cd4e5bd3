package compare_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain/comparison"
)

const corpus = "../testdata/corpus"

// request is the JSON of a document.
type request map[string]any

func readRequest(t testing.TB, name string) request {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(corpus, name+".json"))
	require.NoError(t, err)
	var r request
	require.NoError(t, json.Unmarshal(content, &r))
	return r
}

// edit changes a request; it fails the test where there is nothing to change.
type edit func(t testing.TB, r request)

func css(rules string) edit {
	return func(_ testing.TB, r request) {
		before, _ := r["css"].(string)
		r["css"] = before + rules
	}
}

func replaced(before, after string) edit {
	return func(t testing.TB, r request) {
		for _, field := range []string{"html", "headerHtml", "footerHtml"} {
			if text, is := r[field].(string); is && strings.Contains(text, before) {
				r[field] = strings.Replace(text, before, after, 1)
				return
			}
		}
		require.Fail(t, "nothing to replace: "+before)
	}
}

func data(key, value string) edit {
	return func(t testing.TB, r request) {
		values := r["data"].(map[string]any)
		require.Contains(t, values, key)
		values[key] = value
	}
}

func without(field string) edit {
	return func(t testing.TB, r request) {
		require.Contains(t, r, field)
		delete(r, field)
	}
}

func unchanged(testing.TB, request) {}

// pair is a real document and a variant of it, with what a person would say.
type pair struct {
	document, name string
	edit           edit
	// label orders pairs by how bad a person finds them; verdicts are those that a person could give.
	label    int
	verdicts []comparison.Verdict
	// finished changes the variant's PDF.
	finished func(t testing.TB, pdf []byte) []byte
}

var (
	same      = []comparison.Verdict{comparison.Identical}
	unseen    = []comparison.Verdict{comparison.Identical, comparison.Similar}
	subtle    = []comparison.Verdict{comparison.Similar, comparison.Different}
	different = []comparison.Verdict{comparison.Different}
	broken    = []comparison.Verdict{comparison.Broken}
)

// The documents of the pairs: an invoice with a logo, an e-mail of two pages, an invoice with header and footer, a résumé, a table
// over several pages, and a chapter of a book.
const (
	invoice = "invoice-sparksuite"
	email   = "email-invoice-postmark"
	anvil   = "invoice-anvil-fragment"
	resume  = "resume-letter-size"
	table   = "table-coverage-functions"
	book    = "book-sherlock-orange-pips"
)

func pairs() []pair {
	// One letter more at the beginning: to change a byte of a string could escape or end it.
	otherIdentifier := func(t testing.TB, pdf []byte) []byte {
		before, after, found := bytes.Cut(pdf, []byte("/ID [("))
		require.True(t, found)
		return slices.Concat(before, []byte("/ID [(x"), after)
	}
	shifted := func(distance string) edit {
		return css("html { position: relative; top: " + distance + " }")
	}
	return []pair{
		{invoice, "the same", unchanged, 0, same, nil},
		{email, "the same", unchanged, 0, same, nil},
		{table, "the same", unchanged, 0, same, nil},
		{resume, "another identifier", unchanged, 0, same, otherIdentifier},
		{email, "another identifier", unchanged, 0, same, otherIdentifier},
		{invoice, "a colour by a shade", css("td { color: #565656 !important }"), 1, unseen, nil},
		{resume, "shifted by 0.1 mm", shifted("0.1mm"), 1, unseen, nil},
		{invoice, "shifted by 0.1 mm", shifted("0.1mm"), 1, unseen, nil},
		{anvil, "shifted by 0.1 mm", shifted("0.1mm"), 1, unseen, nil},
		{email, "shifted by 0.3 mm", shifted("0.3mm"), 2, unseen, nil},
		{resume, "shifted by 0.3 mm", shifted("0.3mm"), 2, unseen, nil},
		{resume, "shifted by 1 mm", shifted("1mm"), 3, subtle, nil},
		{invoice, "shifted by 1 mm", shifted("1mm"), 3, subtle, nil},
		{invoice, "a colour slightly", css(".heading td { background: #e0e0e0 !important }"), 3, subtle, nil},
		{anvil, "a colour slightly", css(".total { color: #e86a70 }"), 3, unseen, nil},
		{resume, "shifted by 5 mm", shifted("5mm"), 5, different, nil},
		{invoice, "shifted by 5 mm", shifted("5mm"), 5, different, nil},
		{invoice, "bold lost", css("tr.heading td, tr.total td { font-weight: normal !important }"), 4, different, nil},
		{anvil, "bold lost", css("strong, .bold, th { font-weight: normal !important }"), 4, different, nil},
		{anvil, "a colour strongly", css(".total { color: #008 }"), 4, different, nil},
		{invoice, "a background lost", css(".heading td { background: none !important }"), 4, different, nil},
		{invoice, "an image squeezed", css("img { height: 80px !important }"), 5, different, nil},
		{invoice, "another font", css("* { font-family: 'DejaVu Serif' !important }"), 6, different, nil},
		{resume, "another font", css("* { font-family: 'Liberation Serif' !important }"), 6, different, nil},
		{resume, "larger type", css("body { font-size: 108% }"), 6, different, nil},
		{email, "a line on the next page", css("@page { margin-bottom: 28mm }"), 6, different, nil},
		{invoice, "a page more", css(".total { break-before: page }"), 7, different, nil},
		{anvil, "a page more", css(".has-bottom-border { break-before: page }"), 7, different, nil},
		{resume, "other paper", css("@page { size: A5 landscape !important }"), 7, different, nil},
		{resume, "one letter", replaced("Program manager with", "Program manger with"), 8, broken, nil},
		{email, "one letter", replaced("Thanks for using", "Thank for using"), 8, broken, nil},
		{resume, "one word missing", replaced("with zero missed deadlines", "with missed deadlines"), 8, broken, nil},
		{anvil, "one word", replaced("Blue large widgets", "Blue small widgets"), 8, broken, nil},
		{invoice, "one digit of a sum", data("total", "$885.00"), 9, broken, nil},
		{email, "one digit of a sum", data("item1_amount", "$120.10"), 9, broken, nil},
		{anvil, "footer missing", without("footerHtml"), 9, broken, nil},
		{book, "header missing", without("headerHtml"), 9, broken, nil},
		{invoice, "an image missing", css("img { visibility: hidden }"), 10, broken, nil},
		{table, "table head missing", css("thead { display: table-row-group }"), 7, []comparison.Verdict{comparison.Different, comparison.Broken}, nil},
		{invoice, "two sums swapped", func(t testing.TB, r request) {
			replaced("$300.00", "$X")(t, r)
			replaced("$75.00", "$300.00")(t, r)
			replaced("$X", "$75.00")(t, r)
		}, 10, broken, nil},
		{resume, "text cut at the edge", css("ul { width: 60mm; overflow: hidden; white-space: nowrap }"), 11, broken, nil},
		{anvil, "the header over the body", css("@page { --platen-header: none } body::before { content: 'Anvil Co, all rights reserved, printed'; position: absolute; top: 0; left: 0; font-size: 26px }"), 10, broken, nil},
		{invoice, "a column cut", css(".invoice-box { width: 120mm; } td:last-child { max-width: 12mm; overflow: hidden; white-space: nowrap }"), 11, broken, nil},
		{resume, "a section invisible", css("#experience * { color: white !important }"), 12, broken, nil},
		{resume, "overprinted", css("p, li { line-height: 0.2 !important; margin: 0 !important }"), 13, broken, nil},
		{invoice, "overprinted", css("tr { position: absolute; top: 0; left: 0 }"), 13, broken, nil},
		{invoice, "half of the table missing", css(".item { display: none }"), 12, broken, nil},
		{resume, "blank", css("body > * { display: none !important }"), 15, broken, nil},
		{email, "blank", css("body > * { visibility: hidden !important } * { visibility: hidden !important }"), 15, broken, nil},
	}
}
