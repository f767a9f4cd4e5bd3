package comparereport_test

import (
	"image"
	"net/url"
	"path/filepath"
	"testing"
	"time"

	"github.com/go-rod/rod"
	"github.com/go-rod/rod/lib/input"
	"github.com/go-rod/rod/lib/launcher"
	"github.com/go-rod/rod/lib/proto"
	"github.com/stretchr/testify/require"

	"platen/adapters/comparereport"
	"platen/domain/comparison"
	"platen/ports/machine"
)

// openPage opens the report of the sample comparison in a browser.
func openPage(t *testing.T) *rod.Page {
	t.Helper()
	folder := t.TempDir()
	writer, err := comparereport.New(folder)
	require.NoError(t, err)
	defer func() { _ = writer.Close() }()
	for _, engine := range []string{"a", "b"} {
		require.NoError(t, writer.Picture(comparison.Picture{Document: "invoice", Engine: engine, Page: 1,
			Kind: comparison.DrawnPage, Image: image.NewRGBA(image.Rect(0, 0, 210, 297))}))
	}
	require.NoError(t, writer.Finish(summary()))
	return openFolder(t, folder)
}

// openFolder opens a report in a browser.
func openFolder(t *testing.T, folder string) *rod.Page {
	t.Helper()
	start := launcher.New().Context(t.Context()).Bin(machine.Program(t, "chromium-headless-shell")).Leakless(false).NoSandbox(true).UserDataDir(t.TempDir())
	address, err := start.Launch()
	require.NoError(t, err)
	browser := rod.New().ControlURL(address)
	require.NoError(t, browser.Connect())
	t.Cleanup(func() {
		_ = browser.Close()
		start.Kill()
		start.Cleanup()
	})
	page, err := browser.Page(proto.TargetCreateTarget{URL: "about:blank"})
	require.NoError(t, err)
	page = page.Timeout(time.Minute)
	require.NoError(t, page.Navigate("file://"+filepath.Join(folder, "index.html")))
	require.NoError(t, page.WaitLoad())
	return page
}

// waitFor waits until a condition of the page holds.
func waitFor(t *testing.T, page *rod.Page, condition string) {
	t.Helper()
	require.NoError(t, page.Wait(rod.Eval("() => "+condition)), condition)
}

func TestKeyboard(t *testing.T) {
	page := openPage(t)
	hash := func(text string) string {
		return "decodeURIComponent(location.hash).includes('" + url.PathEscape(text) + "')"
	}
	press := func(key input.Key) { require.NoError(t, page.Keyboard.Press(key)) }

	waitFor(t, page, "document.querySelectorAll('#documents tbody tr').length === 2")
	focused := "document.activeElement === document.querySelectorAll('#documents .name a')"
	press(input.ArrowDown)
	waitFor(t, page, focused+"[0]")
	press(input.ArrowDown)
	press(input.ArrowDown) // there is no third row
	waitFor(t, page, focused+"[1]")
	press(input.ArrowUp)
	waitFor(t, page, focused+"[0]")
	press(input.Enter)
	waitFor(t, page, "location.hash.includes('at=letter%2Fb')")
	press(input.Escape)
	waitFor(t, page, "!document.getElementById('overview').hidden")
	press('n') // the worst document
	waitFor(t, page, "location.hash.includes('at=letter%2Fb') && !document.getElementById('document').hidden")
	press(']')
	waitFor(t, page, "location.hash.includes('at=invoice%2Fb')")
	press('2')
	waitFor(t, page, hash("view=overlay")+" && document.querySelector('.over')?.style.opacity === '0.5'")
	_, err := page.Eval(`() => { const mix = document.getElementById("mix"); mix.value = 80; mix.dispatchEvent(new Event("input")); }`)
	require.NoError(t, err)
	waitFor(t, page, "document.querySelector('.over')?.style.opacity === '0.8'")
	press('3')
	waitFor(t, page, "document.getElementById('stage').className === 'blink'")
	press('m')
	waitFor(t, page, hash("marks=false")+" && !document.querySelector('#stage svg')")
	press('h')
	waitFor(t, page, hash("heat=true"))
	press(input.Escape)
	waitFor(t, page, "!document.getElementById('overview').hidden")

	// A verdict's button filters, a column's head sorts.
	_, err = page.Eval(`() => document.querySelector("#chips button:last-child").click()`)
	require.NoError(t, err)
	waitFor(t, page, hash("only=broken")+" && document.querySelectorAll('#documents tbody tr').length === 1")
	_, err = page.Eval(`() => document.querySelector("[data-sort=name] button").click()`)
	require.NoError(t, err)
	waitFor(t, page, "document.querySelector('[data-sort=name]').getAttribute('aria-sort') === 'ascending'")

	outside, err := page.Eval(`() => performance.getEntriesByType("resource").map(e => e.name).filter(n => !n.startsWith("file:")).length`)
	require.NoError(t, err)
	require.Zero(t, outside.Value.Int(), "the page needs the network")
}
