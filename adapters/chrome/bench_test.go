package chrome_test

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/go-rod/rod"
	"github.com/go-rod/rod/lib/launcher"
	"github.com/go-rod/rod/lib/proto"
	"github.com/stretchr/testify/require"

	"platen/adapters/chrome"
	"platen/domain"
	"platen/ports"
)

// The benchmarks hold the engine against the floor: bare rod calls on tabs that are open already, over rod's own
// connection, without any of what the engine does for safety. Run them together:
//
//	go test -run '^$' -bench . ./adapters/chrome

// measured are the documents, by their number of pages.
var measured = []struct {
	pages, rows int
}{{1, 6}, {9, 330}, {95, 3600}}

// invoice is a document with a table of so many rows.
func invoice(rows int) string {
	var b strings.Builder
	b.WriteString(`<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>Invoice</title><style>
body{font:11pt/1.4 sans-serif;margin:0} h1{font-size:20pt;color:#234} table{border-collapse:collapse;width:100%}
td,th{border-bottom:1px solid #ccc;padding:4px 8px;text-align:left} .n{text-align:right} tfoot td{font-weight:bold}
.to{display:flex;justify-content:space-between}</style></head><body><h1>Invoice 2026-117</h1>
<div class=to><p>Example Ltd<br>1 Long Street<br>Springfield</p><p>20 November 2026<br>Customer 4711</p></div>
<table><thead><tr><th>Item<th>Description<th class=n>Quantity<th class=n>Price</tr></thead><tbody>`)
	for i := range rows {
		fmt.Fprintf(&b, "\n<tr><td>%04d<td>A thing that somebody ordered<td class=n>%d<td class=n>%d.00</tr>", i, i%9+1, i*7%500)
	}
	b.WriteString(`</tbody><tfoot><tr><td colspan=3>Total<td class=n>1,234.00</tr></tfoot></table><p>Thank you.</body></html>`)
	return b.String()
}

var callers = []int{1, 2, 4}

func BenchmarkRender(b *testing.B) {
	r := start(b, with(runtime.GOMAXPROCS(0)), passThrough(b))
	for _, document := range measured {
		print := func() error {
			_, err := r.Render(b.Context(), printJob(invoice(document.rows)), ports.RenderOptions{})
			return err
		}
		for _, n := range callers {
			b.Run(fmt.Sprintf("pages=%d/callers=%d", document.pages, n), func(b *testing.B) {
				benchmark(b, n, func(int) error { return print() })
			})
		}
	}
}

func BenchmarkFloor(b *testing.B) {
	bin, err := chrome.DefaultConfig().Find()
	require.NoError(b, err)
	starter := launcher.New().Bin(bin).Leakless(false).NoSandbox(true).UserDataDir(b.TempDir())
	address, err := starter.Launch()
	require.NoError(b, err)
	browser := rod.New().ControlURL(address)
	require.NoError(b, browser.Connect())
	b.Cleanup(func() {
		_ = browser.Close()
		starter.Kill()
	})
	var tabs []*rod.Page
	for range callers[len(callers)-1] {
		context, err := browser.Incognito()
		require.NoError(b, err)
		tab, err := context.Page(proto.TargetCreateTarget{URL: "about:blank"})
		require.NoError(b, err)
		tabs = append(tabs, tab)
	}
	for _, document := range measured {
		html := invoice(document.rows)
		for _, n := range callers {
			b.Run(fmt.Sprintf("pages=%d/callers=%d", document.pages, n), func(b *testing.B) {
				benchmark(b, n, func(caller int) error { return barePrint(tabs[caller], html) })
			})
		}
	}
}

// barePrint is the least that makes a PDF. PagePrintToPDF can't ask for an untagged one, so it is spelled out.
func barePrint(tab *rod.Page, html string) error {
	if err := tab.SetDocumentContent(html); err != nil {
		return err
	}
	_, err := tab.Call(tab.GetContext(), string(tab.SessionID), "Page.printToPDF", map[string]any{
		"printBackground": true, "preferCSSPageSize": true, "generateTaggedPDF": false,
		"paperWidth": domain.A4.Width.Inches(), "paperHeight": domain.A4.Height.Inches(),
	})
	return err
}

// benchmark shares b.N prints among callers.
func benchmark(b *testing.B, callers int, print func(caller int) error) {
	var prints atomic.Int64
	var working sync.WaitGroup
	for caller := range callers {
		require.NoError(b, print(caller))
	}
	b.ResetTimer()
	for caller := range callers {
		working.Go(func() {
			for prints.Add(1) <= int64(b.N) {
				if err := print(caller); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	working.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "PDF/s")
}
