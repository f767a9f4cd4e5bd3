package main

import (
	"fmt"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/domain/template"
)

// rows is the section of the invoice's rows.
var rows = regexp.MustCompile(`(?s)\n *\{\{#items\}\}(.*)\n *\{\{/items\}\}`)

func readInvoice(t testing.TB) domain.Request {
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

// Filling the section allocates at most 1.2 times as much as filling 63 rows. BenchmarkFill shows the times.
func TestSectionCostsWhatRowsCost(t *testing.T) {
	invoice := readInvoice(t)
	cost := func(r domain.Request) (allocations, bytes int64) {
		fill := func() {
			_, _, err := template.Default().Fill(r)
			require.NoError(t, err)
		}
		fill()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range 10 {
			fill()
		}
		runtime.ReadMemStats(&after)
		return int64(after.Mallocs - before.Mallocs), int64(after.TotalAlloc - before.TotalAlloc)
	}
	allocations, bytes := cost(invoice)
	rowAllocations, rowBytes := cost(withRows(invoice))
	t.Logf("section %d in %d B, 63 rows %d in %d B", allocations, bytes, rowAllocations, rowBytes)
	require.LessOrEqual(t, 10*allocations, 12*rowAllocations)
	require.LessOrEqual(t, 10*bytes, 12*rowBytes)
}

func BenchmarkFill(b *testing.B) {
	invoice := readInvoice(b)
	for name, r := range map[string]domain.Request{"section": invoice, "rows": withRows(invoice)} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				_, _, err := template.Default().Fill(r)
				require.NoError(b, err)
			}
		})
	}
}
