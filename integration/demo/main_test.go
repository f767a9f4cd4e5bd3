package main

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/domain/template"
)

// rows is the section of the invoice's rows.
var rows = regexp.MustCompile(`(?s)\n *\{\{#items\}\}(.*)\n *\{\{/items\}\}`)

func readInvoice(t *testing.T) domain.Request {
	t.Helper()
	body, err := request()
	require.NoError(t, err)
	invoice, err := domain.ParseRequest(body)
	require.NoError(t, err)
	require.Regexp(t, rows, invoice.HTML)
	return invoice
}

// withRows writes the section out, as a template of the 63 items had to before there were sections.
func withRows(invoice domain.Request) domain.Request {
	row := rows.FindStringSubmatch(invoice.HTML)[1]
	var all strings.Builder
	for i := range 63 {
		all.WriteString(strings.ReplaceAll(row, "<td>{{", fmt.Sprintf("<td>{{items.%d.", i)))
	}
	invoice.HTML = rows.ReplaceAllLiteralString(invoice.HTML, all.String())
	return invoice
}

// The invoice has a row for each of its items, all placeholders have values, and it asks for payment since it is not paid.
func TestInvoiceOfASection(t *testing.T) {
	invoice := readInvoice(t)
	filled, missing, err := template.Default().Fill(invoice)
	require.NoError(t, err)
	require.Zero(t, missing)
	require.NotContains(t, filled.HTML, "{{")
	require.Contains(t, filled.HTML, "Payable within 30 days")
	byRows, _, err := template.Default().Fill(withRows(invoice))
	require.NoError(t, err)
	require.Equal(t, byRows, filled)
}

// Filling the section takes at most 1.2 times as long as filling 63 rows. The fastest of many times is compared, since others
// use the machine too.
func TestSectionIsAsFastAsRows(t *testing.T) {
	invoice := readInvoice(t)
	fastest := func(r domain.Request) time.Duration {
		least := time.Hour
		for range 500 {
			began := time.Now()
			_, _, err := template.Default().Fill(r)
			least = min(least, time.Since(began))
			require.NoError(t, err)
		}
		return least
	}
	section, written := fastest(invoice), fastest(withRows(invoice))
	t.Logf("section %v, 63 rows %v", section, written)
	require.LessOrEqual(t, float64(section), 1.2*float64(written))
}
