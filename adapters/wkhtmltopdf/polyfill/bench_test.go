package polyfill_test

import (
	"fmt"
	"strings"
	"testing"

	"platen/adapters/wkhtmltopdf/polyfill"
)

// BenchmarkEdited reads and writes invoices with so many rows.
func BenchmarkEdited(b *testing.B) {
	for _, rows := range []int{15, 330, 3600} {
		document := `<!DOCTYPE html><title>Invoice</title><style>td{border:1px solid}</style><table>` +
			strings.Repeat("<tr><td>1</td><td>Consulting, package 7</td><td>30.00</td></tr>", rows) + "</table>"
		b.Run(fmt.Sprint(rows), func(b *testing.B) {
			b.SetBytes(int64(len(document)))
			for b.Loop() {
				polyfill.Edited(document)
			}
		})
	}
}
